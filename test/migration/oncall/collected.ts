import { importFrom } from '../../../src/migration/import-from.ts';
import { createLedger } from '../../../src/migration/model/ledger.ts';
import { oncallImporter } from '../../../src/migration/products/oncall/importer.ts';
import { oncall } from '../../../src/migration/products/oncall/product.ts';
import type { KindResult, Results } from '../../../src/migration/read/read-all.ts';

/** Objects by kind; kinds that are not named were read and are empty. */
export type Objects = Readonly<Record<string, readonly object[]>>;

export const since = new Date('2026-11-01T00:00:00Z');

export function resultsOf(objects: Objects): Results {
  return new Map(
    oncall.kinds.map(({ name }): [string, KindResult] => [
      name,
      { state: 'whole', answers: [{ of: [], objects: [...(objects[name] ?? [])] }] },
    ]),
  );
}

/** Through all of an import, up to its files. */
export function imported(objects: Objects) {
  const { name, displayName } = oncall;
  const saved = { product: name, url: 'https://oncall.example.com', savedAt: since.toISOString() };
  const result = importFrom(
    { name, displayName, importer: oncallImporter },
    { ...saved, results: resultsOf(objects) },
    { answers: new Map(), since, lock: new Map() },
  );
  if (result.outcome !== 'written') throw new Error('Questions are left without an answer.');
  return result;
}

/** The ledger after the mapping. */
export function ledgerOf(objects: Objects) {
  const ledger = createLedger(oncall.name, resultsOf(objects), oncallImporter.fields);
  oncallImporter.bring({
    ledger,
    since,
    add: (_, key) => key,
    has: () => true,
    answer: ({ usual }) => usual ?? '',
  });
  return ledger;
}
