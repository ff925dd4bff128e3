/*
 * What the page and the worker say to one another. The worker alone knows the code of imports; what it answers fits
 * these shapes, or it does not compile.
 */

export interface Ask {
  read: { product: string; files: FileGiven[] };
  import: Choices;
  timeline: { key: string; from: number; until: number };
  zip: { withSecrets: boolean };
}

export interface Answer {
  read: Reading;
  import: Outcome;
  timeline: { there: Stretch[]; here: Stretch[]; differences: Difference[] };
  zip: Uint8Array<ArrayBuffer>;
}

export type AskName = keyof Ask;

export type Asked = { [Name in AskName]: { id: number; name: Name; ask: Ask[Name] } }[AskName];

export type Replied =
  | { id: number; answer: Answer[AskName] }
  /** In English, as the command line would say it. */
  | { id: number; problem: string };

export interface FileGiven {
  /** With its folders, where a folder was given. */
  path: string;
  content: Blob;
  changedAt: number;
}

export interface Reading {
  savedAt: string;
  /** A note that people have to know about the source. */
  note: InBoth | null;
  kinds: { kind: string; objects: number }[];
  notRead: NotRead[];
  /** Files of an earlier import are among those given: names and edits stay. */
  isAgain: boolean;
}

export interface Choices {
  /** By id of the question. */
  answers: Record<string, string>;
  /** By key at the source: an e-mail address, or `skip`. */
  people: Record<string, string>;
  /** Ids of people of the organization by e-mail address in small letters. */
  there: Record<string, string>;
  now: number;
  /** The language of the report in the folder. */
  language: 'en' | 'de';
}

export type Outcome =
  | { outcome: 'needsAnswers'; questions: readonly Question[] }
  | { outcome: 'written'; result: Result };

export interface Result {
  questions: readonly Question[];
  people: readonly Person[];
  schedules: readonly Schedule[];
  senders: readonly Sender[];
  notRead: readonly NotRead[];
  lines: readonly Line[];
  counts: readonly Counts[];
  /** Objects by type of resource. */
  written: Record<string, number>;
  compared: { schedules: number; different: number; left: readonly string[] } | null;
  files: readonly { name: string; size: number }[];
  secrets: { known: number; unknown: readonly string[] };
}

export interface Question {
  id: string;
  text: string;
  choices?: readonly string[] | undefined;
  usual: string | null;
}

export interface Person {
  key: string;
  name: string;
  email: string;
}

export interface Schedule {
  key: string;
  name: string;
  timeZoneId: string;
  differsFrom: number | null;
}

export interface Sender {
  name: string;
  address: string;
  type: string;
  variables: readonly string[];
  base: { was: string; path: string } | null;
}

export interface NotRead {
  kind: string;
  why: InBoth;
  right: InBoth | null;
}

export type Level = 'behaviour' | 'lost' | 'secret' | 'approximated' | 'past' | 'unread';

/** A sentence about the source. */
export interface InBoth {
  /** In English. */
  text: string;
  /** Null where it is in English only. */
  german: string | null;
}

export interface Line extends InBoth {
  level: Level;
  kind: string;
  key: string;
  name: string;
  pointer: string;
  value: string | null;
  members?: readonly string[];
}

export interface Counts {
  kind: string;
  objects: number;
  read: number;
  imported: number;
  residue: number;
  noise: number;
}

/** A time with the same people on duty, by e-mail address. */
export interface Stretch {
  from: number;
  until: number;
  people: readonly string[];
}

/** A time in which others are on duty here than there. */
export interface Difference {
  from: number;
  until: number;
  there: readonly string[];
  here: readonly string[];
}
