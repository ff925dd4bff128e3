import { importFrom } from '../../../src/migration/import-from.ts';
import { createLedger } from '../../../src/migration/model/ledger.ts';
import { ilertImporter } from '../../../src/migration/products/ilert/importer.ts';
import { ilert } from '../../../src/migration/products/ilert/product.ts';
import type { KindResult, Results } from '../../../src/migration/read/read-all.ts';

/** Objects by kind, or of an object by its id; kinds that are not named were read and are empty. */
export type Objects = Readonly<
  Record<string, readonly object[] | Readonly<Record<string, readonly object[]>>>
>;

export const since = new Date('2026-11-01T00:00:00Z');

export const isList = (own: Objects[string]): own is readonly object[] => Array.isArray(own);

export function resultsOf(objects: Objects): Results {
  return new Map(
    ilert.kinds.map(({ name }): [string, KindResult] => {
      const own = objects[name] ?? [];
      const answers = isList(own)
        ? [{ of: [], objects: [...own] }]
        : Object.entries(own).map(([id, all]) => ({ of: [id], objects: [...all] }));
      return [name, { state: 'whole', answers }];
    }),
  );
}

/** Through all of an import, up to its files. */
export function imported(objects: Objects) {
  const { name, displayName } = ilert;
  const saved = { product: name, url: 'https://api.ilert.com', savedAt: since.toISOString() };
  const result = importFrom(
    { name, displayName, importer: ilertImporter },
    { ...saved, results: resultsOf(objects) },
    { answers: new Map(), since, lock: new Map() },
  );
  if (result.outcome !== 'written') throw new Error('Questions are left without an answer.');
  return result;
}

/** The ledger after the mapping. */
export function ledgerOf(objects: Objects) {
  const ledger = createLedger(ilert.name, resultsOf(objects), ilertImporter.fields);
  const added = new Set<string>();
  ilertImporter.bring({
    ...{ ledger, since, has: (key: string) => added.has(key) },
    add(_, key) {
      added.add(key);
      return key;
    },
    answer: ({ usual }) => usual ?? '',
  });
  return ledger;
}
