import { isObject } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';

/** That another product told somebody. */
export interface Telling {
  /** Their address there, in lower case; else how the product calls them. */
  person: string;
  at: Date;
  /** As it is called here; null where the product does not say. */
  channel: string | null;
}

/** Another product's actions on one of its alerts or incidents, as far as they were read. */
export interface LoggedAlert {
  /** As the product calls it. */
  id: string;
  /** By which it knows repetitions: an alias, or a key of events. */
  key: string | null;
  title: string;
  openedAt: Date;
  told: readonly Telling[];
  /** When the next people were to be told. */
  escalatedAt: readonly Date[];
  acknowledgedAt: Date | null;
  resolvedAt: Date | null;
}

/** The alerts that have been read, and the time until which none is missing. */
export interface LogPiece {
  alerts: readonly LoggedAlert[];
  until: Date;
}

/**
 * Asks the product for a path, by GET or with this as JSON; gives the object that it answers, a list as `items` of one.
 * Throws `LogUnread`.
 */
export type Ask = (path: string, body?: object) => Promise<Readonly<Record<string, unknown>>>;

/**
 * The precision of the log about who was told: `Minute` whom and when, `Person` whom, `Incident` nothing, so that only
 * incidents can be compared.
 */
export type LogPrecision = 'Minute' | 'Person' | 'Incident';

/** How the log of a product is read. */
export interface ProductLog {
  displayName: string;
  /** Where its API is, unless the run says otherwise; null: everybody has their own. */
  url: string | null;
  precision: LogPrecision;
  /** Between two requests, where several a second are too many. */
  restMilliseconds?: number;
  headersOf(key: string): Readonly<Record<string, string>>;
  /** The events from `since` on, the oldest piece first. */
  read(ask: Ask, since: Date, now: Date): AsyncGenerator<LogPiece>;
}

/** Why the log cannot be read now, and when to ask again where the product says so. */
export class LogUnread extends Error {
  readonly sentence: Sentence;
  readonly retryAfterSeconds: number | null;

  constructor(sentence: Sentence, retryAfterSeconds: number | null = null) {
    super(sentence.code);
    this.name = 'LogUnread';
    this.sentence = sentence;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type Members = Readonly<Record<string, unknown>>;

/** The objects of a list; undefined where it is none. */
export function objectsAt(answer: Members, member: string): Members[] | undefined {
  const list = answer[member];
  return Array.isArray(list) && list.every(isObject) ? list : undefined;
}

export function objectAt(object: Members, member: string): Members {
  const value = object[member];
  return isObject(value) ? value : {};
}

export function textAt(object: Members, member: string): string | null {
  const value = object[member];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Null for what is no time. */
export function timeAt(object: Members, member: string): Date | null {
  const text = textAt(object, member);
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time);
}

/** The first of these times. */
export function earliest(times: readonly (Date | null)[]): Date | null {
  const known = times.filter((at) => at !== null);
  return known.toSorted((one, other) => Number(one) - Number(other))[0] ?? null;
}

/** The objects of a list; throws where what answers is not that product. */
export function demandObjects(answer: Members, member: string, product: string): Members[] {
  const found = objectsAt(answer, member);
  if (!found) throw new LogUnread(say('shadowAnswerBroken', { product }));
  return found;
}
