/**
 * What a mapping costs: microseconds to compile and to evaluate, beside `JSON.parse` of the same body, then the
 * worst that a hostile mapping or payload can do. `node test/bench/mapping.ts [milliseconds-per-figure]`
 */
import {
  type AttributesMapping,
  compileMapping,
  evaluateMapping,
  loadXPath,
  type MappingProgram,
  type MappingStep,
  parseJsonBody,
} from '../../src/mapping/index.ts';

const budgetMs = Number(process.argv[2] ?? '400');

/** Microseconds per call: the median of batches, after a warm-up. */
function measure(work: () => unknown): number {
  const batches: number[] = [];
  let calls = 1;
  for (const until = performance.now() + budgetMs / 2; performance.now() < until; ) {
    work();
    calls += 1;
  }
  const perBatch = Math.max(1, Math.round(calls / 50));
  for (
    const until = performance.now() + budgetMs;
    performance.now() < until || batches.length < 5;
  ) {
    const startedAt = performance.now();
    for (let call = 0; call < perBatch; call += 1) work();
    batches.push(((performance.now() - startedAt) * 1_000) / perBatch);
  }
  return batches.toSorted((a, b) => a - b)[batches.length >> 1] ?? 0;
}

function print(name: string, microseconds: number, remark = ''): void {
  const value =
    microseconds >= 1_000
      ? `${(microseconds / 1_000).toFixed(1)} ms`
      : `${microseconds.toFixed(2)} us`;
  console.log(`${name.padEnd(58)} ${value.padStart(11)}  ${remark}`);
}

function compiled(mapping: AttributesMapping): MappingProgram {
  const result = compileMapping(mapping);
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.program;
}

/** An Alertmanager-like webhook of about 3.3 KB. */
const body = JSON.stringify({
  receiver: 'tocsin',
  status: 'firing',
  alerts: Array.from({ length: 4 }, (_, index) => ({
    status: 'firing',
    labels: {
      alertname: 'DiskWillFill',
      instance: `web-${index}.example.org:9100`,
      severity: 'critical',
      job: 'node',
      mountpoint: `/data/${index}`,
    },
    annotations: {
      summary: `Disk on web-${index} fills within 4 hours`,
      description: 'Free space falls steadily and will be used up. '.repeat(7),
    },
    startsAt: '2026-03-01T10:00:00.123Z',
    endsAt: '0001-01-01T00:00:00Z',
    generatorURL: 'http://prometheus.example.org/graph?g0.expr=predict_linear',
    fingerprint: `3c6ef372fe94f82${index}`,
  })),
  groupLabels: { alertname: 'DiskWillFill' },
  commonLabels: { alertname: 'DiskWillFill', job: 'node', severity: 'critical' },
  commonAnnotations: {
    summary: '[FIRING:4] DiskWillFill on instance=web-0.example.org:9100 (critical)',
  },
  externalURL: 'http://alertmanager.example.org',
  version: '4',
  groupKey: '{}:{alertname="DiskWillFill"}',
  truncatedAlerts: 0,
});

const typical: AttributesMapping = {
  attributes: [
    {
      name: 'Status',
      mappings: [
        { jsonPath: '$.jsonBody.status' },
        { map: 'firing->Open,resolved->Resolved,->Open' },
      ],
    },
    {
      name: 'Severity',
      mappings: [
        { jsonPath: '$.jsonBody.commonLabels.severity' },
        { map: 'critical->Critical,warning->Warning,info->Minor,->Warning' },
      ],
    },
    { name: 'Title', mappings: [{ jsonPath: '$.jsonBody.commonAnnotations.summary' }] },
    { name: 'CorrelationId', mappings: [{ jsonPath: '$.jsonBody.groupKey' }] },
    {
      name: 'Host',
      mappings: [
        { jsonPath: '$.jsonBody.commonAnnotations.summary' },
        { regex: 'instance=(?<result>[^:\\s]+)' },
      ],
    },
    {
      name: 'Count',
      mappings: [
        { jsonPath: '$.jsonBody.commonAnnotations.summary' },
        { regex: '\\[(?:FIRING|RESOLVED):(\\d+)\\]' },
      ],
    },
  ],
};

await loadXPath();
const payload = { jsonBody: parseJsonBody(body) };
const program = compiled(typical);
const example = evaluateMapping(program, { payload, integrationName: 'Bench' });
if (example.outcome !== 'Open' || example.attributes.length !== 2)
  throw new Error('the example does not map');
const { attributes: withoutId } = typical;
const hashing = compiled({ attributes: withoutId.filter(({ name }) => name !== 'CorrelationId') });

console.log(`body of ${body.length} bytes; node ${process.version}\n`);
const parse = measure(() => JSON.parse(body));
const ratio = (microseconds: number) => `${(microseconds / parse).toFixed(2)} x JSON.parse`;
print('JSON.parse of the body', parse);
const report = (name: string, work: () => unknown) => {
  const microseconds = measure(work);
  print(name, microseconds, ratio(microseconds));
};
report('parseJsonBody (keeps digits; nothing to keep here)', () => parseJsonBody(body));
const fragile = body.replace('"truncatedAlerts":0', '"truncatedAlerts":12345678901234567890');
report('parseJsonBody with a number to keep', () => parseJsonBody(fragile));
report('evaluate: 4 paths, 2 maps, 2 regexes', () =>
  evaluateMapping(program, { payload, integrationName: 'Bench' }),
);
report('  the same with full trace', () =>
  evaluateMapping(program, { payload, integrationName: 'Bench', trace: true }),
);
report('  the same, CorrelationId as a hash', () =>
  evaluateMapping(hashing, { payload, integrationName: 'Bench' }),
);
report('compile the mapping', () => compileMapping(typical));

const single = (
  name: string,
  steps: MappingStep[],
  given: Parameters<typeof evaluateMapping>[1]['payload'],
) => {
  const one = compiled({ attributes: [{ name: 'A', mappings: steps }] });
  const input = { payload: given, integrationName: 'Bench' };
  const outcome = evaluateMapping(one, input);
  const microseconds = measure(() => evaluateMapping(one, input));
  const answer = outcome.trace.find(({ attribute }) => attribute === 'A')?.reason ?? 'found';
  print(name, microseconds, answer);
};

console.log('\nJSONPath, one attribute');
single(
  '$.jsonBody.alerts[0].labels.severity',
  [{ jsonPath: '$.jsonBody.alerts[0].labels.severity' }],
  payload,
);
single(
  '$.jsonBody.alerts[*].labels.alertname',
  [{ jsonPath: '$.jsonBody.alerts[*].labels.alertname' }],
  payload,
);
single('$..fingerprint', [{ jsonPath: '$..fingerprint' }], payload);
single(
  'alerts[?(@.labels.instance =~ /web-3/)].fingerprint',
  [{ jsonPath: 'jsonBody.alerts[?(@.labels.instance =~ /web-3/)].fingerprint' }],
  payload,
);

console.log('\nXPath, one attribute: parse and evaluate');
const item = (index: number) =>
  `<item id="${index}"><name>host-${index}</name><value>${index % 100}</value><note>some text for item ${index}</note></item>`;
const xml = (bytes: number) => {
  const count = Math.floor(bytes / item(10_000).length);
  return {
    count,
    text: `<alerts xmlns="urn:example">${Array.from({ length: count }, (_, index) => item(index)).join('')}</alerts>`,
  };
};
for (const bytes of [1_000, 50_000, 3_000_000]) {
  const { count, text } = xml(bytes);
  single(
    `${(text.length / 1_024).toFixed(0)} KB: string(//*[local-name()="item"][last]/*[1])`,
    [{ xPath: `string(//*[local-name()="item"][${count}]/*[1])` }],
    { xmlBody: text },
  );
}
single(
  '3 MB, default namespace: /alerts/item[last()]/name',
  [{ xPath: '/alerts/item[last()]/name' }],
  { xmlBody: xml(3_000_000).text },
);
const html = `<html><body>${'<div class=row><p>one<br>two<p>three</div>'.repeat(100)}</body></html>`;
single(
  `HTML of ${(html.length / 1_024).toFixed(0)} KB: //div[99]/p[2]`,
  [{ xPath: '//div[99]/p[2]' }],
  {
    textBody: html,
  },
);

console.log('\nhostile: each must stay under 50 ms, documents of 3 MB under 250 ms');
const text = (value: string) => ({ jsonBody: value });
const regex = (pattern: string): MappingStep[] => [{ jsonPath: '$.jsonBody' }, { regex: pattern }];
single('^(a+)+$ on 29', regex('^(a+)+$'), text(`${'a'.repeat(28)}!`));
single('(x+x+)+y on 26', regex('(x+x+)+y'), text('x'.repeat(26)));
single('^(\\w+\\s?)*$ on 38', regex('^(\\w+\\s?)*$'), text(`${'word '.repeat(7)}abc!`));
single('\\s+$ on 60,001', regex('\\s+$'), text(`${' '.repeat(60_000)}x`));
single('^(a+)+$ on 3 MB', regex('^(a+)+$'), text(`${'a'.repeat(3_000_000)}!`));
const many = compiled({
  attributes: Array.from({ length: 200 }, (_, index) => ({
    name: `A${index}`,
    mappings: regex('^(a+)+$'),
  })),
});
print(
  '200 attributes of ^(a+)+$',
  measure(() =>
    evaluateMapping(many, { payload: text(`${'a'.repeat(28)}!`), integrationName: 'B' }),
  ),
  'one budget',
);
single('$..[?count($..*) > 0] on 1,000 objects', [{ jsonPath: '$..[?count($..*) < 0]' }], {
  jsonBody: Array.from({ length: 1_000 }, () => ({ a: [1] })),
});
single(
  '$[*][a, a, a, …] of 10,000 objects',
  [{ jsonPath: `$.jsonBody[*][${Array(200).fill("'a'").join(',')}]` }],
  { jsonBody: Array.from({ length: 10_000 }, () => ({})) },
);
const variables = compiled({
  attributes: [
    { name: 'E', expand: true, mappings: [{ static: '{"k":1}' }] },
    ...Array.from({ length: 199 }, (_, index) => ({
      name: `A${index}`,
      mappings: [{ jsonPath: '$.jsonBody' }],
    })),
  ],
});
print(
  '199 attributes of variables with 200 dots',
  measure(() =>
    evaluateMapping(variables, {
      payload: text(`{{currentIncident.${'a.'.repeat(200)}}}`.repeat(12)),
      integrationName: 'B',
    }),
  ),
  'one budget',
);
const big = Array.from({ length: 40_000 }, (_, index) => ({
  name: `host-${index}`,
  note: 'some text for this item',
  value: index,
}));
const whole = compiled({
  attributes: Array.from({ length: 200 }, (_, index) => ({
    name: `A${index}`,
    mappings: [{ jsonPath: '$.jsonBody' }],
  })),
});
print(
  '200 attributes of the whole 3 MB body',
  measure(() => evaluateMapping(whole, { payload: { jsonBody: big }, integrationName: 'B' })),
  'one budget',
);
const wide = xml(300_000).text.replace(' xmlns="urn:example"', '');
for (const expression of [
  'count(//*[//*[//*]])',
  'count(//*[contains(/, "x")])',
  'count(//name/preceding::*)',
  Array(50).fill('//*').join('|'),
  Array(50).fill('//item/@id = //name').join(' or '),
  'count(//*//*//*)',
  'count(//*[contains(., "x")])',
  'count(//*/ancestor-or-self::*/descendant::*)',
  '//item[string-length(translate(., "abcdefghijklmnopqrstuvwxyz", "b")) = 9999]',
]) {
  single(`300 KB: ${expression.slice(0, 44)}`, [{ xPath: expression }], { xmlBody: wide });
}
const tall = `<r>${'<n>'.repeat(500)}${'x'.repeat(3_000_000)}${'</n>'.repeat(500)}</r>`;
single('3 MB of text 500 deep: //*[contains(., "y")]', [{ xPath: '//*[contains(., "y")]' }], {
  xmlBody: tall,
});
const flat = xml(3_000_000).text.replace(' xmlns="urn:example"', '');
for (const expression of [
  '//*|//*',
  'count(//item[name = ../item/name])',
  '//item/@id = //name',
  'count(//name/following::*)',
  '//item[contains(note, "y")]',
]) {
  single(`3 MB: ${expression}`, [{ xPath: expression }], { xmlBody: flat });
}
single('entities: <!DOCTYPE r [ … ]>', [{ xPath: '//r' }], {
  xmlBody: `<!DOCTYPE r [${'<!ENTITY a "b">'.repeat(1_000)}]><r>&a;</r>`,
});
single('3 MB of text 500 deep: sum(//*)', [{ xPath: 'sum(//*)' }], { xmlBody: tall });
single('100,000 nested elements', [{ xPath: '//r' }], { xmlBody: '<n>'.repeat(100_000) });
single('512 KB of <p>', [{ xPath: '//q' }], { xmlBody: '<p>'.repeat(170_000) });
single('512 KB of <div>', [{ xPath: '//q' }], { xmlBody: '<div>'.repeat(100_000) });
single('512 KB of <tr><td>', [{ xPath: '//q' }], { xmlBody: '<tr><td>'.repeat(60_000) });
single('512 KB of <a 1="…', [{ xPath: '//q' }], { xmlBody: `<a ${'x=1 '.repeat(120_000)}>` });
