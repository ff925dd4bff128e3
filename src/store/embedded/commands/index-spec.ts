import type { Collection } from '../catalog.ts';
import { valuesEqual } from '../semantics/compare.ts';
import { CommandError, unsupported } from '../semantics/errors.ts';
import type { FilterShape } from '../semantics/filter-shape.ts';
import { compileMatch } from '../semantics/match.ts';
import { asNumber, Doc, isNumeric, type Value } from '../semantics/values.ts';
import { boolArg, checkCollation, docArg } from './command.ts';

const expirySecondsMax = 2_147_483_647;
const fieldsMax = 32;

/** The operators that a partial filter may use; the planner can prove nothing about the rest. */
const partialOps = new Set(['eq', 'in', 'gt', 'gte', 'lt', 'lte', 'exists', 'type']);

/** Checks an index specification and brings it into the form in which it is stored and listed. */
export function checkIndexSpec(spec: Doc): Doc {
  const key = docArg(spec, 'key');
  if (key === undefined || key.size === 0 || key.size > fieldsMax) {
    throw new CommandError('CannotCreateIndex', `an index key must have 1 to ${fieldsMax} fields`);
  }
  for (const [path, kind] of key) checkKeyField(path, kind);
  const name = spec.get('name');
  if (typeof name !== 'string' || name === '' || name === '*') {
    throw new CommandError(
      'FailedToParse',
      "an index needs a 'name' that is neither empty nor '*'",
    );
  }
  const stored = Doc.of({ v: 2, key, name });
  for (const [option, value] of spec) storeOption(stored, spec, option, value);
  const isId = key.size === 1 && key.firstKey === '_id';
  if (
    isId &&
    (spec.has('sparse') || spec.has('partialFilterExpression') || spec.has('expireAfterSeconds'))
  ) {
    throw new CommandError('InvalidOptions', 'the _id index takes no options');
  }
  if (stored.has('expireAfterSeconds') && key.size !== 1) {
    throw new CommandError(
      'CannotCreateIndex',
      'TTL indexes are single-field indexes, compound indexes do not support TTL',
    );
  }
  if (stored.has('sparse') && stored.has('partialFilterExpression')) {
    throw new CommandError(
      'CannotCreateIndex',
      'cannot mix "partialFilterExpression" and "sparse" options',
    );
  }
  return stored;
}

function checkKeyField(path: string, kind: Value): void {
  if (typeof kind === 'string') throw unsupported(`index type '${kind}'`, 'CannotCreateIndex');
  const direction = isNumeric(kind) ? asNumber(kind) : undefined;
  if (direction === undefined || direction === 0 || Number.isNaN(direction)) {
    throw new CommandError(
      'CannotCreateIndex',
      `Values in the index key pattern must be 1 or -1, field '${path}' is not`,
    );
  }
  const parts = path.split('.');
  if (parts.includes('$**')) throw unsupported('a wildcard index', 'CannotCreateIndex');
  if (
    parts.includes('') ||
    parts.some((part) => part.startsWith('$') && !/^\$(id|ref|db)$/.test(part))
  ) {
    throw new CommandError(
      'CannotCreateIndex',
      `Index key contains an illegal field name: '${path}'`,
    );
  }
}

function storeOption(stored: Doc, spec: Doc, option: string, value: Value): void {
  switch (option) {
    case 'v':
    case 'key':
    case 'name':
    case 'ns':
    // Deprecated wish about how to build, not about what.
    case 'background':
      return;
    case 'unique':
    case 'sparse':
      if (boolArg(spec, option) === true) stored.set(option, true);
      return;
    case 'expireAfterSeconds': {
      const seconds = asNumber(value);
      if (seconds === undefined || !(seconds >= 0 && seconds <= expirySecondsMax)) {
        throw new CommandError(
          'CannotCreateIndex',
          `TTL index 'expireAfterSeconds' option must be within 0 to ${expirySecondsMax}`,
        );
      }
      stored.set(option, Math.floor(seconds));
      return;
    }
    case 'partialFilterExpression': {
      const filter = docArg(spec, option) ?? new Doc();
      checkPartial(compileMatch(filter).shape);
      stored.set(option, filter);
      return;
    }
    case 'collation':
      checkCollation(spec);
      return;
    case 'hidden':
      if (boolArg(spec, option) === true) throw unsupported('a hidden index', 'CannotCreateIndex');
      return;
    default:
      throw unsupported(`index option '${option}'`, 'CannotCreateIndex');
  }
}

function checkPartial(shape: FilterShape): void {
  if (shape.opaque) {
    throw new CommandError(
      'CannotCreateIndex',
      'Expression not supported in partial index: only conditions on fields, $and and $or',
    );
  }
  for (const { op, value } of shape.predicates) {
    if (!partialOps.has(op) || (op === 'exists' && value !== true)) {
      throw new CommandError(
        'CannotCreateIndex',
        `Expression not supported in partial index: $${op}`,
      );
    }
  }
  for (const branches of shape.ors) branches.forEach(checkPartial);
}

/** Whether the collection has exactly this index already; throws when it has one that contradicts it. */
export function sameIndex(collection: Collection, spec: Doc): boolean {
  const key = spec.get('key');
  if (key instanceof Doc && key.size === 1 && key.firstKey === '_id') return true;
  for (const index of collection.indexes) {
    const sameName = index.name === spec.get('name');
    // Nearly all differ in this, and a start compares thousands.
    if (!sameName && !beginsAlike(index.spec.get('key'), key)) continue;
    const sameSignature = ['key', 'unique', 'sparse', 'partialFilterExpression'].every((field) =>
      equalOption(index.spec.get(field), spec.get(field)),
    );
    const sameExpiry = equalOption(
      index.spec.get('expireAfterSeconds'),
      spec.get('expireAfterSeconds'),
    );
    if (sameName && sameSignature && sameExpiry) return true;
    if (sameSignature) {
      throw new CommandError(
        'IndexOptionsConflict',
        `Index already exists with a different name or options: ${index.name}`,
      );
    }
    if (sameName) {
      throw new CommandError(
        'IndexKeySpecsConflict',
        `An existing index has the same name as the requested index but another key or other options: ${index.name}`,
      );
    }
  }
  return false;
}

function beginsAlike(a: Value | undefined, b: Value | undefined): boolean {
  return a instanceof Doc && b instanceof Doc && a.size === b.size && a.firstKey === b.firstKey;
}

function equalOption(a: Value | undefined, b: Value | undefined): boolean {
  return a === undefined || b === undefined ? a === b : valuesEqual(a, b);
}
