import { expect, it } from 'vitest';
import { type MapCommand, type MapCommandPorts, runMap } from '../../src/cli/map-command.ts';
import type { Json } from '../../src/mapping/index.ts';

const record = `
id: Probe
displayName: Probe
mapping:
  attributes:
    - { name: Status, mappings: [{ jsonPath: $.jsonBody.state }, { map: 'up->Resolved,down->Open' }] }
    - { name: Severity, mappings: [{ static: Warning }] }
    - { name: Host, mappings: [{ jsonPath: $.jsonBody.host }] }
`;

/** Runs the command over these files; the wrapper notes what it was asked for. */
async function run(files: Record<string, string>, command: Partial<MapCommand> = {}) {
  const asked: unknown[] = [];
  const ports: MapCommandPorts = {
    readFile: async (path) => {
      const text = files[path];
      if (text === undefined) throw new Error('no such file');
      return new TextEncoder().encode(text);
    },
    wrap: ({ contentType, body, typeId }) => {
      asked.push({ contentType, typeId });
      const text = new TextDecoder().decode(body);
      const property = contentType.includes('json')
        ? 'jsonBody'
        : contentType.includes('xml')
          ? 'xmlBody'
          : 'textBody';
      return { [property]: property === 'jsonBody' ? (JSON.parse(text) as Json) : text };
    },
  };
  const { exitCode, output } = await runMap(
    { mapping: 'type.yaml', sample: 'sample.json', ...command },
    ports,
  );
  return { exitCode, result: JSON.parse(output), asked };
}

const down = { 'type.yaml': record, 'sample.json': '{"state":"down","host":"web-1"}' };

it('evaluates a type record against a sample and prints the result with its trace', async () => {
  const { exitCode, result, asked } = await run(down);
  expect(exitCode).toBe(0);
  expect(result).toMatchObject({
    outcome: 'Open',
    severity: 'Warning',
    title: 'Integration',
    attributes: [{ name: 'Host', value: 'web-1' }],
  });
  expect(result.trace[0]).toMatchObject({
    attribute: 'Status',
    step: 0,
    evaluation: 'jsonPath',
    result: 'down',
  });
  expect(asked).toEqual([{ contentType: 'application/json', typeId: 'Probe' }]);
});

it('reads a bare mapping as JSON in any spelling, and takes the content type and name given', async () => {
  const mapping = JSON.stringify({
    Attributes: [
      { Name: 'Status', Mappings: [{ XPath: '/a' }] },
      { Name: 'Severity', Mappings: [{ Static: 'Minor' }] },
    ],
  });
  const { exitCode, result, asked } = await run(
    { 'm.json': mapping, body: '<a>open</a>' },
    { mapping: 'm.json', sample: 'body', contentType: 'text/xml', integrationName: 'Shop' },
  );
  expect([exitCode, result.outcome, result.title]).toEqual([0, 'Open', 'Shop']);
  expect(asked).toEqual([{ contentType: 'text/xml', typeId: null }]);
});

it('guesses the content type from the file name', async () => {
  const { asked } = await run({ 'type.yaml': record, 'x.XML': '<a/>' }, { sample: 'x.XML' });
  expect(asked).toEqual([{ contentType: 'application/xml', typeId: 'Probe' }]);
});

it('exits with 1 when the mapping fails, and says why', async () => {
  const { exitCode, result } = await run({ ...down, 'sample.json': '{"state":"odd"}' });
  expect(exitCode).toBe(1);
  expect(result).toMatchObject({ outcome: 'Failed', failure: expect.stringContaining('odd') });
});

it.each([
  ['values by name', { outcome: 'Open', attributes: { Host: 'web-1', Nope: null } }],
  ['a list of parts', { attributes: [{ name: 'Host' }] }],
  ['nothing at all', {}],
])('exits with 0 when the result is as expected: %s', async (_, expected) => {
  const { exitCode } = await run(
    { ...down, expected: JSON.stringify(expected) },
    { expect: 'expected' },
  );
  expect(exitCode).toBe(0);
});

it.each([
  ['another outcome', 'outcome: Resolved', 'outcome'],
  ['another value', 'attributes: { Host: web-2 }', 'attributes.Host'],
  ['an attribute that should not be', 'attributes: { Host: null }', 'attributes.Host'],
  ['an attribute that is missing', 'attributes: { Port: 80 }', 'attributes.Port'],
  ['another number of attributes', 'attributes: []', 'attributes'],
  ['another member', 'attributes: [{ hideInPreviews: true }]', 'attributes[0].hideInPreviews'],
])('exits with 1 and names the place when it is not: %s', async (_, expected, at) => {
  const { exitCode, result } = await run({ ...down, expected }, { expect: 'expected' });
  expect(exitCode).toBe(1);
  expect(result.differences.map((difference: { at: string }) => difference.at)).toEqual([at]);
});

it('a failure that is expected is a success', async () => {
  const { exitCode } = await run(
    { ...down, 'sample.json': '{}', expected: 'outcome: Failed' },
    { expect: 'expected' },
  );
  expect(exitCode).toBe(0);
});

it.each([
  ['a missing file', down, { sample: 'nope.json' }, /nope\.json cannot be read/],
  ['a mapping that is no YAML', { ...down, 'type.yaml': '{' }, {}, /neither JSON nor YAML/],
  [
    'a mapping of the wrong shape',
    { ...down, 'type.yaml': 'mapping: { attributes: 5 }' },
    {},
    /is not a mapping/,
  ],
  [
    'a mapping that does not compile',
    { ...down, 'type.yaml': 'attributes: [{ name: A, mappings: [{ regex: "(" }] }]' },
    {},
    /is not valid/,
  ],
  [
    'an expectation that is no object',
    { ...down, expected: '5' },
    { expect: 'expected' },
    /must be an object/,
  ],
])('exits with 2 for %s', async (_, files, command, message) => {
  const { exitCode, result } = await run(files, command);
  expect(exitCode).toBe(2);
  expect(result.error).toMatch(message);
});

it('prints the warnings of a mapping', async () => {
  const { result } = await run({
    ...down,
    'type.yaml': 'attributes: [{ name: Severity, mappings: [{ static: Minor }] }]',
  });
  expect(result.warnings).not.toEqual([]);
});
