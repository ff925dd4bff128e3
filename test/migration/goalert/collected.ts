import { importFrom } from '../../../src/migration/import-from.ts';
import { createLedger } from '../../../src/migration/model/ledger.ts';
import { goalertImporter } from '../../../src/migration/products/goalert/importer.ts';
import { goalert } from '../../../src/migration/products/goalert/product.ts';
import type { KindResult, Results } from '../../../src/migration/read/read-all.ts';

/** Objects by kind; kinds that are not named were read and are empty. */
export type Objects = Readonly<Record<string, readonly object[]>>;

export const since = new Date('2026-11-01T00:00:00Z');

export function resultsOf(objects: Objects): Results {
  return new Map(
    goalert.kinds.map(({ name }): [string, KindResult] => [
      name,
      { state: 'whole', answers: [{ of: [], objects: [...(objects[name] ?? [])] }] },
    ]),
  );
}

/** Through all of an import, up to its files. */
export function imported(objects: Objects, answers: Readonly<Record<string, string>> = {}) {
  const { name, displayName } = goalert;
  const saved = { product: name, url: 'https://goalert.example.com', savedAt: since.toISOString() };
  const result = importFrom(
    { name, displayName, importer: goalertImporter },
    { ...saved, results: resultsOf(objects) },
    { answers: new Map(Object.entries(answers)), since, lock: new Map() },
  );
  if (result.outcome !== 'written') throw new Error('Questions are left without an answer.');
  return result;
}

/** The ledger after the mapping. */
export function ledgerOf(objects: Objects) {
  const ledger = createLedger(goalert.name, resultsOf(objects), goalertImporter.fields);
  const added = new Set<string>();
  goalertImporter.bring({
    ...{ ledger, since, has: (key: string) => added.has(key) },
    add(_, key) {
      added.add(key);
      return key;
    },
    answer: ({ usual }) => usual ?? '',
  });
  return ledger;
}
