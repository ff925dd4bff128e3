import { importFrom } from '../../../src/migration/import-from.ts';
import { createLedger } from '../../../src/migration/model/ledger.ts';
import { allquietImporter } from '../../../src/migration/products/allquiet/importer.ts';
import { allquiet } from '../../../src/migration/products/allquiet/product.ts';
import type { KindResult, Results } from '../../../src/migration/read/read-all.ts';
import { isList, type Objects } from '../ilert/collected.ts';

const since = new Date('2026-11-01T00:00:00Z');

export function resultsOf(objects: Objects): Results {
  return new Map(
    allquiet.kinds.map(({ name }): [string, KindResult] => {
      const own = objects[name] ?? [];
      const answers = isList(own)
        ? [{ of: [], objects: [...own] }]
        : Object.entries(own).map(([id, all]) => ({ of: [id], objects: [...all] }));
      return [name, { state: 'whole', answers }];
    }),
  );
}

/** Through all of an import, up to its files. */
export function imported(results: Results) {
  const { name, displayName } = allquiet;
  const saved = { product: name, url: 'https://allquiet.eu/api/public/v1', savedAt: '2026-11-01' };
  const result = importFrom(
    { name, displayName, importer: allquietImporter },
    { ...saved, results },
    { answers: new Map(), since, lock: new Map() },
  );
  if (result.outcome !== 'written') throw new Error('Questions are left without an answer.');
  return result;
}

/** The ledger after the mapping. */
export function ledgerOf(objects: Objects) {
  const ledger = createLedger(allquiet.name, resultsOf(objects), allquietImporter.fields);
  const added = new Set<string>();
  allquietImporter.bring({
    ...{ ledger, since, has: (key: string) => added.has(key) },
    add(_, key) {
      added.add(key);
      return key;
    },
    answer: ({ usual }) => usual ?? '',
  });
  return ledger;
}
