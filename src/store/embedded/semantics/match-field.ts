import { CommandError, unsupported } from './errors.ts';
import type { FilterNode, Predicate, PredicateOp } from './filter-shape.ts';
import {
  arraySize,
  bitTest,
  compares,
  equals,
  isAnyOf,
  isModulo,
  isOfType,
  isTruthy,
  matchesRegex,
  typeBytes,
} from './match-leaf.ts';
import type { LeafTest } from './match-path.ts';
import { BsonRegExp, Doc, typeName, type Value } from './model.ts';
import { literalPrefix } from './regex.ts';

/** One condition on one path. */
export type Condition = {
  test: LeafTest;
  /** Holds when no value passes. */
  negated: boolean;
  /** Offered the elements of an array at the end of the path too. */
  intoLeafArrays: boolean;
  /** Instead of `test`: every one of these holds, each on values of its own. */
  all?: readonly Condition[];
  /** Which element of the array passes. */
  elementPosition?: (array: readonly Value[]) => number | undefined;
  predicate: Predicate;
};

export type ConditionContext = {
  /** Compiles the filter of an `$elemMatch`. */
  compileFilter(filter: Doc): { node: FilterNode; predicates: readonly Predicate[] };
};

/** The conditions that `{path: value}` demands: one, or one per operator. */
export function compileConditions(
  path: string,
  value: Value,
  context: ConditionContext,
): Condition[] {
  if (value instanceof BsonRegExp) return [regexCondition(path, value)];
  if (value instanceof Doc && isOperators(value)) return operators(path, value, context);
  return [leaf(path, 'eq', value, equals(value))];
}

/** The names that a DBRef's fields have: with these, a dollar begins no operator. */
export const dbRefFields: readonly string[] = ['$ref', '$id', '$db'];

/** `{$gt: 1}` is operators; `{}`, `{a: 1}` and a DBRef are values. */
export function isOperators(doc: Doc): boolean {
  const first = doc.firstKey;
  return first?.startsWith('$') === true && !dbRefFields.includes(first);
}

/** The condition of a field of a DBRef: its very value, also where that looks like operators. */
export function equalityCondition(path: string, value: Value): Condition {
  return leaf(path, 'eq', value, equals(value));
}

function leaf(path: string, op: PredicateOp, value: Value, test: LeafTest): Condition {
  return { test, negated: false, intoLeafArrays: true, predicate: { path, op, value } };
}

function regexCondition(path: string, regex: BsonRegExp): Condition {
  const condition = leaf(path, 'regex', regex, matchesRegex(regex));
  const prefix = literalPrefix(regex);
  if (prefix !== undefined) condition.predicate.prefix = prefix;
  return condition;
}

function operators(path: string, doc: Doc, context: ConditionContext): Condition[] {
  const conditions: Condition[] = [];
  for (let i = 0; i < doc.keys.length; i++) {
    const op = doc.keys[i] as string;
    const condition = operator(path, op, doc.values[i] as Value, doc, context);
    if (condition !== null) conditions.push(condition);
  }
  return conditions;
}

function operator(
  path: string,
  op: string,
  value: Value,
  siblings: Doc,
  context: ConditionContext,
): Condition | null {
  switch (op) {
    case '$eq':
      return leaf(path, 'eq', value, equals(value));
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte': {
      if (value instanceof BsonRegExp) {
        throw new CommandError(
          'BadValue',
          `Can't have RegEx as arg to predicate over field '${path}'.`,
        );
      }
      const name = op.slice(1) as 'gt' | 'gte' | 'lt' | 'lte';
      return leaf(path, name, value, compares(name, value));
    }
    case '$ne':
      if (value instanceof BsonRegExp) {
        throw new CommandError('BadValue', "Can't have regex as arg to $ne.");
      }
      return { ...leaf(path, 'ne', value, equals(value)), negated: true };
    case '$in':
    case '$nin': {
      const operands = inOperands(op, value);
      const condition = leaf(path, op === '$in' ? 'in' : 'nin', operands, isAnyOf(operands));
      return { ...condition, negated: op === '$nin' };
    }
    case '$exists': {
      const wanted = isTruthy(value);
      const condition = leaf(path, 'exists', wanted, (found) => found !== undefined);
      return { ...condition, negated: !wanted };
    }
    case '$type':
      return leaf(path, 'type', typeBytes(value).slice(), isOfType(value));
    case '$regex':
      return regexCondition(path, regexOf(value, siblings.get('$options')));
    case '$options':
      if (!siblings.has('$regex')) throw new CommandError('BadValue', '$options needs a $regex');
      return null;
    case '$mod':
      return leaf(path, 'mod', value, isModulo(value));
    case '$size': {
      const size = arraySize(value);
      return {
        ...leaf(path, 'size', size, (found) => Array.isArray(found) && found.length === size),
        intoLeafArrays: false,
      };
    }
    case '$bitsAllSet':
    case '$bitsAllClear':
    case '$bitsAnySet':
    case '$bitsAnyClear':
      return leaf(path, 'bits', value, bitTest(op, value));
    case '$all':
      return allCondition(path, value, context);
    case '$elemMatch':
      return elemMatch(path, value, context);
    case '$not':
      return notCondition(path, value, context);
    case '$comment':
      return null;
    default:
      if (
        /^\$(?:geo|near|within|center|box|polygon|maxDistance|minDistance|uniqueDocs)/i.test(op)
      ) {
        throw unsupported(op, 'BadValue');
      }
      throw new CommandError('BadValue', `unknown operator: ${op}`);
  }
}

function inOperands(op: string, value: Value): Value[] {
  if (!Array.isArray(value)) throw new CommandError('BadValue', `${op} needs an array`);
  for (const item of value) {
    if (item instanceof Doc && isOperators(item)) {
      throw new CommandError('BadValue', `cannot nest $ under ${op}`);
    }
  }
  return value;
}

function regexOf(value: Value, options: Value | undefined): BsonRegExp {
  if (options !== undefined && typeof options !== 'string') {
    throw new CommandError('BadValue', '$options has to be a string');
  }
  if (typeof value === 'string') return new BsonRegExp(value, options ?? '');
  if (value instanceof BsonRegExp) {
    if (options === undefined) return value;
    if (value.options !== '') {
      throw new CommandError(51075, 'options set in both $regex and $options');
    }
    return new BsonRegExp(value.pattern, options);
  }
  throw new CommandError('BadValue', '$regex has to be a string');
}

function grouped(path: string, op: PredicateOp, value: Value, all: Condition[]): Condition {
  return { ...leaf(path, op, value, () => false), all };
}

function allCondition(path: string, value: Value, context: ConditionContext): Condition {
  if (!Array.isArray(value)) throw new CommandError('BadValue', '$all needs an array');
  if (value.length === 0) return leaf(path, 'all', value, () => false);
  const isElemMatch = (item: Value | undefined) =>
    item instanceof Doc && item.firstKey === '$elemMatch';
  const elemMatches = isElemMatch(value[0]);
  const all = value.map((item) => {
    if (isElemMatch(item) !== elemMatches) {
      throw new CommandError(
        'BadValue',
        elemMatches ? '$all/$elemMatch has to be consistent' : 'no $ expressions in $all',
      );
    }
    if (item instanceof Doc && !elemMatches && isOperators(item)) {
      throw new CommandError('BadValue', 'no $ expressions in $all');
    }
    if (elemMatches) return elemMatch(path, (item as Doc).values[0] as Value, context);
    return item instanceof BsonRegExp
      ? regexCondition(path, item)
      : leaf(path, 'eq', item, equals(item));
  });
  const condition = grouped(path, 'all', value, all);
  condition.predicate.inner = all.map(({ predicate }) => predicate);
  return condition;
}

function notCondition(path: string, value: Value, context: ConditionContext): Condition {
  if (value instanceof BsonRegExp) {
    return { ...grouped(path, 'not', value, [regexCondition(path, value)]), negated: true };
  }
  if (!(value instanceof Doc))
    throw new CommandError('BadValue', '$not needs a regex or a document');
  if (value.size === 0) throw new CommandError('BadValue', '$not cannot be empty');
  if (!isOperators(value)) {
    throw new CommandError('BadValue', `unknown operator: ${value.firstKey}`);
  }
  return { ...grouped(path, 'not', value, operators(path, value, context)), negated: true };
}

function elemMatch(path: string, value: Value, context: ConditionContext): Condition {
  if (!(value instanceof Doc)) {
    throw new CommandError('BadValue', `$elemMatch needs an Object, not ${typeName(value)}`);
  }
  const { passes, inner } = elementTest(path, value, context);
  const position = (array: readonly Value[]) => {
    const at = array.findIndex(passes);
    return at < 0 ? undefined : at;
  };
  return {
    test: (found) => Array.isArray(found) && found.some(passes),
    negated: false,
    intoLeafArrays: false,
    elementPosition: position,
    predicate: { path, op: 'elemMatch', value, inner },
  };
}

const logical = ['$and', '$or', '$nor', '$where', '$expr', '$comment'];

/** Operators on an element itself; `{$or: […]}` is a filter on its fields instead. */
export function isElementOperators(value: Doc): boolean {
  return isOperators(value) && !logical.includes(value.firstKey ?? '');
}

/** The test `$elemMatch` puts to each element: operators on the element itself, or a filter on its fields. */
function elementTest(
  path: string,
  value: Doc,
  context: ConditionContext,
): { passes: (element: Value) => boolean; inner: readonly Predicate[] } {
  if (isElementOperators(value)) {
    const conditions = operators(path, value, context);
    return {
      passes: (element) => conditions.every((condition) => holdsOn(condition, element)),
      inner: conditions.map(({ predicate }) => predicate),
    };
  }
  const { node, predicates } = context.compileFilter(value);
  return {
    passes: (element) => {
      if (element instanceof Doc) return node.matches(element);
      // An array inside the array is searched by index.
      return Array.isArray(element) && node.matches(arrayAsDoc(element));
    },
    inner: predicates.map((predicate) => below(path, predicate)),
  };
}

function below(path: string, predicate: Predicate): Predicate {
  const moved: Predicate = { ...predicate, path: `${path}.${predicate.path}` };
  if (predicate.inner !== undefined) {
    moved.inner = predicate.inner.map((inner) => below(path, inner));
  }
  return moved;
}

/** On one element: its own value counts, the elements of an array in it do not. */
function holdsOn(condition: Condition, element: Value): boolean {
  const holds =
    condition.all === undefined
      ? condition.test(element)
      : condition.all.every((each) => holdsOn(each, element));
  return holds !== condition.negated;
}

function arrayAsDoc(items: readonly Value[]): Doc {
  return new Doc(
    items.map((_, i) => String(i)),
    items.slice(),
  );
}
