import { expect } from 'vitest';
import { broughtSchedules } from '../../src/migration/compare/brought-rotas.ts';
import { differencesOf } from '../../src/migration/compare/minutes.ts';
import { type ImportOptions, importFrom } from '../../src/migration/import-from.ts';
import type { Added } from '../../src/migration/model/added.ts';
import type { Importer, RenderedSchedule } from '../../src/migration/model/importer.ts';
import { createLedger } from '../../src/migration/model/ledger.ts';
import type { Product } from '../../src/migration/products/product.ts';
import type { KindResult, Results } from '../../src/migration/read/read-all.ts';

/** Objects by kind; those that hang on others by the ids of these. */
export type Objects = Readonly<Record<string, readonly object[] | ByParent>>;
type ByParent = Readonly<Record<string, readonly object[]>>;

export const since = new Date('2026-11-01T00:00:00Z');

export const isList = (own: readonly object[] | ByParent): own is readonly object[] =>
  Array.isArray(own);

const byParent = (own: readonly object[] | ByParent): ByParent => (isList(own) ? { '': own } : own);

export function objectsIn(own: readonly object[] | ByParent): object[] {
  return Object.values(byParent(own)).flat();
}

export type Collecting = ReturnType<typeof collecting>;

/** Imports of accounts of a product, without questions. */
export function collecting(
  { name, displayName, kinds }: Product,
  importer: Importer,
  url = 'https://api.example.com',
) {
  /** As a file of `--save` has it: kinds that are not named were read and are empty. */
  const resultsOf = (objects: Objects): Results =>
    new Map(
      kinds.map((kind): [string, KindResult] => {
        const answers = Object.entries(byParent(objects[kind.name] ?? [])).map(([id, own]) => ({
          of: id === '' ? [] : [id],
          objects: [...own],
        }));
        return [kind.name, { state: 'whole', answers }];
      }),
    );

  /** Through all of an import, up to its files. */
  const importedFrom = (results: Results, more: Partial<ImportOptions> = {}) => {
    const result = importFrom(
      { name, displayName, importer },
      { product: name, url, savedAt: since.toISOString(), results },
      { answers: new Map(), since, lock: new Map(), ...more },
    );
    if (result.outcome !== 'written') throw new Error('Questions are left without an answer.');
    return result;
  };

  return {
    ...{ resultsOf, importedFrom },
    imported: (objects: Objects, more: Partial<ImportOptions> = {}) =>
      importedFrom(resultsOf(objects), more),
    /** After the mapping, before anything is written. */
    brought(objects: Objects, from = since) {
      const ledger = createLedger(name, resultsOf(objects), importer.fields);
      const added = new Map<string, Added>();
      importer.bring({
        ...{ ledger, since: from, answer: ({ usual }) => usual ?? '' },
        has: (key) => added.has(key),
        add(type, key, body) {
          added.set(key, { type, key, body } as Added);
          return key;
        },
      });
      return {
        ...{ ledger, added: [...added.values()] },
        rendered: importer.rendered({ ledger, since: from }),
        linesOf: (key: string) =>
          ledger
            .lines()
            .filter((line) => line.key === `${name}:${key}`)
            .map(({ text }) => text),
      };
    },
  };
}

/** Around both changes of the clock, in all zones of the tests. */
const windows = [
  [new Date('2026-02-20T00:00:00Z'), new Date('2026-04-21T00:00:00Z')],
  [new Date('2026-10-01T00:00:00Z'), new Date('2026-11-30T00:00:00Z')],
] as const;

/** When there are others on call there than by the schedule that was brought. */
export function dutyDifferences(
  { added, rendered }: { added: readonly Added[]; rendered: readonly RenderedSchedule[] },
  key: string,
) {
  const theirs = rendered.find((one) => one.key === key);
  const ours = broughtSchedules(added).get(key);
  return windows.flatMap(([from, until]) =>
    differencesOf(theirs?.stretches(from, until) ?? [], ours?.stretches(from, until) ?? []),
  );
}

/** The order of lists changes no file but by the order of lines. */
export function expectSameCode(
  one: { files: ReadonlyMap<string, string> },
  other: { files: ReadonlyMap<string, string> },
): void {
  for (const [name, text] of one.files)
    if (name.endsWith('.tf')) expect(other.files.get(name), name).toBe(text);
}
