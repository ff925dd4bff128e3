import type { Added } from '../../../src/migration/model/added.ts';
import type { Question, Work } from '../../../src/migration/model/importer.ts';
import { createLedger } from '../../../src/migration/model/ledger.ts';
import type { Bodies, ImportedType } from '../../../src/migration/model/neutral.ts';
import { opsgenieImporter } from '../../../src/migration/products/opsgenie/importer.ts';
import type { KindAnswer, KindResult } from '../../../src/migration/read/read-all.ts';

/** Answers by kind, as `--save` keeps them. */
export type Saved = Readonly<Record<string, readonly KindAnswer[]>>;

export const since = new Date('2026-11-01T00:00:00Z');

/** Of a kind that is one list of the account. */
export function listed(...objects: unknown[]): KindAnswer[] {
  return [{ of: [], objects }];
}

/** Of a kind that hangs on others, by the id of what it hangs on. */
export function of(id: string, ...objects: unknown[]): KindAnswer {
  return { of: id.split('/'), objects };
}

/** All answers of several accounts as one. */
export function together(...parts: readonly Saved[]): Saved {
  const all: Record<string, KindAnswer[]> = {};
  for (const part of parts)
    for (const [kind, answers] of Object.entries(part))
      all[kind] = [...(all[kind] ?? []), ...answers];
  return all;
}

/** What the importer brings of it, without a writer. */
export function collect(
  saved: Saved,
  {
    answers = {},
    unreadable = [],
  }: { answers?: Record<string, string>; unreadable?: string[] } = {},
) {
  const results = new Map<string, KindResult>(
    Object.entries(saved).map(([kind, own]) => [kind, { state: 'whole', answers: own }]),
  );
  for (const kind of [
    'user-details',
    'team-details',
    'schedules',
    'escalations',
    'forwarding-rules',
  ])
    if (!results.has(kind)) results.set(kind, { state: 'whole', answers: [] });
  if (!results.has('notification-rule-details') && 'user-details' in saved)
    results.set('notification-rule-details', { state: 'whole', answers: [] });
  for (const kind of unreadable)
    results.set(kind, { state: 'notReadable', status: 403, why: 'refused', right: 'Read' });
  const ledger = createLedger('opsgenie', results, opsgenieImporter.fields);
  const added = new Map<string, Added>();
  const questions: Question[] = [];
  const work: Work = {
    ledger,
    since,
    add(type, key, body) {
      if (added.has(key)) throw new Error(`${key} is added twice.`);
      // The type and its body come together.
      added.set(key, { type, key, body } as Added);
      return key;
    },
    has: (key) => added.has(key),
    answer(question) {
      questions.push(question);
      return answers[question.id] ?? question.usual ?? '';
    },
  };
  opsgenieImporter.bring(work);
  return {
    work,
    ledger,
    questions,
    added,
    /** Bodies of one type, by key. */
    bodies<Type extends ImportedType>(type: Type): Record<string, Bodies[Type]> {
      return Object.fromEntries(
        [...added].flatMap(([key, one]) =>
          one.type === type ? [[key, one.body as Bodies[Type]]] : [],
        ),
      );
    },
    lines: () =>
      ledger.lines().map(({ level, key, pointer, text }) => `${level} ${key}${pointer}: ${text}`),
  };
}
