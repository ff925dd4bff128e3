import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.ts';

let directory = '';

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'catalogue-'));
});

afterEach(() => rm(directory, { recursive: true }));

function record(id: string, change: Record<string, unknown> = {}): string {
  return JSON.stringify({
    id,
    displayName: id,
    aliases: [],
    category: 'metrics',
    documentation: 'https://vendor.example/webhooks',
    sendsResolve: true,
    multiAlert: false,
    authentication: { sends: 'none', note: { en: 'nothing', de: 'nichts' } },
    unconfirmed: [],
    mapping: { attributes: [{ name: 'Status', mappings: [{ static: 'Open' }] }] },
    ...change,
  });
}

async function write(folder: string, yaml: string, file = 'type.yaml'): Promise<void> {
  await mkdir(join(directory, folder), { recursive: true });
  await writeFile(join(directory, folder, file), yaml);
}

test('types come sorted, and are found by id and alias in any casing', async () => {
  await write('Zeta', record('Zeta', { aliases: ['LastOne'] }));
  await write('Alpha', record('Alpha'));
  await write('Alpha', '{ "a": 1 }', 'paste.json');
  const catalogue = await loadCatalogue(directory);
  expect(catalogue.types.map((type) => type.id)).toEqual(['Alpha', 'Zeta']);
  expect(catalogue.find('lastone')?.id).toBe('Zeta');
  expect(catalogue.find('ALPHA')?.paste).toEqual({ fileName: 'paste.json', text: '{ "a": 1 }' });
  expect(catalogue.find('Nobody')).toBeUndefined();
});

const step = (mapping: unknown) => ({
  mapping: { attributes: [{ name: 'Status', mappings: [mapping] }] },
});

test.each<[string, Record<string, unknown>, string]>([
  ['another id', { id: 'Other' }, 'X1/type.yaml: id: is Other but the folder is X1'],
  ['an unknown key', { severity: 1 }, 'X1/type.yaml: severity: is not known'],
  [
    'a text that has no German',
    { authentication: { sends: 'none', note: { en: 'nothing' } } },
    'authentication.note.de: is missing',
  ],
  ['an unknown category', { category: 'misc' }, 'category: must be one of generic'],
  ['a page without https', { documentation: 'http://a.b' }, 'documentation: must match'],
  ['a missing flag', { sendsResolve: undefined }, 'sendsResolve: is missing; it is true or false'],
  ['a flag that is none', { sendsResolve: 'yes' }, 'sendsResolve: must be true or false'],
  ['a missing category', { category: undefined }, 'category: is missing; it is one of generic'],
  ['aliases that are no list', { aliases: 'A' }, 'aliases: must be a list'],
  ['an unknown pre-parser', { preParser: 'magic' }, 'preParser: must be one of alert-group, sns'],
  ['an unknown verifier', { verification: 'magic' }, 'verification: must be one of sns'],
  ['a nameless header', { verification: 'shared-secret-header' }, 'verificationHeader: is missing'],
  ['a nameless field', { verification: 'body-secret' }, 'verificationField: is missing'],
  ['no attributes', { mapping: { attributes: [] } }, 'mapping.attributes: must not be empty'],
  [
    'two evaluations in a step',
    step({ map: 'a->b', static: 'x' }),
    'mappings[0]: must have exactly one',
  ],
  ['replace without regex', step({ static: 'x', replace: 'y' }), 'replace: only goes with regex'],
  ['an unknown step key', step({ jsonpath: '$' }), 'mappings[0].jsonpath: is not known'],
  [
    'a split of a single alert',
    { split: { path: 'jsonBody.a', lift: {} } },
    'multiAlert: must be true here',
  ],
  ['a receiver without a protocol', { source: 'receiver' }, 'protocol: is missing'],
  ['a protocol of no receiver', { protocol: 'ilert' }, 'protocol: does not go with'],
  [
    'a pattern that is none',
    { followUp: { field: 'jsonBody.a', matches: '(' } },
    'matches: Invalid regular expression',
  ],
  [
    'a broken lift',
    { multiAlert: true, split: { path: 'a', lift: { b: 1 } } },
    'split.lift.b: must be',
  ],
])('%s is refused by file and path', async (_name, change, message) => {
  await write('X1', record('X1', change));
  await expect(loadCatalogue(directory)).rejects.toThrow(message);
});

test('every mistake of every file is told at once', async () => {
  await write('X1', record('X1', { category: 'misc', sendsResolve: 1 }));
  await write('X2', 'id: [');
  await mkdir(join(directory, 'X3'));
  const error = await loadCatalogue(directory).catch((thrown: unknown) => thrown);
  expect(String(error)).toMatch(/X1\/type.yaml: category/);
  expect(String(error)).toMatch(/X1\/type.yaml: sendsResolve/);
  expect(String(error)).toMatch(/X2\/type.yaml: is not YAML/);
  expect(String(error)).toMatch(/X3\/type.yaml: is missing/);
});

test('a name can belong to one type only', async () => {
  await write('X1', record('X1', { aliases: ['x2'] }));
  await write('X2', record('X2'));
  await expect(loadCatalogue(directory)).rejects.toThrow(
    'X2/type.yaml: the name X2 is taken by X1',
  );
});
