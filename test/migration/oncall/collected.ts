import { importFrom } from '../../../src/migration/import-from.ts';
import type { Added } from '../../../src/migration/model/added.ts';
import { createLedger } from '../../../src/migration/model/ledger.ts';
import { oncallImporter } from '../../../src/migration/products/oncall/importer.ts';
import { oncall } from '../../../src/migration/products/oncall/product.ts';
import type { KindAnswer, KindResult, Results } from '../../../src/migration/read/read-all.ts';

/** Objects by kind, and what hangs on one with its id; kinds that are not named were read and are empty. */
export type Objects = Readonly<Record<string, readonly object[] | KindAnswer>>;

export const since = new Date('2026-11-01T00:00:00Z');

export function resultsOf(objects: Objects): Results {
  return new Map(
    oncall.kinds.map(({ name }): [string, KindResult] => [
      name,
      { state: 'whole', answers: [answerOf(objects[name] ?? [])] },
    ]),
  );
}

function answerOf(given: Objects[string]): KindAnswer {
  return 'of' in given ? given : { of: [], objects: [...given] };
}

export function objectsIn(given: Objects[string]): readonly unknown[] {
  return answerOf(given).objects;
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

/** The ledger after the mapping, and what was brought. */
export function brought(objects: Objects) {
  const ledger = createLedger(oncall.name, resultsOf(objects), oncallImporter.fields);
  const added: Added[] = [];
  oncallImporter.bring({
    ...{ ledger, since, answer: ({ usual }) => usual ?? '' },
    add(type, key, body) {
      added.push({ type, key, body } as Added);
      return key;
    },
    has: (key) => added.some((one) => one.key === key),
  });
  return {
    ...{ ledger, added, rendered: oncallImporter.rendered({ ledger, since }) },
    linesOf: (key: string) =>
      ledger
        .lines()
        .filter((line) => line.key === `oncall:${key}`)
        .map(({ text }) => text),
  };
}
