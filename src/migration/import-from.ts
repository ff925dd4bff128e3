import { compareEvents } from './compare/compare-events.ts';
import { comparePolicies } from './compare/compare-policies.ts';
import {
  compareSchedules,
  type ScheduleOfBoth,
  schedulesOfBoth,
} from './compare/compare-schedules.ts';
import type { Added } from './model/added.ts';
import type { Importer, PastEvent, Question, RouteEvent, Work } from './model/importer.ts';
import { createLedger, type Line } from './model/ledger.ts';
import type { Bodies, ImportedType } from './model/neutral.ts';
import type { Results } from './read/read-all.ts';
import type { SavedAnswers } from './read/saved.ts';
import { acceptable } from './write/acceptable.ts';
import { adoptions, type PeopleThere } from './write/adopt.ts';
import { type Lock, lockFile, lockText } from './write/lock.ts';
import { maskedLine, maskedText, secretTexts } from './write/masks.ts';
import { type Merged, mergeFiles } from './write/merge-files.ts';
import { partOfTeams } from './write/part-of-teams.ts';
import { type PeopleChoices, withPeople } from './write/people.ts';
import { resolvable } from './write/references.ts';
import {
  type Answered,
  inOrder,
  type NotRead,
  type Report,
  type ReportFiles,
  reportFilesOf,
} from './write/report.ts';
import { type ReportLanguage, reportPage } from './write/report-page.ts';
import { type Sender, sendersFile, sendersOf, sendersPage } from './write/senders.ts';
import { mainFile, type Secrets, type Terraform, toTerraform } from './write/to-terraform.ts';

export interface ImportedProduct {
  name: string;
  displayName: string;
  importer: Importer;
}

export interface ImportOptions {
  /** By id of the question. */
  answers: ReadonlyMap<string, string>;
  since: Date;
  lock: Lock;
  people?: PeopleChoices;
  /** Whom the server has already. */
  there?: PeopleThere;
  /** Files of the folder as they are. */
  existing?: ReadonlyMap<string, string>;
  /** Who is on call there and here, from then on. */
  compare?: { from: Date; days: number };
  /** Where past events go by what is written; left out: nobody looks at them. */
  route?: RouteEvent;
  /** Only what these own, and what that reaches; left out: everything. */
  teams?: readonly string[];
  /** The language of the report for people; left out: English. */
  language?: ReportLanguage;
}

export type Import =
  | ({ outcome: 'written' } & WrittenImport)
  /** Questions without an answer, or with one that is no choice. */
  | { outcome: 'needsAnswers'; questions: readonly Question[] };

export interface WrittenImport {
  /** Content by name, reports and lock included. */
  files: ReadonlyMap<string, string>;
  reportFiles: ReportFiles;
  report: Report;
  lock: Lock;
  secrets: Secrets;
  /** Everything that was asked. */
  questions: readonly Question[];
  /** Names of teams that were asked for, and that none has. */
  unknownTeams: readonly string[];
  /** As they are called at the source, whatever was chosen for them. */
  people: readonly BroughtPerson[];
  senders: readonly Sender[];
  /** Works them out when it is called; where they differ, if they were compared. */
  schedulesOfBoth(): ScheduleOfBoth[];
  changes: Pick<Merged, 'added' | 'changed' | 'removed'>;
  /** The written objects, with keys of the source in the place of ids. */
  kept: readonly Added[];
  /** Recent events, if they were saved. */
  past: readonly PastEvent[];
}

export interface BroughtPerson {
  key: string;
  name: string;
  email: string;
}

/** Pure: what was read, answers, lock and folder give the files. */
export function importFrom(
  { name, displayName, importer }: ImportedProduct,
  { results, ...source }: SavedAnswers,
  options: ImportOptions,
): Import {
  const { lock, since, existing = new Map() } = options;
  const past = importer.past?.in(results) ?? [];
  const saved = { ...source, results: withoutPast(results, importer) };
  const brought = bring(name, importer, saved, options);
  if (brought.lacking.length > 0) return { outcome: 'needsAnswers', questions: brought.lacking };
  const { ledger, answer, answered, questions } = brought;
  const people = withPeople(brought.added, options.people ?? new Map());
  const accepted = acceptable(people.added);
  const notRead = notReadIn(results);
  const isWhole = notReadIn(saved.results).length === 0;
  const part = options.teams && partOfTeams(name, accepted.added, options.teams);
  const elsewhere = (part?.elsewhere ?? []).filter(({ key }) => !lock.has(key));
  const far = new Set(elsewhere.map(({ key }) => key));
  const { kept, dropped } = resolvable(
    name,
    part?.added ?? accepted.added,
    (key) => far.has(key) || ((part !== undefined || !isWhole) && lock.has(key)),
  );
  const compared = comparedWith(importer, brought, saved, options);
  const events = options.route ? compareEvents(past, options.route, kept) : null;
  const terraform = toTerraform(kept, lock, elsewhere);
  const marked = saved.secrets ?? new Set<string>();
  const hidden = secretTexts(saved.results, [...terraform.secrets.values(), ...marked]);
  const ofOthers = part ? keysBeside(accepted.added, part.added) : new Set();
  const lines = [
    ...[...ledger.lines(isBroughtIn(brought.added)), ...compared.lines].filter(
      ({ key }) => !ofOthers.has(key),
    ),
    ...(events?.lines ?? []),
    ...elsewhere.map((object) => elsewhereLine(object)),
    ...dropped.map(({ object, missing }) => leftOut(object, missing)),
    ...accepted.lines,
    ...people.skipped.map((key) => skippedLine(key)),
    ...samePeople(people.same, brought.added),
    ...people.unused.map((called) => unusedLine(called)),
    ...plainLines(terraform, marked),
  ];
  const adopted = adoptions(kept, terraform.blocks, options.there ?? new Map());
  // Objects of other teams may have been imported before.
  const merged = mergeFiles(existing, [...terraform.blocks, ...adopted], {
    isWhole: isWhole && !part,
  });
  const report: Report = {
    ...{ format: 'tocsin-import-report/1', product: name, savedAt: saved.savedAt },
    note: saved.note ?? null,
    since: since.toISOString(),
    notRead,
    lines: inOrder(lines.map((line) => maskedLine(line, hidden))),
    counts: ledger.counts(),
    written: countByType(terraform),
    answers: answered.map((one) => ({ ...one, answer: maskedText(one.answer, hidden) })),
    variables: [...terraform.secrets.keys()],
    removed: merged.removed,
    unsure: merged.unsure,
    handEdited: merged.handEdited,
    compared: compared.schedules?.compared ?? null,
    comparedPolicies: compared.policies?.compared ?? null,
    comparedEvents: events?.compared ?? null,
  };
  const names = reportFilesOf(part === undefined ? [] : teamNames(part.added, terraform.lock));
  // The page keeps those of teams that were imported before.
  const senders = sendersOf(accepted.added, [...terraform.blocks, ...merged.kept], {
    ...{ product: name, url: saved.url },
  });
  return {
    ...{ outcome: 'written', report, lock: terraform.lock, secrets: terraform.secrets },
    files: new Map([
      ...filesOf(merged, existing, terraform.lock),
      [names.page, reportPage(report, displayName, options.language)],
      [names.json, `${JSON.stringify(report, null, 2)}\n`],
      // Without all that was read, nobody knows that nothing sends.
      ...(senders.length > 0 || isWhole ? [[sendersFile, sendersPage(senders)] as const] : []),
    ]),
    reportFiles: names,
    ...{ questions, senders, changes: merged, unknownTeams: part?.unknown ?? [], kept, past },
    people: peopleIn(brought.added),
    schedulesOfBoth: () =>
      schedulesOfBoth(
        importer.rendered({ ledger, since }, answer),
        brought.added,
        compared.schedules?.firstDifferences ?? new Map(),
      ),
  };
}

/** Who is on call and who is told, there and here, as they are called at the source: a file of people gives others. */
function comparedWith(
  importer: Importer,
  { ledger, added, answer }: ReturnType<typeof bring>,
  { results }: SavedAnswers,
  { compare, since }: ImportOptions,
) {
  if (!compare) return { lines: [], schedules: null, policies: null };
  const rendered = importer.rendered({ ledger, since }, answer);
  const shown = importer.shown?.(results) ?? [];
  const schedules = compareSchedules({ rendered, shown }, added, compare);
  const interpreted = importer.interpreted?.({ ledger }, answer) ?? [];
  const policies = comparePolicies(interpreted, added, compare.from);
  return { lines: [...schedules.lines, ...policies.lines], schedules, policies };
}

/** Only what is set up. */
function withoutPast(results: Results, { past }: Importer): Results {
  const kinds = new Set(past?.kinds);
  return new Map([...results].filter(([kind]) => !kinds.has(kind)));
}

/** Whether something was made of the object with the key, or of a part of it. */
function isBroughtIn(added: readonly Added[]): (key: string) => boolean {
  const keys = new Set(
    added.flatMap(({ key }) =>
      key.split(':').map((_, count, parts) => parts.slice(0, count + 1).join(':')),
    ),
  );
  return (key) => keys.has(key);
}

function peopleIn(added: readonly Added[]): BroughtPerson[] {
  return added.flatMap(({ type, key, body }): BroughtPerson[] => {
    if (type !== 'tocsin_user') return [];
    return [{ key, name: body.displayName ?? body.email, email: body.email }];
  });
}

function bring(
  name: string,
  importer: Importer,
  { results }: SavedAnswers,
  { answers, since }: ImportOptions,
) {
  const ledger = createLedger(name, results, importer.fields, importer.secretIds);
  const added = new Map<string, Added>();
  const asked = new Map<string, Question>();
  const lacking: Question[] = [];
  const work: Work = {
    ledger,
    since,
    add<Type extends ImportedType>(type: Type, key: string, body: Bodies[Type]): string {
      if (added.has(key)) throw new Error(`${name} brings ${key} twice.`);
      // The type and the body belong together, which a union does not see.
      added.set(key, { type, key, body } as Added);
      return key;
    },
    has: (key) => added.has(key),
    answer(question) {
      const given = answers.get(question.id) ?? question.usual;
      const isChoice = given !== null && (question.choices?.includes(given) ?? true);
      if (!isChoice && !asked.has(question.id)) lacking.push(question);
      asked.set(question.id, question);
      return isChoice ? given : (question.choices?.[0] ?? '');
    },
  };
  try {
    importer.bring(work);
  } catch (error) {
    // An answer that is only a stand-in may lead anywhere.
    if (lacking.length === 0) throw error;
  }
  const answered = [...asked.values()].map(({ id, text, usual }): Answered => {
    const given = answers.get(id) ?? usual ?? '';
    return { id, text, answer: given, isUsual: given === usual };
  });
  answered.sort((one, other) => (one.id < other.id ? -1 : 1));
  const { answer } = work;
  return {
    ledger,
    answer,
    added: [...added.values()],
    answered,
    questions: [...asked.values()],
    lacking,
  };
}

function notReadIn(results: Results): NotRead[] {
  return [...results].flatMap(([kind, result]): NotRead[] => {
    if (result.state === 'whole') return [];
    const right = result.state === 'notReadable' ? result.right : null;
    return [{ kind, state: result.state, why: result.why, right }];
  });
}

function keysBeside(all: readonly Added[], part: readonly Added[]): ReadonlySet<string> {
  const own = new Set(part.map(({ key }) => key));
  return new Set(all.flatMap(({ key }) => (own.has(key) ? [] : [key])));
}

function elsewhereLine({ key, body }: Added): Line {
  const name = 'displayName' in body && body.displayName ? body.displayName : key;
  return {
    ...{ level: 'lost', kind: kindOf(key), key, name, pointer: '', value: null },
    text: 'of another team: looked up by its name, so it has to be there before this is applied',
  };
}

function leftOut({ key, type }: Added, missing: readonly string[]): Line {
  return {
    ...{ level: 'behaviour', kind: kindOf(key), key, name: key, pointer: '', value: null },
    text: `left out as ${type}: it names ${missing.join(', ')}, which was not brought`,
  };
}

function skippedLine(key: string): Line {
  return {
    ...{ level: 'behaviour', kind: kindOf(key), key, name: key, pointer: '', value: null },
    text: 'skipped, as the file of people says: their place in turns is empty',
  };
}

/** Two people with one address become one person, who is told as the first one was. */
function samePeople(same: ReadonlyMap<string, string>, added: readonly Added[]): Line[] {
  return [...same].map(([key, first]): Line => {
    const hasRules = added.some(
      ({ type, body }) => type === 'tocsin_user_notification_rules' && body.userId === key,
    );
    return {
      ...{ level: hasRules ? 'behaviour' : 'approximated', kind: kindOf(key), key, name: key },
      ...{ pointer: '', value: null },
      text: hasRules
        ? `has the address of ${first}: they are one person here, who is told as that one is`
        : `has the address of ${first}: they are one person here`,
    };
  });
}

function unusedLine(called: string): Line {
  return {
    ...{ level: 'lost', kind: 'people', key: called, name: called, pointer: '', value: null },
    text: 'the file of people names somebody whom the source does not have',
  };
}

function kindOf(key: string): string {
  return key.split(':')[1] ?? '';
}

/** Values that a state marks as sensitive and that are written all the same: a name, or an address of somebody. */
function plainLines({ blocks }: Terraform, marked: ReadonlySet<string>): Line[] {
  const texts = blocks.map(({ text }) => text).join('\n');
  const plain = [...marked].filter((text) => text !== '' && texts.includes(JSON.stringify(text)));
  if (plain.length === 0) return [];
  const key = 'the source';
  return [
    {
      ...{ level: 'secret', kind: 'sensitive values', key, name: key, pointer: '', value: null },
      text:
        `${plain.length} of them are in these files as they are, such as names and addresses: keep ` +
        'the files as you keep the source',
    },
  ];
}

function countByType({ blocks }: Terraform): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { address } of blocks) {
    const [type = ''] = address.split('.');
    if (type !== 'var' && type !== 'data') counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
}

/** As Terraform calls the teams. */
function teamNames(added: readonly Added[], lock: Lock): string[] {
  return added.flatMap(({ type, key }) =>
    type === 'tocsin_team' ? (lock.get(key)?.split('.')[1] ?? []) : [],
  );
}

function filesOf(
  merged: Merged,
  existing: ReadonlyMap<string, string>,
  lock: Lock,
): ReadonlyMap<string, string> {
  const files = new Map(merged.files);
  // Where state is kept is written there by whoever owns the folder.
  files.set('providers.tf', existing.get('providers.tf') ?? mainFile);
  files.set(lockFile, lockText(lock));
  return files;
}
