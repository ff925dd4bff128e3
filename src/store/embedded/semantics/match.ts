import type { Doc, Value } from './model.ts';

export type PredicateOp =
  | 'eq'
  | 'ne'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'in'
  | 'nin'
  | 'exists'
  | 'type'
  | 'regex'
  | 'size'
  | 'all'
  | 'mod'
  | 'bits'
  | 'elemMatch'
  | 'not'
  | 'expr'
  | 'nor';

/**
 * One condition of the top-level conjunction, for the planner.
 * `value`: the operand (`in`: an array, whose regexes are `BsonRegExp`s; `exists`: boolean; `regex`: `BsonRegExp`).
 * `prefix`: for `regex`, the literal head every match starts with (case-sensitive `^` patterns), else absent.
 * `inner`: for value-`elemMatch` (operators on one element): its conditions, to be intersected on one array element.
 *          For document-`elemMatch`: conditions with paths below `path`.
 */
export type Predicate = {
  path: string;
  op: PredicateOp;
  value: Value;
  prefix?: string;
  inner?: readonly Predicate[];
};

/** A filter as the planner sees it: all of `predicates` hold, and of each entry of `ors` at least one branch. */
export type FilterShape = {
  predicates: readonly Predicate[];
  ors: readonly (readonly FilterShape[])[];
};

export type MatchOptions = {
  /** Variables for `$expr` (the command's `let`). */
  variables?: Doc;
  /** Clock for `$$NOW`. */
  now?: Date;
};

export type Matcher = {
  test(doc: Doc): boolean;
  /** `test` on stored bytes: decodes only the fields the filter looks at. */
  testRaw(bytes: Uint8Array): boolean;
  /** Index of the array element that satisfied the filter, for the positional operator `$`. */
  positional(doc: Doc): number | undefined;
  shape: FilterShape;
  /** Top-level fields the filter reads; `null` when it needs the whole document. */
  fields: readonly string[] | null;
};

/**
 * Compiles a query filter.
 * @throws CommandError BadValue (2) and friends with the server's message; unsupported operators are refused.
 */
export function compileMatch(_filter: Doc, _options?: MatchOptions): Matcher {
  throw new Error('pending');
}
