import type { Doc, Value } from './model.ts';

/** The parts of a compiled filter, and what the planner may know of it. */

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
  | 'not';

/**
 * One condition of the top-level conjunction, for the planner.
 * `value`: the operand (`in`: an array, which may hold `BsonRegExp`s; `exists`: boolean; `regex`: a `BsonRegExp`).
 * `prefix`: for `regex`, the literal head every matching string starts with, when it has one. A stored regular
 * expression equal to the operand matches too.
 * `inner`: for `elemMatch` with operators its conditions (same path), which hold on one and the same element; for
 * `elemMatch` with a filter that filter's conditions, with paths below `path`.
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
  /** The filter demands more than these say (`$nor`, `$expr`): documents that meet them must still be tested. */
  opaque: boolean;
};

/** A compiled filter, or a part of one. `position` is asked only of documents that match. */
export type FilterNode = {
  matches(doc: Doc): boolean;
  position(doc: Doc): number | undefined;
};
