import { isOrdered, isPoint, isUndefined, sameClass } from './plan-values.ts';
import { compareValues, valuesEqual } from './semantics/compare.ts';
import type { FilterShape, Predicate } from './semantics/filter-shape.ts';
import { ObjectId, type Value } from './semantics/values.ts';

/** Whether a query finds only documents that a partial or sparse index holds. */

/** Whether a document that satisfies it must have the field, with a value that is not null. */
export function provesPresence(predicate: Predicate): boolean {
  const { op, value } = predicate;
  switch (op) {
    case 'eq':
      return value !== null && !isUndefined(value);
    case 'in':
      return Array.isArray(value) && value.every((item) => item !== null && !isUndefined(item));
    case 'exists':
      return value === true;
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return isOrdered(value);
    case 'regex':
    case 'mod':
    case 'size':
    case 'elemMatch':
      return true;
    default:
      return false;
  }
}

/**
 * Whether the documents that satisfy it have entries within bounds. On a path such as `list.0` an index has one entry
 * where a filter sees several values (the first element, and the fields `0` of the elements), so that nothing can be
 * said about documents that lack a value.
 */
export function isBoundable(predicate: Predicate): boolean {
  return !/\.\d+(\.|$)/.test(predicate.path) || provesPresence(predicate);
}

/** Whether every document that satisfies `query` satisfies the filter of a partial index. */
export function implies(query: FilterShape, partial: FilterShape): boolean {
  if (partial.opaque) return false;
  for (const wanted of partial.predicates) {
    if (!query.predicates.some((given) => impliesPredicate(given, wanted))) return false;
  }
  for (const branches of partial.ors) {
    if (!branches.some((branch) => implies(query, branch))) return false;
  }
  return true;
}

function impliesPredicate(given: Predicate, wanted: Predicate): boolean {
  if (given.path !== wanted.path) return false;
  if (wanted.op === 'exists' && wanted.value === true) return provesPresence(given);
  if (given.op === wanted.op && valuesEqual(given.value, wanted.value)) return true;
  if (given.op === 'eq') return satisfies(given.value, wanted);
  if (given.op === 'in' && Array.isArray(given.value)) {
    return given.value.every((value) => satisfies(value, wanted));
  }
  if (wanted.op === 'type' && isOrdered(given.value) && isRangeOp(given.op)) {
    return typeMatches(given.value, wanted.value);
  }
  if (isRangeOp(given.op) && isRangeOp(wanted.op) && sameClass(given.value, wanted.value)) {
    return rangeWithin(given, wanted);
  }
  return false;
}

function isRangeOp(op: Predicate['op']): boolean {
  return op === 'gt' || op === 'gte' || op === 'lt' || op === 'lte';
}

function rangeWithin(given: Predicate, wanted: Predicate): boolean {
  const order = compareValues(given.value, wanted.value);
  switch (wanted.op) {
    case 'gt':
      return (given.op === 'gt' && order >= 0) || (given.op === 'gte' && order > 0);
    case 'gte':
      return (given.op === 'gt' || given.op === 'gte') && order >= 0;
    case 'lt':
      return (given.op === 'lt' && order <= 0) || (given.op === 'lte' && order < 0);
    default:
      return (given.op === 'lt' || given.op === 'lte') && order <= 0;
  }
}

/** A single scalar against a condition of a partial filter. Says no where it does not know. */
function satisfies(value: Value, wanted: Predicate): boolean {
  if (!isPoint(value)) return false;
  switch (wanted.op) {
    case 'eq':
      return valuesEqual(value, wanted.value);
    case 'in':
      return Array.isArray(wanted.value) && wanted.value.some((item) => valuesEqual(value, item));
    case 'exists':
      return wanted.value === true && value !== null;
    case 'type':
      return typeMatches(value, wanted.value);
    case 'gt':
      return sameClass(value, wanted.value) && compareValues(value, wanted.value) > 0;
    case 'gte':
      return sameClass(value, wanted.value) && compareValues(value, wanted.value) >= 0;
    case 'lt':
      return sameClass(value, wanted.value) && compareValues(value, wanted.value) < 0;
    case 'lte':
      return sameClass(value, wanted.value) && compareValues(value, wanted.value) <= 0;
    default:
      return false;
  }
}

function typeMatches(value: Value, wanted: Value): boolean {
  const names = Array.isArray(wanted) ? wanted : [wanted];
  return names.some(
    (name) =>
      (typeof value === 'string' && (name === 'string' || name === 2)) ||
      (value instanceof Date && (name === 'date' || name === 9)) ||
      (value instanceof ObjectId && (name === 'objectId' || name === 7)) ||
      (typeof value === 'boolean' && (name === 'bool' || name === 8)),
  );
}
