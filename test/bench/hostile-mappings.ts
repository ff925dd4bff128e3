/** Bodies and mappings made to hold the server, for the bench `hostile`. */

export interface Attack {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
  readonly encoding?: string;
}

export const form = 'application/x-www-form-urlencoded';
export const json = 'application/json';
const xml = 'application/xml';

export function attack(name: string, type: string, body: string): Attack {
  return { name, type, body: Buffer.from(body) };
}

export function fill(text: string, bytes: number): string {
  return text.repeat(Math.floor(bytes / text.length));
}

interface ExpensiveMapping {
  readonly name: string;
  readonly attributes: object[];
  /** A small one and one as large as bodies may be. */
  readonly bodies: Attack[];
}

const always = [
  { name: 'Status', mappings: [{ static: 'Open' }] },
  { name: 'Severity', mappings: [{ static: 'Minor' }] },
];

/** Of a mapping that takes these steps from the text `t` of the body. */
export function expensiveText(name: string, steps: object[]): object[] {
  return [...always, { name, mappings: [{ jsonPath: '$.jsonBody.t' }, ...steps] }];
}

/** The steps in so many attributes. */
function mapping(
  name: string,
  times: number,
  steps: object[],
  type: string,
  body: (bytes: number) => string,
  flags = {},
): ExpensiveMapping {
  const repeated = Array.from({ length: times }, (_, n) => ({
    name: `A${n}`,
    mappings: steps,
    ...flags,
  }));
  return {
    name,
    attributes: [...always, ...repeated],
    bodies: [65_000, 2_900_000].map((bytes) =>
      attack(`${Math.round(bytes / 1024)} KB`, type, body(bytes)),
    ),
  };
}

const keys = (bytes: number) =>
  Array.from({ length: Math.floor(bytes / 12) }, (_, n) => `"k${n}":1`).join();
const element = (tag: string, text: string) => `<${tag}>${text}</${tag}>`;

/** What a mapping's author can ask for, with the body that makes it worst. */
export const expensiveMappings: readonly ExpensiveMapping[] = [
  mapping(
    'objects compared',
    3,
    [{ jsonPath: '$.jsonBody.alerts[?@.labels==$.jsonBody.commonLabels].x' }],
    json,
    (bytes) =>
      `{"alerts":[${fill('{"labels":{"a":1}},', bytes / 10)}{}],"commonLabels":{${keys(bytes * 0.9)}}}`,
  ),
  mapping(
    'texts compared',
    20,
    [{ jsonPath: '$.jsonBody.l[?$.jsonBody.a==$.jsonBody.b]' }],
    json,
    (bytes) =>
      `{"l":[${fill('1,', bytes / 10)}1],"a":"${fill('x', bytes * 0.4)}a","b":"${fill('x', bytes * 0.4)}b"}`,
  ),
  mapping(
    '$..nothing ×198',
    198,
    [{ jsonPath: '$..nothing' }],
    json,
    (bytes) => `{${keys(bytes)}}`,
  ),
  mapping(
    'regex filters ×198',
    198,
    [{ jsonPath: '$.jsonBody[?@ =~ /(a+)+$/]' }],
    json,
    (bytes) => `[${fill(`"${'a'.repeat(40)}!",`, bytes)}1]`,
  ),
  mapping(
    'JSON in JSON ×198',
    198,
    [{ jsonPath: '$.jsonBody' }, { jsonPath: '$.l' }],
    json,
    (bytes) => JSON.stringify(`{"l":[${fill('1.0,', bytes * 0.8)}1]}`),
  ),
  mapping(
    'contains() of the document ×198',
    198,
    [{ xPath: 'contains(/r/a,/r/b)' }],
    xml,
    (bytes) =>
      element(
        'r',
        element('a', fill('a', bytes * 0.6)) + element('b', `${fill('a', bytes * 0.3)}b`),
      ),
  ),
  mapping(
    'translate() ×198',
    198,
    [{ xPath: "translate(//m,'ABCDEFGHIJKLM','abcdefghijklm')" }],
    xml,
    (bytes) => element('r', element('m', fill('Some Message ', bytes * 0.9))),
  ),
  mapping('//a[.=//a] ×198', 198, [{ xPath: '//a[.=//a]/b' }], xml, (bytes) =>
    element('r', fill('<a>x</a>', bytes)),
  ),
  mapping(
    'namespaces ×20',
    20,
    [{ xPath: '//*[namespace::zz]' }],
    xml,
    (bytes) =>
      `<r ${Array.from({ length: 49 }, (_, n) => `xmlns:n${n}="u${n}"`).join(' ')}>${fill('<a/>', bytes - 2_000)}</r>`,
  ),
  mapping(
    'HTML ×198',
    198,
    [{ xPath: '//td[last()]' }],
    'text/html',
    (bytes) => `<table>${fill('<tr><td>1', bytes)}`,
  ),
  mapping(
    'regex ^(a+)+$ ×198',
    198,
    [{ jsonPath: '$.jsonBody.t' }, { regex: '^(a+)+$' }],
    json,
    (bytes) => `{"t":"${fill('a', bytes - 100)}!"}`,
  ),
  mapping(
    'regex \\s+$ ×198',
    198,
    [{ jsonPath: '$.jsonBody.t' }, { regex: '\\s+$' }],
    json,
    (bytes) => `{"t":"${fill(' ', bytes - 100)}!"}`,
  ),
  mapping(
    'replacement $_$_$_ ×198',
    198,
    [{ jsonPath: '$.jsonBody.t' }, { regex: 'x', replace: '$_$_$_$_' }],
    json,
    (bytes) => `{"t":"${fill('x', bytes - 100)}"}`,
  ),
  mapping(
    'replacement and another regex ×198',
    198,
    [{ jsonPath: '$.jsonBody.t' }, { regex: 'x', replace: '$_$_$_$_' }, { regex: '^x' }],
    json,
    (bytes) => `{"t":"é€${fill('x', bytes - 100)}"}`,
  ),
  mapping(
    'replacement with 2,000 references ×198',
    198,
    [{ jsonPath: '$.jsonBody.t' }, { regex: '(?:(x))*', replace: '$1'.repeat(2_000) }],
    json,
    (bytes) => `{"t":"${'x'.repeat(3_000)}","rest":"${fill('x', bytes - 4_000)}"}`,
  ),
  mapping(
    'braces ×198',
    198,
    [{ jsonPath: '$.jsonBody.t' }],
    json,
    (bytes) =>
      `{"t":"${fill('{', Math.min(bytes, 60_000))}","rest":"${fill('x', bytes - 61_000)}"}`,
  ),
  mapping(
    'map of Turkish text ×198',
    198,
    [{ jsonPath: '$.jsonBody.t' }, ...Array(19).fill({ map: 'b->c' })],
    json,
    (bytes) =>
      `{"t":"${fill('İ', Math.min(bytes, 60_000) / 2)}","rest":"${fill('x', bytes - 61_000)}"}`,
  ),
  mapping(
    'JSON of a replacement ×198',
    198,
    [
      { jsonPath: '$.jsonBody' },
      { regex: '^[\\s\\S]*$', replace: '[1,$_]' },
      { jsonPath: '$[1].a' },
    ],
    json,
    (bytes) => `{${keys(bytes)}}`,
  ),
  mapping('//a!=//a ×198', 198, [{ xPath: '//a!=//a' }], xml, (bytes) =>
    element('r', fill('<a/>', bytes)),
  ),
  mapping(
    'concat() of documents ×198',
    198,
    [{ xPath: `concat(${Array(150).fill('/').join()})` }],
    xml,
    (bytes) => element('r', fill('a ', bytes)),
  ),
  mapping(
    'expand ×198',
    198,
    [{ jsonPath: '$.jsonBody.l' }],
    json,
    (bytes) =>
      `{"l":[${fill('1,', Math.min(bytes, 5_000))}1],"rest":"${fill('x', bytes - 6_000)}"}`,
    {
      expand: true,
    },
  ),
  mapping('variables ×198', 198, [{ jsonPath: '$.jsonBody.t' }], json, (bytes) =>
    JSON.stringify({
      t: `${fill('{{currentIncident.', Math.min(bytes, 60_000))}}}`,
      rest: fill('x', bytes - 61_000),
    }),
  ),
];
