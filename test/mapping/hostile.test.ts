import { beforeAll, describe, expect, it } from 'vitest';
import { bodyToPayload } from '../../src/bodies/body-to-payload.ts';
import {
  type AttributesMapping,
  budgetFor,
  compileMapping,
  type Evaluation,
  evaluateMapping,
  evaluateMappingWithPrevious,
  type Json,
  limits,
  loadXPath,
  type MappingStep,
} from '../../src/mapping/index.ts';
import { inEnglish, say } from '../../src/sentences/index.ts';
import { attribute, programOf, required } from './evaluate-support.ts';

/**
 * Payloads and mappings made to hold the server. Each ends with a named outcome, within its budget, and leaves an
 * engine that works. Cost is asserted in steps, which are counted: how long they take is for the bench `hostile` to
 * say.
 */

type Payload = { [key: string]: Json };

/** The most that one piece of work may overdraw a budget: what only its result tells the cost of. */
const overdraftMax = 100_000;

interface Result {
  evaluation: Evaluation;
  /** By step or entry: the reason, or `found`. */
  outcomes: Record<string, number>;
  used: number;
  granted: number;
}

function attack(steps: MappingStep[], payload: Payload, times = 1, flags = {}): Result {
  const attributes = Array.from({ length: times }, (_, n) => attribute(`A${n}`, steps, flags));
  const program = programOf({ attributes: [...required, ...attributes] });
  const body = payload.xmlBody ?? payload.textBody;
  const budget = budgetFor(typeof body === 'string' ? body.length : 0);
  const granted = budget.steps;
  const input = { payload, integrationName: 'Hostile', trace: true, budget };
  const evaluation = evaluateMapping(program, input);
  const outcomes: Record<string, number> = {};
  for (let n = 0; n < times; n += 1) {
    const failed = evaluation.trace.find(
      (line) => line.attribute === `A${n}` && line.reason !== undefined,
    );
    const outcome = failed?.reason ?? 'found';
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  return { evaluation, outcomes, used: granted - budget.steps, granted };
}

/** The outcome of the only attribute. */
const outcomeOf = (result: Result) => Object.keys(result.outcomes).join(' ');

/** An evaluation that uses every engine, to be run after each attack. */
function expectOrdinaryWorks(): void {
  const program = programOf({
    attributes: [
      ...required,
      attribute('Host', [{ xPath: '//host' }, { regex: '^(\\w+)-' }, { map: 'web->Web' }]),
      attribute('Name', [{ static: 'on {{ currentIncident.Host }}' }]),
      attribute('Value', [{ static: '{"a":[{"n":1.10}]}' }, { jsonPath: '$.a[?@.n > 1].n' }]),
    ],
  });
  const { outcome, attributes } = evaluateMapping(program, {
    payload: { xmlBody: '<alert><host>web-1</host></alert>' },
    integrationName: 'Ordinary',
  });
  expect(outcome).toBe('Open');
  expect(attributes.map(({ value }) => value)).toEqual(['Web', 'on Web', '1.10']);
}

function expectBounded({ used, granted }: Result): void {
  expect(used).toBeLessThanOrEqual(granted + overdraftMax);
}

const errorsOf = (mapping: AttributesMapping) => {
  const compiled = compileMapping(mapping);
  return compiled.ok ? [] : Object.values(compiled.errors).flat().map(inEnglish);
};

beforeAll(loadXPath);

const x = (count: number, text = 'x') => text.repeat(count);
/** A small body: larger ones are worked on elsewhere. */
const small = 65_536;

describe('expressions that would break the XPath engine', () => {
  it.each([
    ['predicates in predicates', `/a${x(250, '[a')}${x(250, ']')}`],
    ['calls in calls', `${x(120, 'concat(1,')}1${x(120, ')')}`],
    ['parentheses', `${x(500, '(')}1${x(500, ')')}`],
    ['one level too many', `${x(33, '(')}1${x(33, ')')}`],
    ['a long chain within deep nesting', `${x(30, '(')}a${x(600, '//a')}${x(30, ')')}`],
    ['a chain of descents', `a${x(600, '//a')}`],
    ['a chain of unions within predicates', `${x(30, '//a[')}a${x(400, '|a')}${x(30, ']')}`],
  ])('%s are refused when the mapping is saved', (_, xPath) => {
    expect(errorsOf({ attributes: [attribute('A', [{ xPath }])] })).toEqual([
      expect.stringMatching(/nested 32 deep|too many steps and operators/),
    ]);
    expectOrdinaryWorks();
  });

  it.each([
    ['calls in calls', `${x(32, 'concat(1,')}1${x(32, ')')}`],
    ['predicates in predicates', `${x(32, '//a[')}a${x(32, ']')}`],
    ['a chain', `a${x(150, '//a')}`],
    ['a wide call', `concat(a${x(900, ',a')})`],
    ['steps', x(700, '/a')],
    ['minus signs', `${x(250, '-')}1`],
  ])('as many %s as are allowed do no harm', (_, xPath) => {
    const xmlBody = `${x(300, '<a>')}${x(300, '</a>')}`;
    expectBounded(attack([{ xPath }], { xmlBody }));
    expectOrdinaryWorks();
  });
});

describe('work on XML that libxml2 does not count', () => {
  const halves = `<r><a>${x(40_000, 'a')}</a><b>${x(20_000, 'a')}b</b></r>`;
  const message = `<r>${x(2_000, '<i><m>Some Message</m></i>')}</r>`;
  const lower = "translate(m,'ABCDEFGHIJKLMNOPQRSTUVWXYZ','abcdefghijklmnopqrstuvwxyz')";
  const prefixes = (count: number) =>
    Array.from({ length: count }, (_, n) => `xmlns:p${n}="u${n}"`).join(' ');
  const deep = `<r>${x(400, '<n>')}${x(8_000, '<i/>')}${x(400, '</n>')}</r>`;
  const flat = `<r>${x(8_000, '<i>a b</i>')}</r>`;

  it.each<[string, string, string]>([
    ['contains(/r/a,/r/b)', halves, 'budget'],
    ['substring-before(/r/a,/r/b)', halves, 'budget'],
    ['substring-after(/r/a,concat(/r/b,"c"))', halves, 'budget'],
    ['translate(/r/a,/r/b,"")', halves, 'budget'],
    ['//a[contains(.,../b)]', halves, 'budget'],
    [`contains(/r/a,'${x(1_900, 'a')}b')`, halves, 'budget'],
    [`contains(/r/a,'${x(600, 'ab')}')`, halves, 'budget'],
    ['//*[namespace::zz]', `<r ${prefixes(900)}>${x(400, '<a/>')}</r>`, 'budget'],
    ['count(//namespace::*)', `<r ${prefixes(50)}>${x(12_000, '<a/>')}</r>`, 'budget'],
    ['count(//i[..//i])', flat, 'budget'],
    ['count(//i/preceding::*)', flat, 'budget'],
    ['//i!=//i', flat, 'budget'],
    ['//i=//r/i', flat, 'budget'],
    ['//i|/r/i', flat, 'budget'],
    ['//n//i', deep, 'budget'],
    [`concat(${Array(150).fill('/').join()})`, `<r>${x(60_000)}</r>`, 'budget'],
    ['//i[@x=../@y]', flat, 'no-match'],
    ['sum(//*)', `<r>${x(500, '<n>')}${x(small, '1')}${x(500, '</n>')}</r>`, 'budget'],
    [
      `//i[${Array(60).fill('../@x=1').join(' or ')}]`,
      `<r x="${x(30_000)}">${x(8_000, '<i/>')}</r>`,
      'budget',
    ],
    // Costly, but it fits.
    [`//i[contains(${lower},'zz')]`, message, 'no-match'],
    ["//i[lang('en')]", deep, 'budget'],
    ['contains(/r/a,"ERROR")', halves, 'found'],
    ['normalize-space(/r)', flat, 'found'],
  ])('%s', (xPath, xmlBody, expected) => {
    const once = attack([{ xPath }], { xmlBody });
    expect(outcomeOf(once)).toBe(expected);
    expectBounded(once);
    const often = attack([{ xPath }], { xmlBody }, 198);
    expect(often.outcomes.budget).toBeGreaterThan(0);
    expectBounded(often);
    expectOrdinaryWorks();
  });

  it.each([
    'string(/r)',
    'normalize-space(/r)',
    'translate(/r,"A","a")',
    '/r',
    '//r[string-length(.) > 1]',
  ])('%s is charged for each of 198 attributes', (xPath) => {
    const xmlBody = `<r>${x(small)}</r>`;
    const once = attack([{ xPath }], { xmlBody }).used;
    const parse = attack([{ xPath: '/nothing' }], { xmlBody }).used;
    const often = attack([{ xPath }], { xmlBody }, 198);
    expect(often.used).toBeGreaterThan(Math.min(often.granted * 0.9, (once - parse) * 190));
    expectBounded(often);
  });

  it('a search is charged by its text: little for a word, much for a text that repeats itself', () => {
    const used = (sought: string) =>
      attack([{ xPath: `contains(/r,'${sought}')` }], { xmlBody: `<r>${x(20_000)}</r>` }).used;
    expect(used('abcdefghijabcdefghij') - used('z')).toBeLessThan(5_000);
    expect(used(x(40, 'a')) - used('z')).toBeGreaterThan(20_000);
  });
});

describe('HTML', () => {
  it.each([
    ['unclosed', `<p>${x(8_000, '<p>a<br>')}`],
    ['well-formed', `<table>${x(3_000, '<tr><td>1</td></tr>')}</table>`],
  ])('%s, is charged for and read once', (_, textBody) => {
    const result = attack([{ xPath: '//q' }], { textBody }, 198);
    expectBounded(result);
    expect(result.used).toBeGreaterThan(150_000);
    expectOrdinaryWorks();
  });
});

describe('JSON', () => {
  const keys = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
  const digits = `${x(1_000_000, '1')}x`;
  const twin = x(700_000);

  it.each<[string, string, Json, string]>([
    [
      'objects compared with a large one',
      '$.jsonBody.alerts[?@.labels==$.jsonBody.commonLabels].x',
      {
        alerts: Array.from({ length: 300 }, () => ({ labels: { a: 1 } })),
        commonLabels: keys(90_000),
      },
      'budget',
    ],
    [
      'large objects compared with each other',
      '$.jsonBody.l[?@ == $.jsonBody.o]',
      { l: Array.from({ length: 20 }, () => keys(3_000)), o: { ...keys(3_000), k2999: 0 } },
      'budget',
    ],
    [
      'texts compared as numbers',
      'jsonBody.l[?(@ < $.jsonBody.s)]',
      { l: Array.from({ length: 2_000 }, (_, n) => n), s: digits },
      'no-match',
    ],
    [
      'long texts compared for equality',
      '$.jsonBody.l[?$.jsonBody.a == $.jsonBody.b]',
      { l: Array(500).fill(1), a: `${twin}a`, b: `${twin}b` },
      'budget',
    ],
    [
      'long texts compared for order',
      '$.jsonBody.l[?$.jsonBody.b < $.jsonBody.a]',
      { l: Array(500).fill(1), a: `${twin}a`, b: `${twin}b` },
      'budget',
    ],
    ['a search below everything', '$..nothing', { a: keys(50_000) }, 'budget'],
    ['all of everything', '$.jsonBody.*.*', { a: keys(50_000) }, 'budget'],
    ['a regex tried on everything', '$.jsonBody[?@ =~ /x/]', Array(150_000).fill('a'), 'budget'],
    [
      'patterns from the document',
      "$.jsonBody[?match('x', @)]",
      Array.from({ length: 3_000 }, (_, n) => `(?i)[a-z]${n}`),
      'budget',
    ],
  ])('%s', (_, jsonPath, jsonBody, expected) => {
    const result = attack([{ jsonPath }], { jsonBody });
    expect(outcomeOf(result)).toBe(expected);
    // The one thing nobody can price in advance is the listing of an object whose size only the listing tells.
    expect(result.used).toBeLessThanOrEqual(result.granted + 3_000_000);
    expectOrdinaryWorks();
  });

  it('the members of a large object are listed once per payload, not once per attribute', () => {
    const jsonBody = { a: keys(10_000) };
    const once = attack([{ jsonPath: '$..nothing' }], { jsonBody }).used;
    expect(attack([{ jsonPath: '$..nothing' }], { jsonBody }, 20).used).toBeLessThan(once * 2);
  });

  it('a large value is written once per payload', () => {
    const jsonBody = { list: Array.from({ length: 4_000 }, (_, n) => `item ${n}`) };
    const steps = [{ jsonPath: '$.jsonBody' }, { regex: 'item 3(99)9' }];
    const result = attack(steps, { jsonBody }, 50);
    expect(result.outcomes).toEqual({ found: 50 });
  });

  it('parsing texts as JSON takes budget, most of all for numbers that keep their digits', () => {
    const steps = (depth: number): MappingStep[] => Array(depth).fill({ jsonPath: '$.a' });
    let text = `[${x(8_000, '1.0,')}1.0]`;
    const wrap = (inner: string) => `{"b":1.10,"a":${JSON.stringify(inner)}}`;
    for (let level = 0; level < 12; level += 1) text = wrap(text);
    const result = attack([{ jsonPath: '$.jsonBody' }, ...steps(12)], { jsonBody: text });
    expectBounded(result);
    expect(result.used).toBeGreaterThan(150_000);
  });

  it.each([
    ['lists', `${x(30_000, '[')}${x(30_000, ']')}`],
    ['objects', `${x(10_000, '{"a":')}1${x(10_000, '}')}`],
  ])('%s nested very deeply are ordinary values, never a crash', (_, text) => {
    for (const steps of [
      [{ jsonPath: '$.jsonBody' }],
      [{ jsonPath: '$.jsonBody' }, { jsonPath: '$' }],
      [{ jsonPath: '$.jsonBody' }, { jsonPath: '$..b' }],
      [{ jsonPath: '$.jsonBody' }, { jsonPath: '$[?@ == $]' }],
    ]) {
      expect(outcomeOf(attack(steps, { jsonBody: text }))).toMatch(
        /^(found|no-match|too-large|budget)$/,
      );
      const expanded = attack(steps, { jsonBody: text }, 1, { expand: true });
      expect(outcomeOf(expanded)).toMatch(/^(found|no-match|too-large|budget)$/);
      expect(expanded.evaluation.outcome).toBe('Open');
    }
    expectOrdinaryWorks();
  });
});

describe('expanded attributes', () => {
  it.each<[string, Json]>([
    ['a long list', Array(2_500).fill(1)],
    ['a large object', Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`key${n}`, n]))],
    ['lists in lists', Array(500).fill([1, [2]])],
  ])('%s in 198 of them is charged for', (_, value) => {
    const result = attack([{ jsonPath: '$.jsonBody' }], { jsonBody: value }, 198, { expand: true });
    expectBounded(result);
    // Each child is paid for.
    expect(result.used).toBeGreaterThan(limits.expandedInAllMax * 25);
    expect(result.evaluation.attributes.length).toBeLessThanOrEqual(198 + limits.expandedInAllMax);
    expect(result.evaluation.outcome).toBe('Open');
    expectOrdinaryWorks();
  });
});

describe('texts', () => {
  it.each([
    ['openings of one variable', `${x(3_600, '{{currentIncident.')}}}`],
    ['openings and blanks', `{{${x(30_000, ' ')}currentIncident.${x(30_000, ' ')}a}}`],
    ['openings only', x(32_000, '{{')],
    ['variables', x(2_800, '{{currentIncident.no}}')],
    ['variables with a dot everywhere', x(12, `{{currentIncident.${x(240, 'a.')}}}`)],
  ])('%s in every attribute', (_, text) => {
    const result = attack([{ jsonPath: '$.jsonBody' }], { jsonBody: text }, 198);
    expectBounded(result);
    expect(Object.keys(result.outcomes)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^(found|budget|too-large)$/)]),
    );
    expect(result.evaluation.outcome).toBe('Open');
    expectOrdinaryWorks();
  });

  it('variables in a payload and variables of the author have separate budgets', () => {
    const text = x(2_900, '{{currentIncident.A}}');
    const program = programOf({
      attributes: [
        ...required,
        ...Array.from({ length: 150 }, (_, n) =>
          attribute(`A${n}`, [{ jsonPath: '$.jsonBody' }], { expand: true }),
        ),
        attribute('Last', [{ static: 'end' }]),
      ],
    });
    const { trace, outcome, attributes } = evaluateMapping(program, {
      payload: { jsonBody: text },
      integrationName: 'Hostile',
    });
    expect(trace.find(({ reason }) => reason === 'budget')).toMatchObject({
      evaluation: 'variables',
      detail: say('tooManyVariables'),
    });
    expect(attributes.at(-1)).toMatchObject({ name: 'Last', value: 'end' });
    expect(outcome).toBe('Open');
  });

  it('attributes of the previous incident are looked up by name, not searched one by one', async () => {
    const text = x(2_500, '{{previousIncident.n399}}');
    const program = programOf({
      attributes: [
        ...required,
        attribute('Id', [{ jsonPath: '$.jsonBody.id' }]),
        ...Array.from({ length: 100 }, (_, n) =>
          attribute(`P${n}`, [{ jsonPath: '$.jsonBody.t' }, { regex: '^', replace: '$_' }]),
        ),
        attribute('Previous', [{ static: '{{previousIncident.n399}}' }]),
      ],
    });
    const previous = Array.from({ length: 400 }, (_, n) => ({ name: `N${n}`, value: `${n}` }));
    const { attributes } = await evaluateMappingWithPrevious(
      program,
      { payload: { jsonBody: { id: '1', t: text } }, integrationName: 'Hostile' },
      async () => ({ title: 'Before', attributes: previous }),
    );
    expect(attributes.at(-1)).toMatchObject({ name: 'Previous', value: '399' });
  });

  it.each<[string, string, string, string]>([
    ['the whole input, many times', '^', x(15, '$_'), 'too-large'],
    ['what stands before and after', 'y', x(40, "$`$'"), 'too-large'],
    ['groups', '^(.*)$', x(40, '$1'), 'too-large'],
    ['the whole input, once', '^', '$_', 'found'],
  ])('a replacement with %s is measured before it is built', (_, regex, replace, expected) => {
    const text = `${x(30_000)}y${x(30_000)}`;
    const long = x(8, text);
    const jsonBody = expected === 'found' ? text : long;
    const result = attack([{ jsonPath: '$.jsonBody' }, { regex, replace }], { jsonBody }, 198);
    expect(result.outcomes[expected]).toBeGreaterThan(0);
    expectBounded(result);
  });

  it('a map step lower-cases no text that is longer than what it knows, and is charged for others', () => {
    const steps = (map: string): MappingStep[] => [
      { jsonPath: '$.jsonBody' },
      ...Array.from({ length: 19 }, () => ({ map })),
    ];
    const jsonBody = x(30_000, 'Σ');
    const short = attack(steps('a->b'), { jsonBody }, 10);
    const long = attack(steps(`${x(30_000, 'σ')}x->b`), { jsonBody }, 10);
    expect(short.used).toBeLessThan(limits.payloadSteps / 4);
    expect(long.used).toBeGreaterThan(limits.payloadSteps);
    expectBounded(long);
  });

  it.each<[string, string, MappingStep[]]>([
    ['copies of the input', x(64_000), [{ regex: 'x', replace: '$_$_$_$_' }, { regex: '^x' }]],
    ['very many copies', x(64_000), [{ regex: 'x', replace: x(60, '$_') }, { regex: '^x' }]],
    [
      'what is before and after',
      `${x(32_000)}y${x(32_000)}`,
      [{ regex: 'y', replace: x(9, "$`$'") }],
    ],
    [
      'thousands of references',
      x(64_000),
      [{ regex: `x${x(199, '()')}`, replace: x(2_000, '$+') }],
    ],
    [
      'a group of thousands of captures',
      x(3_000),
      [{ regex: '(?:(x))*', replace: x(2_000, '$1') }],
    ],
  ])('a replacement with %s is charged for what it takes', (_, jsonBody, steps) => {
    const one = attack([{ jsonPath: '$.jsonBody' }, ...steps], { jsonBody });
    // The length of what is made, at least, and its references.
    expect(one.used).toBeGreaterThan(2_000);
    const result = attack([{ jsonPath: '$.jsonBody' }, ...steps], { jsonBody }, 198);
    expectBounded(result);
    expect(result.used).toBeGreaterThan(limits.payloadSteps / 4);
    expect(result.evaluation.outcome).toBe('Open');
    expectOrdinaryWorks();
  });

  it.each([
    ['braces', x(64_000, '{')],
    ['braces and blanks', x(20_000, '{{ ')],
    ['openings without an end', x(3_500, '{{currentIncident.')],
    ['openings with one end', `${x(3_500, '{{currentIncident.')}}}`],
  ])('%s are charged for, whether or not a variable begins there', (_, jsonBody) => {
    const { outcomes, evaluation } = attack([{ jsonPath: '$.jsonBody' }], { jsonBody }, 198);
    expect(outcomes.budget).toBeGreaterThan(0);
    expect(evaluation.outcome).toBe('Open');
    expect(evaluation.trace).toContainEqual(
      expect.objectContaining({ reason: 'budget', evaluation: 'variables' }),
    );
  });

  it.each([
    ['^(a+)+$', `${x(28, 'a')}!`],
    ['^(\\w+\\s?)*$', `${x(7, 'word ')}abc!`],
    ['(?=(a+)+$)b', x(40, 'a')],
    ['^(?:a|a)*$', `${x(30, 'a')}!`],
    ['(a)\\1+(\\1*)*$', `${x(40, 'a')}!`],
    ['(?<n>a)+(?<-n>a)+(?(n)x)$', x(60, 'a')],
  ])('the regex %s ends, for 198 attributes too', (regex, text) => {
    const result = attack([{ jsonPath: '$.jsonBody' }, { regex }], { jsonBody: text }, 198);
    expectBounded(result);
    expect(Object.keys(result.outcomes).sort().join()).toMatch(
      /^(budget,regex-budget|no-match|budget,no-match|budget,empty|empty)$/,
    );
    expectOrdinaryWorks();
  });

  it('a trace shows less of each result the longer it gets', () => {
    const steps: MappingStep[] = [
      { jsonPath: '$.jsonBody' },
      ...Array.from({ length: 19 }, () => ({ regex: '.*' })),
    ];
    const { evaluation } = attack(steps, { jsonBody: x(5_000) }, 198);
    expect(JSON.stringify(evaluation.trace).length).toBeLessThan(1_500_000);
    expect(evaluation.trace[2]?.result?.length).toBeGreaterThan(900);
  });
});

describe('mappings that take long to compile', () => {
  const many = (count: number, step: (n: number) => MappingStep): AttributesMapping => ({
    attributes: Array.from({ length: count }, (_, n) => attribute(`A${n}`, [step(n)])),
  });

  it('wide character classes that ignore case', () => {
    const regex = (n: number) => ({ regex: `(?i)${n}${x(370, '[\\0-\\uffff]')}` });
    expect(errorsOf(many(198, regex))).toContain(
      'The mapping is too large: it has more expressions than can be compiled.',
    );
    expect(errorsOf(many(5, regex))).toEqual([]);
  });

  it('long expressions of every kind', () => {
    const kinds: ((n: number) => MappingStep)[] = [
      (n) => ({ regex: `${n}${x(4_000, 'a?')}`.slice(0, 4_000) }),
      (n) => ({ jsonPath: `$[?@.n${n}${x(150, '||@.a==1')}]` }),
      (n) => ({ xPath: `/a${n}${x(600, '/a')}` }),
      (n) => ({ map: Array.from({ length: 1_900 }, (_, m) => `${n}-${x(20)}${m}->v`).join() }),
    ];
    for (const kind of kinds) {
      const errors = errorsOf(many(198, kind));
      expect(errors.every((text) => text.startsWith('The mapping is too large'))).toBe(true);
    }
    expect(errorsOf(many(198, (n) => ({ regex: `host=(?<result>\\w+)${n}` })))).toEqual([]);
  });

  it('the same expression everywhere is compiled once', () => {
    const regex = `(?i)${x(370, '[\\0-\\uffff]')}`;
    expect(errorsOf(many(198, () => ({ regex })))).toEqual([]);
  });

  it('of very many unknown variables only the first ones are reported', () => {
    const compiled = compileMapping(
      many(60, () => ({
        static: Array.from({ length: 2_000 }, (_, n) => `{{currentIncident.v${n}}}`).join(''),
      })),
    );
    if (compiled.ok)
      expect(compiled.program.warnings.length).toBeLessThanOrEqual(limits.warningsMax + 3);
    else expect(Object.values(compiled.errors).flat().map(inEnglish).join()).toContain('too large');
  });
});

describe('bodies', () => {
  const wrap = async (contentType: string, body: string) => {
    const { payload, problem } = await bodyToPayload({
      method: 'POST',
      contentType,
      headers: {},
      query: {},
      body: Buffer.from(body),
    });
    return { kind: Object.keys(payload)[0], problem };
  };
  const form = 'application/x-www-form-urlencoded';
  const json = 'application/json';

  it.each<[string, string, string, string, RegExp | null]>([
    [
      'a form of fields without an equals sign',
      form,
      x(1_500_000, 'a&'),
      'textBody',
      /10000 fields/,
    ],
    [
      'a form of as many names',
      form,
      Array.from({ length: 50_000 }, (_, n) => `n${n}=1`).join('&'),
      'textBody',
      /10000 fields/,
    ],
    ['a form of separators', form, x(3_000_000, '&'), 'formBody', null],
    ['percent signs', form, x(1_500_000, '%e'), 'formBody', null],
    ['numbers with digits to keep', json, `[${x(700_000, '1.0,')}1]`, 'jsonBody', null],
    ['minus zeros', json, `[${x(700_000, '-0,')}1]`, 'jsonBody', null],
    ['one number to keep among many', json, `[${x(1_000_000, '1,')}1.0]`, 'jsonBody', null],
    [
      'nesting around a number to keep',
      json,
      `${x(1_500_000, '[')}1.0${x(1_500_000, ']')}`,
      'textBody',
      /100 levels/,
    ],
    ['objects around it', json, `${x(500_000, '{"a":')}1.0`, 'textBody', /100 levels/],
    ['empty objects before one', json, `[${x(500_000, '{},')}1.0]`, 'jsonBody', null],
    ['a text of backslashes', json, `["${x(1_500_000, '\\\\')}",1.0]`, 'jsonBody', null],
    ['an open text of backslashes', json, `["${x(1_500_000, '\\')}`, 'textBody', /not valid JSON/],
  ])('%s', async (_, contentType, body, kind, problem) => {
    const wrapped = await wrap(contentType, body);
    expect(wrapped.kind).toBe(kind);
    if (problem === null) expect(wrapped.problem).toBeNull();
    else expect(wrapped.problem && inEnglish(wrapped.problem)).toMatch(problem);
    expectOrdinaryWorks();
  });
});
