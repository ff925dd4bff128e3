import type { Attributes } from './attributes.ts';
import type { AttributePath, Filter } from './filters/filter.ts';

/**
 * The port from the protocol to the product: people and groups of ONE organization, seen and changed in the name of one
 * caller. A new one is made for every request.
 *
 * Attributes that arrive are valid by the schema, complete (what is absent is to be unassigned), and contain
 * nothing read-only: no `id`, no `meta`, no `groups`, no `members`. A Directory gives back what it was given.
 * Whatever the caller may not do, or the product does not allow, it throws as a `DirectoryError`.
 */
export interface Directory {
  readonly users: UserRepository;
  readonly groups: GroupRepository;
}

export interface DirectoryRecord {
  /** Never changes, and is never given to another record. */
  readonly id: string;
  /** Grows with every change of the attributes, and of a group's members. */
  readonly revision: number;
  readonly created: Date;
  /** Moves only when something changed. */
  readonly lastModified: Date;
  readonly attributes: Attributes;
}

export interface Repository {
  /** Null for an id that is unknown, deleted, of another organization, or not an id at all. */
  find(id: string): Promise<DirectoryRecord | null>;
  search(search: Search): Promise<Page>;
  /** Says 'changed' when the revision is another one. Without a revision it removes whatever there is. */
  remove(id: string, revision: number | null): Promise<Removal>;
}

export interface UserRepository extends Repository {
  /** Throws `uniqueness` when the userName is taken, also by a request at the same time. */
  create(attributes: Attributes): Promise<DirectoryRecord>;
  /**
   * The revision is always known: without If-Match the engine reads, changes, and tries again when it says 'changed'.
   */
  replace(id: string, revision: number, attributes: Attributes): Promise<Change>;
  /** The groups of each of these users, direct ones only, in one query. Users without groups may be left out. */
  groupsOf(userIds: readonly string[]): Promise<ReadonlyMap<string, readonly Reference[]>>;
}

export interface GroupRepository extends Repository {
  /** Throws `invalidValue` when one of the members is no user of this organization. */
  create(attributes: Attributes, memberIds: readonly string[]): Promise<DirectoryRecord>;
  /**
   * Changes attributes, members or both; what is null stays. With a change of attributes a revision is always
   * given. With one of members alone it may be null: then it holds whatever happened meanwhile, so that two
   * additions at the same time both succeed. Nothing is changed when one of the members is unknown (`invalidValue`).
   */
  change(id: string, revision: number | null, change: GroupChange): Promise<Change>;
  /** The members of each of these groups, in a stable order. Asked for only when the answer shows members. */
  membersOf(groupIds: readonly string[]): Promise<ReadonlyMap<string, readonly Reference[]>>;
}

export interface GroupChange {
  readonly attributes: Attributes | null;
  readonly members: MemberChange | null;
}

/** Adding who is in it, and removing who is not, changes nothing. Ids to remove may be unknown; ids to add may not. */
export type MemberChange =
  | { readonly add: readonly string[]; readonly remove: readonly string[] }
  | { readonly replaceWith: readonly string[] };

/** A user as member of a group, or a group of a user. */
export interface Reference {
  readonly id: string;
  /** Its name for people: `displayName` or, where a user has none, `userName`. */
  readonly display: string;
}

export type Change =
  | { readonly outcome: 'written'; readonly record: DirectoryRecord }
  /** Somebody else was faster: the revision is not the current one. */
  | { readonly outcome: 'changed' }
  | { readonly outcome: 'missing' };

export type Removal = { readonly outcome: 'removed' | 'changed' | 'missing' };

export interface Search {
  /** Null matches everything. May contain `groups` for users and `members` for groups. */
  readonly filter: Filter | null;
  /** Null: the order in which they were created, or any other that does not change. */
  readonly sort: Sort | null;
  readonly window: SearchWindow;
}

/**
 * A multi-valued attribute sorts by its primary value, or else by its first. Records without a value come last
 * ascending and first descending. Texts of attributes that are not `caseExact` sort by `foldCase`. The id decides
 * between equals, so that pages never overlap.
 */
export interface Sort {
  readonly path: AttributePath;
  readonly order: 'ascending' | 'descending';
}

export type SearchWindow =
  /** From 1. A count of 0 asks only for the total. */
  | { readonly kind: 'index'; readonly startIndex: number; readonly count: number }
  /**
   * Null starts; otherwise what `next` was. Clients cannot forge it, and send it only with the same filter and sort.
   */
  | { readonly kind: 'cursor'; readonly after: string | null; readonly count: number };

export interface Page {
  /** All that match, on this page or not. */
  readonly total: number;
  readonly items: readonly DirectoryRecord[];
  /**
   * Where a cursor goes on; null at the end and for index windows. At most 500 characters; a place, not a position:
   * (sort value, id).
   */
  readonly next: string | null;
}

/** Why a Directory does not do what it was asked. The message goes to the client and says what to do. */
export class DirectoryError extends Error {
  readonly reason: DirectoryRefusal;
  constructor(reason: DirectoryRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DirectoryError';
    this.reason = reason;
  }
}

/**
 * `uniqueness` → 409; `invalidValue`, `mutability`, `invalidFilter` (not searchable so), `tooMany` (too much to
 * search or to store) → 400; `forbidden` → 403.
 */
export type DirectoryRefusal =
  | 'uniqueness'
  | 'invalidValue'
  | 'mutability'
  | 'invalidFilter'
  | 'tooMany'
  | 'forbidden';
