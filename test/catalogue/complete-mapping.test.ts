import { expect, test } from 'vitest';
import { completeMapping } from '../../src/catalogue/complete-mapping.ts';
import {
  compileMapping,
  evaluateMapping,
  type Json,
  type MappingAttribute,
} from '../../src/mapping/index.ts';

const paste = { fileName: 'paste.json', text: '{ "host": "$HOSTNAME" }' };

function evaluate(
  attributes: MappingAttribute[],
  payload: { [key: string]: Json },
  options: { templated?: boolean } = {},
) {
  const mapping = completeMapping({
    mapping: {
      attributes: [
        { name: 'Status', mappings: [{ static: 'Open' }] },
        { name: 'Severity', mappings: [{ static: 'Warning' }] },
        ...attributes,
      ],
    },
    paste: options.templated ? paste : null,
  });
  const compiled = compileMapping(mapping);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
  return evaluateMapping(compiled.program, { payload, integrationName: 'Probe' });
}

const composed: MappingAttribute[] = [
  { name: 'Host', mappings: [{ jsonPath: '$.jsonBody.host' }] },
  { name: 'Host', mappings: [{ jsonPath: '$.jsonBody.ip' }] },
  { name: 'Check', mappings: [{ jsonPath: '$.jsonBody.check' }] },
  {
    name: 'Title',
    mappings: [{ static: '{{ currentIncident.Check }} on {{ currentIncident.Host }}' }],
  },
  {
    name: 'CorrelationId',
    mappings: [{ static: '{{ currentIncident.Host }}/{{ currentIncident.Check }}' }],
  },
];

test.each<[string, Json, string, string]>([
  ['both parts', { host: 'db-1', check: 'disk' }, 'disk on db-1', 'db-1/disk'],
  ['the other alternative of a part', { ip: '::1', check: 'disk' }, 'disk on ::1', '::1/disk'],
  ['numbers', { host: -100, check: 0 }, '0 on -100', '-100/0'],
  ['an object', { host: { name: 'a' }, check: 'x' }, 'x on {"name":"a"}', '{"name":"a"}/x'],
])('a text is composed of %s', (_what, jsonBody, title, correlationId) => {
  expect(evaluate(composed, { jsonBody })).toMatchObject({ title, correlationId });
});

test.each<Json>([
  { check: 'disk' },
  { host: null, check: 'disk' },
  { host: '', ip: '', check: 'disk' },
  { host: 'db-1' },
])('%j lacks a part and says nothing else: the body is its own id', (jsonBody) => {
  expect(evaluate(composed, { jsonBody })).toMatchObject({
    title: 'Probe',
    correlationId: JSON.stringify(jsonBody),
  });
});

const withState: MappingAttribute[] = [
  { name: 'Status', mappings: [{ jsonPath: '$.jsonBody.state' }, { map: 'ok->Resolved,->Open' }] },
  { name: 'Title', mappings: [{ jsonPath: '$.jsonBody.summary' }] },
  ...composed,
];

test.each<[Json, string]>([
  [{ state: 'bad', check: 'disk' }, 'incomplete: /disk: '],
  [{ state: 'ok', host: null, check: 'disk' }, 'incomplete: /disk: '],
  [{ state: 'bad', host: 'db-1', summary: 'Full' }, 'incomplete: db-1/: Full'],
  [{ state: 'ok', host: 'db-1', summary: 'Full' }, 'incomplete: db-1/: Full'],
])('%j lacks a part, and is of the tool: the rest is the id', (jsonBody, correlationId) => {
  expect(evaluate(withState, { jsonBody }).correlationId).toBe(correlationId);
});

test('a body of the tool that lacks all parts is its own id', () => {
  const jsonBody = { state: 'bad', summary: 'Full' };
  expect(evaluate(withState, { jsonBody }).correlationId).toBe(JSON.stringify(jsonBody));
});

test('a replacement waits for its other parts, too', () => {
  const attributes: MappingAttribute[] = [
    { name: 'Node', mappings: [{ jsonPath: '$.jsonBody.node' }] },
    {
      name: 'CorrelationId',
      mappings: [
        { jsonPath: '$.jsonBody.check.id' },
        { regex: '^(.+)$', replace: '{{ currentIncident.Node }}/$1' },
      ],
    },
    { name: 'CorrelationId', mappings: [{ jsonPath: '$.jsonBody.check.id' }] },
  ];
  const idOf = (jsonBody: Json) => evaluate(attributes, { jsonBody }).correlationId;
  expect(idOf({ node: 'db-1', check: { id: 7 } })).toBe('db-1/7');
  expect(idOf({ check: { id: 7 } })).toBe('7');
});

test('a placeholder that was not filled in is no value where a person wrote the body', () => {
  const jsonBody = { host: '$HOSTNAME', ip: '192.0.2.7', check: 'disk' };
  expect(evaluate(composed, { jsonBody }, { templated: true }).title).toBe('disk on 192.0.2.7');
  expect(evaluate(composed, { jsonBody }).title).toBe('disk on $HOSTNAME');
});

test.each<[string, { [key: string]: Json }]>([
  ['a member that is usually a title', { jsonBody: { message: 'Disk full\nsecond line' } }],
  ['a field that is usually a title', { formBody: { subject: 'Disk full' } }],
  ['the first line with a word of a text', { textBody: '----\r\nDisk full\r\nsecond line' }],
])('the last title is %s', (_what, payload) => {
  expect(evaluate([], payload).title).toBe('Disk full');
});

test('what the mapping knows comes before the body as id, and a long body is its hash', () => {
  const known: MappingAttribute = {
    name: 'CorrelationId',
    mappings: [{ jsonPath: '$.jsonBody.id' }],
  };
  expect(evaluate([known], { jsonBody: { id: 'a', x: 1 } }).correlationId).toBe('a');
  expect(evaluate([known], { jsonBody: { x: 1 } }).correlationId).toBe('{"x":1}');
  const idOf = (textBody: string) => evaluate([known], { textBody }).correlationId;
  expect(idOf('漢'.repeat(100_000))).toMatch(/^v1:[0-9a-f]{64}$/);
  expect(idOf(`${'漢'.repeat(100_000)}a`)).not.toBe(idOf(`${'漢'.repeat(100_000)}b`));
});
