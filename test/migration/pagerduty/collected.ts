import type { Importer, Question, Work } from '../../../src/migration/model/importer.ts';
import { createLedger, type Ledger } from '../../../src/migration/model/ledger.ts';
import type { Bodies, ImportedType } from '../../../src/migration/model/neutral.ts';
import { pagerdutyImporter } from '../../../src/migration/products/pagerduty/importer.ts';
import { pagerduty } from '../../../src/migration/products/pagerduty/product.ts';
import type { KindResult, Results } from '../../../src/migration/read/read-all.ts';

/** Objects by kind; those that hang on others by the ids of these, joined by `/`. */
export type Objects = Readonly<
  Record<string, readonly object[] | Record<string, readonly object[]>>
>;

export interface Collected {
  ledger: Ledger;
  asked: Question[];
  added: { type: ImportedType; key: string; body: Bodies[ImportedType] }[];
  of<Type extends ImportedType>(type: Type): Bodies[Type][];
  rendered: ReturnType<Importer['rendered']>;
}

/** As a file of `--save` has it: kinds that are not named were read and are empty. */
export function savedOf(objects: Objects, notReadable: readonly string[] = []): Results {
  return new Map(
    pagerduty.kinds.map(({ name }): [string, KindResult] => {
      if (notReadable.includes(name))
        return [name, { state: 'notReadable', status: 403, why: 'forbidden', right: 'a key' }];
      const own = objects[name] ?? [];
      const byParent: [string, readonly object[]][] = isList(own)
        ? [['', own]]
        : Object.entries(own);
      const answers = byParent.map(([of, list]) => ({
        of: of === '' ? [] : of.split('/'),
        objects: list,
      }));
      return [name, { state: 'whole', answers }];
    }),
  );
}

function isList(own: Objects[string]): own is readonly object[] {
  return Array.isArray(own);
}

export function collect(
  objects: Objects,
  {
    answers = {},
    since = '2026-11-01T00:00:00Z',
    notReadable = [],
  }: {
    answers?: Record<string, string>;
    since?: string;
    notReadable?: readonly string[];
  } = {},
): Collected {
  const ledger = createLedger('pagerduty', savedOf(objects, notReadable), pagerdutyImporter.fields);
  const added: Collected['added'] = [];
  const asked: Question[] = [];
  const keys = new Set<string>();
  const work: Work = {
    ledger,
    since: new Date(since),
    add(type, key, body) {
      if (keys.has(key)) throw new Error(`${key} comes twice`);
      keys.add(key);
      added.push({ type, key, body });
      return key;
    },
    has: (key) => keys.has(key),
    answer(question) {
      asked.push(question);
      return answers[question.id] ?? question.usual ?? '';
    },
  };
  pagerdutyImporter.bring(work);
  return {
    ...{ ledger, asked, added },
    of: (type) => added.flatMap((one) => (one.type === type ? [one.body as never] : [])),
    rendered: pagerdutyImporter.rendered(work),
  };
}

/** Level, pointer and text of each line. */
export function linesOf({ ledger }: Collected): string[] {
  return ledger
    .lines()
    .map(({ level, key, pointer, text }) => `${level} ${key}${pointer}: ${text}`);
}
