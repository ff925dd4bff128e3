import type { Results } from '../read/read-all.ts';
import type { StateTable } from '../read/state.ts';
import type { Texts } from '../read/unpack.ts';

/** Another product as data: where it is, how it is asked, and what it has. */
export interface Product {
  name: string;
  displayName: string;
  /** The URL of its API; null: each account has its own. */
  url: string | null;
  /** The URL to try when a key is not known there; null: there is no other one. */
  otherUrl: string | null;
  headersOf(key: string): Readonly<Record<string, string>>;
  /** Says what is wrong with a key that cannot be one of the product; null: it can. */
  problemOfKey?(key: string): string | null;
  pace: Pace;
  paging: Paging;
  /** Asked in GraphQL, by the operations that kinds name. */
  graphql?: Graphql;
  /** A kind comes after the one that it hangs on. */
  kinds: readonly Kind[];
  /** Recent events, read only if asked for; absent: its API does not tell what senders sent. */
  events?: readonly Kind[];
  /** Turns resources of its Terraform provider into answers; absent: no provider is known. */
  state?: StateTable;
  /** Reads the files that the product exports; null: these are something else. */
  readExport?(texts: Texts): Results | null;
}

/** A product whose configuration is in a file of its own, and which is read from there. */
export interface FileSource {
  name: string;
  displayName: string;
  /** The name of the file for people. */
  file: string;
  /** Throws with what is wrong with the text. */
  read(text: string): Results;
}

export interface Graphql {
  /** All operations in one text: a key may be good for this very text alone. */
  document: string;
  /** The answer for a key that is good for another text, and a hint how to mend it. */
  wrongKey: { says: RegExp; hint: string };
}

export interface Pace {
  requestsPerSecond: number;
  /** Headers of every answer: how many more requests it takes, and in how many seconds it takes more than that. */
  budget?: { remaining: string; resetSeconds: string };
  /** A status by which it also says that it was asked too often, which ends within a minute. */
  busyStatus?: number;
  /** Header of a 429 beside `Retry-After`: in how many seconds requests are counted anew. */
  periodSeconds?: string;
}

export interface Paging {
  /** Parameters of the page after this one; null: the product says that there is none. */
  next(body: unknown, asked: URLSearchParams, headers: Headers): URLSearchParams | null;
  /** How many objects the list has; null: the product does not say. */
  totalOf(body: unknown): number | null;
  /** Lists end here whatever they have: longer ones are read team by team, where they can be. */
  objectsMax?: number;
}

export interface Kind {
  name: string;
  /**
   * `{1}` is the id of the outermost object that it hangs on, `{2}` of the next; `{since}`, `{today}`, `{soon}` and
   * `{until}` are days; of past events `{past}` and `{tomorrow}`, and `{pastMilliseconds}`.
   */
  path: string;
  /** In GraphQL: the operation that lists it. Parameters of pages are its variables. */
  operation?: string;
  /** Asked for once per object of this kind. */
  of?: string;
  /** Asked for by this member of them in place of their ids, once for each value; who has none is left out. */
  by?: string;
  /** Where in the answer the objects are, or the only one is, such as `data.heartbeats`; of several, in one of them. */
  list?: string | readonly string[];
  /** Where an object has its id, by which others hang on it, such as `policy.slug`; `id` by default. */
  id?: string;
  one?: string;
  /** The right that a key needs to read it, as the product calls it. */
  right: string;
  /** Statuses by which the product says of one object that it has none of these. */
  noneBy?: readonly number[];
  /**
   * Members of the object that it hangs on, each with the address of a file elsewhere. It is read without the key, and
   * what becomes of it is an object: `{ id, member, text }`, or `why` in place of the text.
   */
  files?: readonly string[];
  /** The product works it out of the rest: what was brought is compared with it, and it is not missed elsewhere. */
  isWorkedOut?: true;
  /** The parameter that limits the list to one object of the kind `teams`. */
  byTeam?: string;
  headers?: Readonly<Record<string, string>>;
}
