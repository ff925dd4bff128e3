import { beforeAll, describe, expect, it } from 'vitest';
import {
  compileMapping,
  evaluateMapping,
  loadXPath,
  type MappingStep,
} from '../../src/mapping/index.ts';
import { inEnglish, say } from '../../src/sentences/index.ts';
import {
  attribute,
  evaluate,
  evaluatePayload,
  programOf,
  run,
  runOn,
  valueIn,
} from './evaluate-support.ts';

describe('order and chain (spec 2.5 rules 1 and 2)', () => {
  it.each([
    [
      'a step gets the result of the one before',
      [{ jsonPath: '$.jsonBody.a' }, { map: 'x->1' }],
      { a: 'x' },
      '1',
    ],
    [
      'a jsonPath after the first parses its input',
      [{ jsonPath: '$.jsonBody.a' }, { jsonPath: '$.b[1]' }],
      { a: '{"b":[1,"two"]}' },
      'two',
    ],
    [
      'a later jsonPath reads a bare number as JSON',
      [{ static: '17' }, { jsonPath: '$' }],
      {},
      '17',
    ],
    [
      'a later jsonPath on text that is not JSON fails',
      [{ static: 'seventeen' }, { jsonPath: '$' }],
      {},
      '!parse',
    ],
    [
      'static ignores its input',
      [{ jsonPath: '$.jsonBody.a' }, { static: 'fixed' }],
      { a: 'x' },
      'fixed',
    ],
    [
      'a failed step ends the entry',
      [{ jsonPath: '$.jsonBody.b' }, { map: 'x->3' }],
      { a: 'x' },
      '!no-match',
    ],
    [
      'a failed condition keeps a later static from applying',
      [{ jsonPath: '$.jsonBody.a' }, { regex: '^test$' }, { static: 'True' }],
      { a: 'x' },
      '!no-match',
    ],
  ])('%s', (_, steps, body, expected) => {
    expect(run(steps, body)).toBe(expected);
  });

  it('evaluates from first to last, each name once', () => {
    const result = evaluate(
      [attribute('B', [{ static: '2' }]), attribute('A', [{ static: '1' }])],
      {},
    );
    expect(result.attributes.map(({ name, value }) => [name, value])).toEqual([
      ['B', '2'],
      ['A', '1'],
    ]);
  });
});

describe('what a step sees of a JSON value', () => {
  it.each([
    ['text itself', 'x', 'x'],
    ['blanks, which are a value', '  ', '  '],
    ['true in lower case', true, 'true'],
    ['false in lower case', false, 'false'],
    ['a number', 1.5, '1.5'],
    ['zero', 0, '0'],
    ['an object as compact JSON', { b: [1, null] }, '{"b":[1,null]}'],
    ['null as empty', null, '!empty'],
    ['empty text as empty', '', '!empty'],
  ])('%s', (_, value, expected) => {
    expect(run([{ jsonPath: '$.jsonBody.a' }], { a: value })).toBe(expected);
  });
});

describe('the fallback of a map step where nothing is found', () => {
  const nothings: [string, MappingStep[]][] = [
    ['a missing value', [{ jsonPath: '$.jsonBody.gone' }]],
    ['an empty value', [{ jsonPath: '$.jsonBody.empty' }]],
    ['null', [{ jsonPath: '$.jsonBody.nothing' }]],
    ['a text without a match', [{ jsonPath: '$.jsonBody.text' }, { regex: 'state=(.*)' }]],
    ['an empty group', [{ jsonPath: '$.jsonBody.text' }, { regex: 'x(y*)' }]],
    ['a text that is no JSON', [{ jsonPath: '$.jsonBody.text' }, { jsonPath: '$.a' }]],
    ['no XML', [{ xPath: '/alert/state' }]],
  ];
  const body = { empty: '', nothing: null, text: 'x' };

  beforeAll(loadXPath);

  it.each(nothings)('%s: the last entry of a name takes it, and goes on from there', (_, steps) => {
    expect(run([...steps, { map: 'ok->Fine' }, { map: 'a->b,->Other' }], body)).toBe('Other');
    expect(run([...steps, { map: '->low' }, { map: 'low->Minor' }], body)).toBe('Minor');
  });

  it.each(nothings)('%s: an entry that has another below it falls through to that', (_, steps) => {
    const result = evaluate(
      [
        attribute('X', [...steps, { map: 'a->b,->Other' }]),
        attribute('Y', [{ static: 'y' }]),
        attribute('x', [{ static: 'below' }]),
      ],
      body,
    );
    expect(valueIn(result, 'X')).toBe('below');
  });

  it.each(nothings)('%s opens, and never resolves or discards', (_, steps) => {
    const withStatus = (map: string) => evaluate([attribute('Status', [...steps, { map }])], body);
    expect(withStatus('r->Resolved,->Open').outcome).toBe('Open');
    expect(withStatus('f->Open,->Resolved')).toMatchObject({
      outcome: 'Failed',
      failure: { values: { why: say('fallbackNeverSilences') } },
    });
    const withDiscard = (map: string) =>
      evaluate([attribute('Discard', [...steps, { map }])], body);
    expect(withDiscard('real->False,->True').outcome).toBe('Open');
    expect(withDiscard('test->True,->False').outcome).toBe('Open');
    const found = [{ jsonPath: '$.jsonBody.text' }, { map: 'real->False,->True' }];
    expect(evaluate([attribute('Discard', found)], body).outcome).toBe('Discarded');
  });

  it('the trace says that it was taken, and why', () => {
    const steps = [{ jsonPath: '$.jsonBody.st' }, { map: 'r->Resolved,->Open' }];
    const { trace } = evaluate([attribute('Status', steps)], { st: '' });
    expect(trace.filter((line) => line.attribute === 'Status')).toMatchObject([
      { step: 0, evaluation: 'jsonPath', reason: 'empty' },
      {
        step: 1,
        evaluation: 'map',
        result: 'Open',
        detail: say('fallbackTaken'),
      },
    ]);
  });

  it('what costs too much may well be there: it takes no fallback', () => {
    const steps = [{ jsonPath: '$.jsonBody.text' }, { regex: '^(a+)+$' }, { map: '->Other' }];
    expect(run(steps, { text: `${'a'.repeat(40)}!` })).toBe('!regex-budget');
  });
});

describe('fallback entries (spec 2.5 rule 3)', () => {
  const fallback = [
    attribute('Host', [{ jsonPath: '$.jsonBody.host' }]),
    attribute('HOST', [{ jsonPath: '$.jsonBody.node' }]),
    attribute('host', [{ static: 'unknown' }]),
  ];

  it.each([
    ['the first success wins', { host: 'a', node: 'b' }, 'a'],
    ['the next entry is tried after a failure', { node: 'b' }, 'b'],
    ['an empty value is no success', { host: '', node: 'b' }, 'b'],
    ['the last entry is the last resort', {}, 'unknown'],
  ])('%s', (_, body, expected) => {
    const result = evaluate(fallback, body);
    expect(result.attributes).toMatchObject([{ name: 'Host', value: expected }]);
  });

  it('does not evaluate entries after a success', () => {
    const result = evaluate(fallback, { host: 'a' });
    expect(result.trace.filter(({ attribute: name }) => name === 'Host')).toHaveLength(1);
  });

  it('keeps the flags of the entry that succeeded', () => {
    const result = evaluate(
      [
        attribute('A', [{ jsonPath: '$.jsonBody.x' }]),
        attribute('A', [{ static: 'u' }], { isImage: true, hideInPreviews: true }),
      ],
      {},
    );
    expect(result.attributes).toEqual([
      { name: 'A', value: 'u', isImage: true, hideInPreviews: true, isGroupingKey: false },
    ]);
  });

  it.each([
    ['a static empty text', [{ static: '' }]],
    ['a map with an empty right side', [{ static: 'ok' }, { map: 'ok->' }]],
  ])('%s succeeds and blanks the attribute', (_, steps) => {
    expect(
      valueIn(evaluate([attribute('A', steps), attribute('A', [{ static: 'next' }])], {}), 'A'),
    ).toBe('');
  });

  it('tries the next entry of a reserved attribute when a value is not one it knows', () => {
    const result = evaluate(
      [
        attribute('Severity', [{ jsonPath: '$.jsonBody.s' }]),
        attribute('Severity', [{ static: 'Minor' }]),
      ],
      { s: 'High' },
    );
    expect(result.severity).toBe('Minor');
    expect(result.trace).toContainEqual(
      expect.objectContaining({
        attribute: 'Severity',
        evaluation: 'reserved',
        reason: 'invalid-value',
      }),
    );
  });
});

describe('regex steps', () => {
  it.each([
    ['the group named result', '(?<id>\\d+)-(?<result>\\w+)', 'b'],
    ['else the last group, named ones after unnamed ones', '(?<n>\\d+)-(\\w+)', '1'],
    ['else the whole match', '\\d-\\w', '1-b'],
    ['a named group that did not take part is empty', '1(?<result>x)?', '!empty'],
    ['no match', 'z', '!no-match'],
  ])('%s', (_, regex, expected) => {
    expect(run([{ jsonPath: '$.jsonBody.a' }, { regex }], { a: '1-b' })).toBe(expected);
  });

  it.each([
    [
      'only the expansion is the result, not the text around the match',
      '\\d+',
      'https://host/$0/',
      'https://host/17/',
    ],
    ['by group', '#(\\d+)', 'https://host/$1/', 'https://host/17/'],
    ['by name', '#(?<id>\\d+)', 'id=${id}', 'id=17'],
    [
      'a group that does not exist stays as written',
      '\\d+',
      'https://host/$1/',
      'https://host/$1/',
    ],
  ])('replace: %s', (_, regex, replace, expected) => {
    expect(run([{ jsonPath: '$.jsonBody.a' }, { regex, replace }], { a: 'see #17 now' })).toBe(
      expected,
    );
  });

  it('reads the only text body when it is the first step, otherwise the payload as JSON', () => {
    expect(runOn([{ regex: 'id=(\\d+)' }], { textBody: 'id=4' })).toBe('4');
    expect(runOn([{ regex: '"id":(\\d+)' }], { jsonBody: { id: 4 } })).toBe('4');
  });

  it('stops a hostile pattern with its own reason and goes on with other attributes', () => {
    const result = evaluate(
      [
        attribute('A', [{ jsonPath: '$.jsonBody.a' }, { regex: '^(a+)+$' }]),
        attribute('B', [{ static: 'b' }]),
      ],
      { a: `${'a'.repeat(40)}!` },
    );
    expect(result.trace).toContainEqual(
      expect.objectContaining({ attribute: 'A', reason: 'regex-budget' }),
    );
    expect(valueIn(result, 'B')).toBe('b');
  });

  it('shares one budget between all steps of a payload', () => {
    const hostile = Array.from({ length: 12 }, (_, index) =>
      attribute(`A${index}`, [{ jsonPath: '$.jsonBody.a' }, { regex: '^(a+)+$' }]),
    );
    const reasons = evaluate(hostile, { a: `${'a'.repeat(40)}!` })
      .trace.map(({ reason }) => reason)
      .filter(Boolean);
    expect(reasons.slice(0, 2)).toEqual(['regex-budget', 'regex-budget']);
    expect(reasons.at(-1)).toBe('budget');
  });
});

describe('reserved attributes', () => {
  it.each([
    ['status', 'Status', ' rEsOlVeD ', { outcome: 'Resolved', status: 'Resolved' }],
    ['severity', 'Severity', 'CRITICAL', { severity: 'Critical' }],
    ['title', 'Title', 'Disk full', { title: 'Disk full' }],
    ['correlation id', 'CorrelationId', 'abc', { correlationId: 'abc' }],
    ['grouping window', 'GroupingWindowInSeconds', ' 090 ', { groupingWindowInSeconds: 90 }],
    [
      'a grouping window that is no number is ignored',
      'groupingWindowInSeconds',
      '5m',
      { groupingWindowInSeconds: null },
    ],
  ])('%s', (_, name, value, expected) => {
    expect(evaluate([attribute(name, [{ static: value }])], {})).toMatchObject(expected);
  });

  it('is no custom attribute', () => {
    expect(evaluate([attribute('title', [{ static: 'x' }])], {}).attributes).toEqual([]);
  });

  it.each([
    ['omitted', []],
    ['empty', [attribute('Title', [{ static: '' }])]],
    ['not found', [attribute('Title', [{ jsonPath: '$.jsonBody.t' }])]],
    ['only blanks', [attribute('Title', [{ static: ' ' }])]],
    ['only punctuation', [attribute('Title', [{ static: ': ' }])]],
  ])('a title that is %s is the integration name', (_, attributes) => {
    expect(evaluate(attributes, {}).title).toBe('Probe');
  });

  it('a title without a letter or digit falls back to the next entry', () => {
    const attributes = [
      attribute('Title', [{ static: '/' }]),
      attribute('Title', [{ static: 'ディスクが満杯' }]),
    ];
    const { title, trace } = evaluate(attributes, {});
    expect(title).toBe('ディスクが満杯');
    expect(trace).toContainEqual(
      expect.objectContaining({ attribute: 'Title', reason: 'invalid-value' }),
    );
  });

  it.each([
    [
      'an unknown severity',
      [attribute('Severity', [{ static: 'High' }])],
      'Severity has no valid value. “High” is not Minor or Warning or Critical.',
    ],
    [
      'a status that is not in the payload',
      [attribute('Status', [{ jsonPath: '$.jsonBody.s' }])],
      'Status has no valid value. Nothing in the payload matches.',
    ],
  ])('%s makes the outcome Failed and says why', (_, attributes, failure) => {
    const evaluation = evaluate(attributes, {});
    expect(evaluation.outcome).toBe('Failed');
    expect(evaluation.failure && inEnglish(evaluation.failure)).toBe(failure);
  });

  it('a mapping without Status fails every payload, and the save warns', () => {
    const program = programOf({ attributes: [attribute('Severity', [{ static: 'Minor' }])] });
    expect(program.warnings.map(({ sentence }) => inEnglish(sentence))).toContain(
      'Without Status no payload of this integration can become an incident.',
    );
    expect(evaluateMapping(program, { payload: {}, integrationName: 'P' })).toMatchObject({
      outcome: 'Failed',
      failure: say('attributeNotMapped', { name: 'Status' }),
    });
  });

  it.each([
    ['true', 'Discarded'],
    [' TRUE ', 'Discarded'],
    ['False', 'Open'],
    ['yes', 'Open'],
    ['', 'Open'],
  ])('Discard %j is %s', (value, outcome) => {
    expect(evaluate([attribute('Discard', [{ static: value }])], {}).outcome).toBe(outcome);
  });

  it('a discard ends the evaluation early, with no correlation id, and even without a valid severity', () => {
    const result = evaluate(
      [
        attribute('Severity', [{ static: '?' }]),
        attribute('Discard', [{ static: 'True' }]),
        attribute('Later', [{ static: 'x' }]),
      ],
      {},
    );
    expect(result).toMatchObject({ outcome: 'Discarded', correlationId: null, attributes: [] });
  });

  it('the window of the mapping wins over the attribute', () => {
    const result = evaluate(
      [attribute('groupingWindowInSeconds', [{ static: '60' }])],
      {},
      { groupingWindowInSeconds: 30 },
    );
    expect(result.groupingWindowInSeconds).toBe(30);
  });
});

describe('variables (spec 2.5 rule 4)', () => {
  const host = attribute('Host Name', [{ jsonPath: '$.jsonBody.host' }]);

  it.each([
    [
      'any spacing and case',
      'on {{currentIncident.Host Name}} and {{ CURRENTINCIDENT.host name }}',
      'on web-1 and web-1',
    ],
    [
      'a name that is not defined earlier stays',
      '{{ currentIncident.Later }}',
      '{{ currentIncident.Later }}',
    ],
    ['its own name stays', '{{ currentIncident.X }}', '{{ currentIncident.X }}'],
    ['another incident stays', '{{ nextIncident.Host Name }}', '{{ nextIncident.Host Name }}'],
    [
      'without closing braces stays',
      '{{ currentIncident.Host Name',
      '{{ currentIncident.Host Name',
    ],
    ['no previous incident reads as empty', 'was [{{ previousIncident.Host Name }}]', 'was []'],
    ['reserved attributes by their canonical value', '{{ currentIncident.severity }}', 'Warning'],
  ])('%s', (_, text, expected) => {
    const result = evaluate(
      [host, attribute('X', [{ static: text }]), attribute('Later', [{ static: 'l' }])],
      { host: 'web-1' },
    );
    expect(valueIn(result, 'X')).toBe(expected);
  });

  it('an attribute defined earlier that failed reads as empty', () => {
    expect(
      valueIn(
        evaluate([host, attribute('X', [{ static: '[{{ currentIncident.Host Name }}]' }])], {}),
        'X',
      ),
    ).toBe('[]');
  });

  it('are also substituted in values of the payload, once, and never in inserted values', () => {
    const result = evaluate(
      [
        attribute('A', [{ jsonPath: '$.jsonBody.a' }]),
        attribute('B', [{ static: '{{ currentIncident.A }}{{ currentIncident.A }}' }]),
        attribute('C', [{ jsonPath: '$.jsonBody.c' }]),
      ],
      { a: '{{ currentIncident.B }}', c: 'got {{ currentIncident.B }}' },
    );
    expect(valueIn(result, 'B')).toBe('{{ currentIncident.B }}{{ currentIncident.B }}');
    expect(valueIn(result, 'C')).toBe('got {{ currentIncident.B }}{{ currentIncident.B }}');
  });

  it('are substituted after all steps, so that a regex never sees their values', () => {
    const result = evaluate(
      [
        host,
        attribute('X', [{ static: '{{ currentIncident.Host Name }}' }, { regex: '\\w+Incident' }]),
      ],
      { host: 'web-1' },
    );
    expect(valueIn(result, 'X')).toBe('currentIncident');
  });

  it('are substituted before a reserved value is checked', () => {
    const result = evaluate(
      [
        attribute('S', [{ static: 'critical' }]),
        attribute('Severity', [{ static: '{{ currentIncident.S }}' }]),
      ],
      {},
    );
    expect(result.severity).toBe('Critical');
  });

  it('cannot grow a value beyond its cap: doubling stops with too-large', () => {
    const doubling = Array.from({ length: 20 }, (_, index) =>
      attribute(`V${index + 1}`, [{ static: `{{ currentIncident.V${index} }}`.repeat(2) }]),
    );
    const result = evaluate([attribute('V0', [{ static: 'x'.repeat(1_000) }]), ...doubling], {});
    expect(result.trace).toContainEqual(
      expect.objectContaining({ attribute: 'V7', reason: 'too-large' }),
    );
    expect(Math.max(...result.attributes.map(({ value }) => value.length))).toBe(64_000);
  });

  it('a text full of opening braces is read in one pass', () => {
    const text = '{{ currentIncident.'.repeat(3_000);
    expect(valueIn(evaluate([attribute('X', [{ static: text }])], {}), 'X')).toBe(text);
  });

  it('the save warns about a variable that is not defined earlier, and not about a child of an expanded attribute', () => {
    const program = programOf({
      attributes: [
        attribute('Labels', [{ jsonPath: '$' }], { expand: true }),
        attribute('A', [{ static: '{{ currentIncident.Labels.team }}{{ currentIncident.Nope }}' }]),
      ],
    });
    const warnings = program.warnings.filter(
      ({ sentence }) => sentence.code === 'mappingVariableUnknown',
    );
    expect(warnings).toEqual([
      {
        pointer: 'attributesMapping.attributes[1]',
        sentence: say('mappingVariableUnknown', { name: 'nope' }),
      },
    ]);
  });
});

describe('expand', () => {
  const labels = (value: unknown) =>
    evaluate(
      [
        attribute('Labels', [{ jsonPath: '$.jsonBody.l' }], {
          expand: true,
          hideInPreviews: true,
          isGroupingKey: true,
        }),
      ],
      { l: value as never },
    );
  const children = (value: unknown) =>
    labels(value)
      .attributes.slice(1)
      .map((one) => [one.name, one.value]);

  it.each([
    [
      'object keys become Name.key',
      { team: 'db', env: 'prod' },
      [
        ['Labels.team', 'db'],
        ['Labels.env', 'prod'],
      ],
    ],
    [
      'array items become Name[i]',
      ['a', 'b'],
      [
        ['Labels[0]', 'a'],
        ['Labels[1]', 'b'],
      ],
    ],
    ['nested values stay one text', { a: { b: [1] } }, [['Labels.a', '{"b":[1]}']]],
    ['null is empty', { a: null }, [['Labels.a', '']]],
    ['a JSON text in a string is expanded', '{"a":1.10}', [['Labels.a', '1.10']]],
    [
      '__proto__ is a key like any other',
      JSON.parse('{"__proto__":"x"}'),
      [['Labels.__proto__', 'x']],
    ],
    ['a scalar has no children', 17, []],
  ])('%s', (_, value, expected) => {
    expect(children(value)).toEqual(expected);
  });

  it('children share the flags but for the grouping key, and the parent stays', () => {
    expect(labels({ a: 1 }).attributes).toEqual([
      {
        name: 'Labels',
        value: '{"a":1}',
        isImage: false,
        hideInPreviews: true,
        isGroupingKey: true,
      },
      { name: 'Labels.a', value: '1', isImage: false, hideInPreviews: true, isGroupingKey: false },
    ]);
  });

  it('a value that is not JSON breaks the entry only: the next one is tried, others go on', () => {
    const result = evaluate(
      [
        attribute('L', [{ static: 'not json' }], { expand: true }),
        attribute('L', [{ static: 'plain' }]),
        attribute('M', [{ static: 'm' }]),
      ],
      {},
    );
    expect(result.attributes.map(({ value }) => value)).toEqual(['plain', 'm']);
    expect(result.trace).toContainEqual(
      expect.objectContaining({ attribute: 'L', evaluation: 'expand', reason: 'parse' }),
    );
  });

  it('keeps 200 children and says how many there were', () => {
    const result = labels(Array.from({ length: 250 }, (_, index) => index));
    expect(result.attributes).toHaveLength(201);
    expect(result.trace).toContainEqual(
      expect.objectContaining({
        evaluation: 'expand',
        reason: 'too-large',
        detail: say('childrenLeftOut', { kept: 200, all: 250 }),
      }),
    );
  });

  it('keeps 1000 children of all attributes together, and says of each how many are missing', () => {
    const value = JSON.stringify(Array.from({ length: 180 }, (_, index) => index));
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G'];
    const result = evaluate(
      names.map((name) => attribute(name, [{ static: value }], { expand: true })),
      {},
    );
    expect(result.attributes).toHaveLength(1000 + names.length);
    expect(
      result.trace.flatMap(({ evaluation, detail }) => (evaluation === 'expand' ? detail : [])),
    ).toEqual([
      say('childrenLeftOut', { kept: 100, all: 180 }),
      say('childrenLeftOut', { kept: 0, all: 180 }),
    ]);
  });

  it('never overwrites an attribute the mapping names, earlier or later', () => {
    const result = evaluate(
      [
        attribute('L', [{ static: '{"a":1,"b":2}' }], { expand: true }),
        attribute('L.B', [{ static: 'mine' }]),
      ],
      {},
    );
    expect(result.attributes.map(({ name, value }) => [name, value])).toEqual([
      ['L', '{"a":1,"b":2}'],
      ['L.a', '1'],
      ['L.B', 'mine'],
    ]);
  });

  it('later attributes can read the children, a missing one as empty', () => {
    const result = evaluate(
      [
        attribute('L', [{ static: '{"team":"db"}' }], { expand: true }),
        attribute('X', [{ static: '{{ currentIncident.L.team }}/{{ currentIncident.L.env }}' }]),
      ],
      {},
    );
    expect(valueIn(result, 'X')).toBe('db/');
  });
});

describe('correlation and grouping', () => {
  const id = (attributes: ReturnType<typeof attribute>[], body = {}) =>
    evaluate(attributes, body).correlationId;
  const a = attribute('A', [{ static: 'x' }]);
  const b = attribute('B', [{ static: 'y' }]);

  it('is a hash of all custom attributes, whatever their order and the case of their names', () => {
    expect(id([a, b])).toBe(id([b, attribute('a', [{ static: 'x' }])]));
    expect(id([a, b])).toMatch(/^v1:[0-9a-f]{64}$/);
  });

  it('is the documented hash: SHA-256 of the sorted pairs as JSON', () => {
    expect(id([attribute('Host', [{ static: 'web' }])])).toBe(
      // printf '[["host","web"]]' | sha256sum
      'v1:336ebdca920665257de1decc9310b54a1a47c804446bff5095b4c8a76b2731e7',
    );
  });

  it('keeps names and values apart', () => {
    expect(id([attribute('a', [{ static: 'bc' }])])).not.toBe(
      id([attribute('ab', [{ static: 'c' }])]),
    );
  });

  it('tells a missing attribute from an empty one', () => {
    expect(id([a, attribute('B', [{ static: '' }])])).not.toBe(id([a]));
  });

  it('is the same for an Open and its Resolved, whatever title and severity', () => {
    const reserved = (status: string, severity: string) => [
      attribute('Status', [{ static: status }]),
      attribute('Severity', [{ static: severity }]),
      attribute('Title', [{ static: status }]),
      a,
    ];
    expect(id(reserved('Open', 'Critical'))).toBe(id(reserved('Resolved', 'Minor')));
  });

  it('includes hidden attributes and leaves out expanded children', () => {
    expect(
      id([a, attribute('B', [{ static: 'y' }], { hideInPreviews: true, isImage: true })]),
    ).toBe(id([a, b]));
    const l = [{ static: '{"k":1}' }];
    expect(id([attribute('L', l, { expand: true })])).toBe(id([attribute('L', l)]));
  });

  it('falls back to the hash when the mapped id is empty or missing', () => {
    expect(id([a, attribute('CorrelationId', [{ static: '' }])])).toBe(id([a]));
    expect(id([a, attribute('CorrelationId', [{ jsonPath: '$.jsonBody.id' }])])).toBe(id([a]));
  });

  it('without any custom attribute all payloads correlate, and the save warns', () => {
    expect(id([])).toBe(id([]));
    expect(
      programOf({ attributes: [] }).warnings.map(({ sentence }) => inEnglish(sentence)),
    ).toContain(
      'There is neither a CorrelationId nor a custom attribute, so all payloads belong to one incident.',
    );
  });

  describe('when neither CorrelationId nor a custom attribute has a value', () => {
    const host = attribute('Host', [{ jsonPath: '$.jsonBody.host' }]);
    const mappings = {
      'a custom attribute': [host],
      'a CorrelationId': [attribute('CorrelationId', [{ jsonPath: '$.jsonBody.id' }])],
      'a grouped attribute': [{ ...host, isGroupingKey: true }],
      'several attributes': [host, attribute('Rule', [{ regex: 'rule=(.+)' }])],
      'an attribute that takes too many steps': [
        attribute('Slow', [{ jsonPath: '$..[?@.a =~ /^(a+)+$/]' }]),
      ],
    };
    const bodies = [
      { jsonBody: { text: 'disk full on db-1' } },
      { jsonBody: { text: 'router down in Paris' } },
      { jsonBody: { text: `${'x'.repeat(30_000)}1` } },
      { jsonBody: { text: `${'x'.repeat(30_000)}2` } },
      { textBody: 'disk full' },
      { xmlBody: 'disk full' },
      { formBody: { text: 'disk full' } },
      { base64Body: '/w==' },
      { query: { text: 'disk full' } },
      { jsonBody: {}, query: { text: 'disk full' } },
    ];

    it.each(Object.entries(mappings))(
      'two bodies differ, whatever they are: %s',
      (_, attributes) => {
        const ids = bodies.map((body) => evaluatePayload(attributes, body).correlationId);
        expect(new Set(ids).size).toBe(bodies.length);
      },
    );

    it('the same body sent again is the same incident, whoever sends it', () => {
      const body = { jsonBody: { text: 'disk full' } };
      const ids = ['a', 'b'].map(
        (agent) =>
          evaluatePayload([host], { ...body, headers: { 'user-agent': agent } }).correlationId,
      );
      expect(ids[0]).toBe(ids[1]);
    });

    it('the trace says so', () => {
      expect(evaluate([host], { text: 'disk full' }).trace.at(-1)).toMatchObject({
        attribute: 'CorrelationId',
        detail: say('keyOfBodyAsNothing'),
      });
    });
  });

  it('the grouping key covers all grouped attributes, and is null without any', () => {
    const group = (...attributes: ReturnType<typeof attribute>[]) =>
      evaluate(attributes, {}).groupingKey;
    const grouped = attribute('G', [{ static: 'g' }], { isGroupingKey: true });
    const other = attribute('H', [{ static: 'h' }], { isGroupingKey: true });
    expect(group(a)).toBeNull();
    expect(group(grouped, a)).toBe(group(b, grouped));
    expect(group(grouped, other)).not.toBe(group(grouped));
    expect(group(other, grouped)).toBe(group(grouped, other));
  });
});

describe('caps', () => {
  it('a final value has at most 64 KB of UTF-8', () => {
    expect(run([{ jsonPath: '$.jsonBody.a' }], { a: 'x'.repeat(65_536) })).toHaveLength(65_536);
    expect(run([{ jsonPath: '$.jsonBody.a' }], { a: 'x'.repeat(65_537) })).toBe('!too-large');
    expect(run([{ jsonPath: '$.jsonBody.a' }], { a: 'ä'.repeat(32_769) })).toBe('!too-large');
  });

  it('all values together have at most a million characters, then further ones fail', () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      attribute(`A${index}`, [{ static: 'x'.repeat(65_000) }]),
    );
    const result = evaluate([...many, attribute('Small', [{ static: 's' }])], {});
    expect(result.attributes.map(({ name }) => name)).toEqual([
      ...Array.from({ length: 16 }, (_, index) => `A${index}`),
      'Small',
    ]);
    expect(result.trace).toContainEqual(
      expect.objectContaining({ attribute: 'A16', reason: 'too-large' }),
    );
  });

  it('a hostile text of variables is read within the budget', () => {
    const text = `{{currentIncident.${'a.'.repeat(200)}}}`.repeat(150);
    const expanded = attribute('E', [{ static: '{"k":1}' }], { expand: true });
    const many = Array.from({ length: 100 }, (_, index) =>
      attribute(`A${index}`, [{ jsonPath: '$.jsonBody.t' }]),
    );
    expect(evaluate([expanded, ...many], { t: text }).outcome).toBe('Open');
  });

  it('a larger value may pass between steps', () => {
    expect(
      run([{ jsonPath: '$.jsonBody.a' }, { regex: 'id=(\\d+)' }], {
        a: `${'x'.repeat(200_000)} id=7`,
      }),
    ).toBe('7');
  });

  it('a replacement cannot blow a value up', () => {
    const replace = '$_'.repeat(2_000);
    expect(
      run([{ jsonPath: '$.jsonBody.a' }, { regex: 'x', replace }], { a: 'x'.repeat(100_000) }),
    ).toBe('!too-large');
  });

  it('a deep JSON value is a failed step, never an exception', () => {
    const deep = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    expect(run([{ static: 'x' }, { static: '[]' }, { jsonPath: '$' }], {})).toBe('[]');
    expect(runOn([{ jsonPath: '$.textBody' }, { jsonPath: '$[0]' }], { textBody: deep })).toBe(
      '!too-large',
    );
  });
});

describe('trace', () => {
  it('holds only reasons unless asked for more', () => {
    const program = programOf({
      attributes: [attribute('A', [{ jsonPath: '$.a' }]), attribute('B', [{ static: 'b' }])],
    });
    expect(evaluateMapping(program, { payload: {}, integrationName: 'P' }).trace).toEqual([
      { attribute: 'A', step: 0, evaluation: 'jsonPath', reason: 'no-match' },
    ]);
  });

  it('holds every result with its microseconds when asked', () => {
    const result = evaluate([attribute('A', [{ jsonPath: '$.jsonBody.a' }, { map: 'x->y' }])], {
      a: 'x',
    });
    expect(result.trace.filter(({ attribute: name }) => name === 'A')).toEqual([
      {
        attribute: 'A',
        step: 0,
        evaluation: 'jsonPath',
        result: 'x',
        microseconds: expect.any(Number),
      },
      { attribute: 'A', step: 1, evaluation: 'map', result: 'y', microseconds: expect.any(Number) },
    ]);
    expect(result.trace.at(-1)).toMatchObject({
      evaluation: 'correlation',
      detail: say('keyOfOneAttribute'),
    });
  });

  it('shortens long results', () => {
    const result = evaluate([attribute('A', [{ jsonPath: '$.jsonBody.a' }])], {
      a: 'x'.repeat(5_000),
    });
    expect(result.trace.find(({ attribute: name }) => name === 'A')?.result).toHaveLength(1_001);
  });

  it('is the same evaluation with and without', () => {
    const attributes = [
      attribute('Status', [{ static: 'Open' }]),
      attribute('Severity', [{ static: 'Minor' }]),
      attribute('A', [{ jsonPath: '$.jsonBody' }], { expand: true }),
    ];
    const input = { payload: { jsonBody: { a: 1 } }, integrationName: 'P' };
    const program = programOf({ attributes });
    const { trace: _, ...traced } = evaluateMapping(program, { ...input, trace: true });
    expect(evaluateMapping(program, input)).toMatchObject(traced);
  });
});

it('a program from elsewhere is refused', () => {
  expect(() =>
    evaluateMapping(
      { usesPreviousIncident: false, warnings: [], steps: 0, bytes: 0 },
      { payload: {}, integrationName: '' },
    ),
  ).toThrow('compileMapping');
  expect(compileMapping({ attributes: [] }).ok).toBe(true);
  expect(evaluatePayload([], {}).outcome).toBe('Open');
});
