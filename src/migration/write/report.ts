import type { ComparedEvents } from '../compare/compare-events.ts';
import type { ComparedPolicies } from '../compare/compare-policies.ts';
import type { Compared } from '../compare/compare-schedules.ts';
import { type LineSentence, sentenceOf } from '../german/in-german.ts';
import type { Question } from '../model/importer.ts';
import type { Counts, Level, Line } from '../model/ledger.ts';

/** The report of an import, as JSON and as Markdown. It contains no secrets. */
export interface Report {
  format: 'tocsin-import-report/1';
  product: string;
  savedAt: string;
  since: string;
  /** Says what people have to know of the source. */
  note: string | null;
  notRead: NotRead[];
  /** The lines; those that change who is told come first. */
  lines: ReportLine[];
  counts: Counts[];
  /** Objects by the type of resource that they became. */
  written: Record<string, number>;
  answers: Answered[];
  /** Names of variables that need a value before anything is applied. */
  variables: string[];
  removed: string[];
  unsure: string[];
  handEdited: { address: string; file: string; wanted: string | null }[];
  /** Null: nobody asked for it. */
  compared: Compared | null;
  comparedPolicies: ComparedPolicies | null;
  comparedEvents: ComparedEvents | null;
}

/** A line with what it says as programs read it. */
export type ReportLine = Line & LineSentence;

export interface NotRead {
  kind: string;
  state: 'notReadable' | 'failed';
  why: string;
  /** The right that the key needs; null: reading failed, or the source does not have the kind. */
  right: string | null;
}

export interface Answered {
  id: Question['id'];
  text: string;
  answer: string;
  /** The answer is the one that is taken if nobody is asked. */
  isUsual: boolean;
}

const order: readonly Level[] = ['behaviour', 'secret', 'approximated', 'lost', 'unread', 'past'];

/** In an order that does not depend on that of the source's lists. */
export function inOrder(lines: readonly Line[]): ReportLine[] {
  const places = lines.map((line) => ({
    line,
    place: [order.indexOf(line.level), line.kind, line.key, line.pointer, line.text].join('\n'),
  }));
  return places
    .sort((one, other) => (one.place < other.place ? -1 : one.place > other.place ? 1 : 0))
    .map(({ line }) => ({ ...line, ...(sentenceOf(line.text) ?? asItIs(line)) }));
}

/** No line of an importer: each of them is in the table. */
function asItIs({ text }: Line): LineSentence {
  return { code: 'asItIs', values: [text] };
}

export interface ReportFiles {
  page: string;
  json: string;
}

/** A file system takes no longer ones. */
const teamCharactersMax = 200;

/** How the files of a report are called: that of some teams stands beside those of others. */
export function reportFilesOf(teams: readonly string[]): ReportFiles {
  const of = ['', ...teams.toSorted()].join('.').slice(0, teamCharactersMax);
  return { page: `REPORT${of}.md`, json: `report${of}.json` };
}

/** 0, or 3 where somebody else may be told than before, or where something could not be read. */
export function exitCodeOf({ notRead, lines }: Report): 0 | 3 {
  return notRead.length > 0 || lines.some(({ level }) => level === 'behaviour') ? 3 : 0;
}
