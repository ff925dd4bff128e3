import { importFrom } from '../../../src/migration/import-from.ts';
import { createLedger } from '../../../src/migration/model/ledger.ts';
import { splunkOncallImporter } from '../../../src/migration/products/splunk-oncall/importer.ts';
import { splunkOncall } from '../../../src/migration/products/splunk-oncall/product.ts';
import type { KindResult, Results } from '../../../src/migration/read/read-all.ts';

/** Objects as in the fixtures; kinds that are not named were read and are empty. */
export type Objects = Readonly<Record<string, Readonly<Record<string, readonly object[]>>>>;

export const since = new Date('2026-11-01T00:00:00Z');

export function resultsOf(objects: Objects): Results {
  return new Map(
    splunkOncall.kinds.map(({ name }): [string, KindResult] => {
      const answers = Object.entries(objects[name] ?? {}).map(([id, own]) => ({
        of: id === '' ? [] : [id],
        objects: own,
      }));
      return [name, { state: 'whole', answers }];
    }),
  );
}

/** Through all of an import, up to its files. */
export function imported(objects: Objects) {
  const { name, displayName } = splunkOncall;
  const saved = { product: name, url: 'https://api.example.com', savedAt: since.toISOString() };
  const result = importFrom(
    { name, displayName, importer: splunkOncallImporter },
    { ...saved, results: resultsOf(objects) },
    { answers: new Map(), since, lock: new Map(), compare: { from: since, days: 60 } },
  );
  if (result.outcome !== 'written') throw new Error('Questions are left without an answer.');
  return result;
}

/** The ledger after the mapping. */
export function ledgerOf(objects: Objects) {
  const { name } = splunkOncall;
  const ledger = createLedger(name, resultsOf(objects), splunkOncallImporter.fields);
  splunkOncallImporter.bring({
    ledger,
    since,
    add: (_, key) => key,
    has: () => true,
    answer: ({ usual }) => usual ?? '',
  });
  return ledger;
}
