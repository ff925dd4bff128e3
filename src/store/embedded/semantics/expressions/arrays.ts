import { compareValues, valuesEqual } from '../compare.ts';
import { CommandError } from '../errors.ts';
import {
  type Expression,
  isNullish,
  namedSources,
  type OperatorCompiler,
  type OperatorTable,
  ofArguments,
  ofNames,
  ofOne,
} from '../expression-scope.ts';
import { isTruthy } from '../match-leaf.ts';
import { Doc, typeName, type Value } from '../model.ts';
import { integerOf, toCount } from '../numbers.ts';
import { compileSort } from '../sort.ts';
import { bestOf, reducers } from './reducers.ts';

const many = Number.POSITIVE_INFINITY;
const rangeMax = 1_000_000;

function arrayOr<T>(
  value: Value | undefined,
  name: string,
  code: number,
  then: (items: readonly Value[]) => T,
): T | null {
  if (isNullish(value)) return null;
  if (Array.isArray(value)) return then(value);
  throw new CommandError(
    code,
    `The argument to ${name} must be an array, but was of type: ${typeName(value)}`,
  );
}

function mustBeWhole(value: Value | undefined, what: string, code: number): number {
  const whole = toCount(value);
  if (whole === undefined || Math.abs(whole) > 0x7fffffff) {
    throw new CommandError(
      code,
      `${what} must be representable as a 32-bit integer: ${typeName(value)}`,
    );
  }
  return whole;
}

/** An element that does not exist is missing; of null it is null. */
function elementAt(index: number) {
  return ofOne((value, name) => elementOf(value, index, name));
}

const arrayElemAt = ofArguments(2, 2, ([value, at], _scope, name) => {
  if (isNullish(value) || isNullish(at)) return null;
  return elementOf(value, mustBeWhole(at, `${name}'s second argument`, 28691), name);
});

function elementOf(value: Value | undefined, index: number, name: string): Value | undefined {
  if (isNullish(value)) return null;
  if (Array.isArray(value)) return value.at(index);
  throw new CommandError(
    28689,
    `${name}'s first argument must be an array, but is ${typeName(value)}`,
  );
}

const filter: OperatorCompiler = (argument, compile, name) => {
  const sources = namedSources(argument, ['input', 'cond'], ['as', 'limit'], name);
  const input = compile(sources.get('input') as Value);
  const condition = compile(sources.get('cond') as Value);
  const as = variableName(sources.get('as'), name);
  const limitSource = sources.get('limit');
  const limit = limitSource === undefined ? null : compile(limitSource);
  return (scope) =>
    arrayOr(input(scope), name, 28651, (items) => {
      const most = limit === null ? many : limitOf(limit(scope));
      const inner = scope.inner();
      const kept: Value[] = [];
      for (const item of items) {
        if (kept.length >= most) break;
        inner.variables.set(as, item);
        if (isTruthy(condition(inner))) kept.push(item);
      }
      return kept;
    });
};

function limitOf(value: Value | undefined): number {
  if (isNullish(value)) return many;
  const limit = mustBeWhole(value, "$filter's limit", 327391);
  if (limit < 1) throw new CommandError(327392, '$filter: limit must be greater than 0');
  return limit;
}

function variableName(value: Value | undefined, name: string): string {
  if (value === undefined) return 'this';
  if (typeof value === 'string' && /^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/.test(value))
    return value;
  throw new CommandError('FailedToParse', `${name}: 'as' must be a valid variable name`);
}

const map: OperatorCompiler = (argument, compile, name) => {
  const sources = namedSources(argument, ['input', 'in'], ['as'], name);
  const input = compile(sources.get('input') as Value);
  const body = compile(sources.get('in') as Value);
  const as = variableName(sources.get('as'), name);
  return (scope) =>
    arrayOr(input(scope), name, 16883, (items) => {
      const inner = scope.inner();
      return items.map((item) => {
        inner.variables.set(as, item);
        return body(inner) ?? null;
      });
    });
};

const reduce: OperatorCompiler = (argument, compile, name) => {
  const sources = namedSources(argument, ['input', 'initialValue', 'in'], [], name);
  const input = compile(sources.get('input') as Value);
  const initial = compile(sources.get('initialValue') as Value);
  const body = compile(sources.get('in') as Value);
  return (scope) => {
    const items = input(scope);
    if (isNullish(items)) return null;
    if (!Array.isArray(items)) {
      throw new CommandError(
        40080,
        `$reduce requires that 'input' be an array, found: ${typeName(items)}`,
      );
    }
    const inner = scope.inner();
    let value = initial(scope);
    for (const item of items) {
      inner.variables.set('this', item);
      inner.variables.set('value', value);
      value = body(inner);
    }
    return value;
  };
};

function concatArrays(values: readonly (Value | undefined)[]): Value {
  const joined: Value[] = [];
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!Array.isArray(value)) {
      throw new CommandError(28664, `$concatArrays only supports arrays, not ${typeName(value)}`);
    }
    joined.push(...value);
  }
  return joined;
}

function contains(values: readonly (Value | undefined)[]): boolean {
  const [wanted, items] = values;
  if (!Array.isArray(items)) {
    throw new CommandError(
      40081,
      `$in requires an array as a second argument, found: ${typeName(items)}`,
    );
  }
  return items.some((item) => wanted !== undefined && valuesEqual(item, wanted));
}

function indexOf(values: readonly (Value | undefined)[]): Value {
  const [items, wanted, from, to] = values;
  if (isNullish(items)) return null;
  if (!Array.isArray(items)) {
    throw new CommandError(
      40090,
      `$indexOfArray requires an array as a first argument, found: ${typeName(items)}`,
    );
  }
  const start = from === undefined ? 0 : mustBeWhole(from, '$indexOfArray start', 40096);
  const end = to === undefined ? items.length : mustBeWhole(to, '$indexOfArray end', 40096);
  if (start < 0 || end < 0)
    throw new CommandError(40097, '$indexOfArray bounds must not be negative');
  for (let i = start; i < Math.min(end, items.length); i++) {
    if (wanted !== undefined && valuesEqual(items[i], wanted)) return i;
  }
  return -1;
}

function range(values: readonly (Value | undefined)[]): Value {
  const start = mustBeWhole(values[0], "$range's start", 34444);
  const end = mustBeWhole(values[1], "$range's end", 34446);
  const step = values.length < 3 ? 1 : mustBeWhole(values[2], "$range's step", 34448);
  if (step === 0) throw new CommandError(34449, '$range requires a non-zero step value');
  if ((end - start) / step > rangeMax) {
    throw new CommandError(
      'QueryExceededMemoryLimitNoDiskUseAllowed',
      '$range would use too much memory',
    );
  }
  const numbers: Value[] = [];
  for (let i = start; step > 0 ? i < end : i > end; i += step) numbers.push(i);
  return numbers;
}

function slice(values: readonly (Value | undefined)[], _scope: unknown, name: string): Value {
  const [items] = values;
  if (values.some(isNullish)) return null;
  return arrayOr(items, name, 28724, (all) => {
    const first = mustBeWhole(values[1], "$slice's second argument", 28725);
    if (values.length === 2) return first < 0 ? all.slice(first) : all.slice(0, first);
    const count = mustBeWhole(values[2], "$slice's third argument", 28727);
    if (count <= 0) throw new CommandError(28729, 'Third argument to $slice must be positive');
    const from = first < 0 ? Math.max(0, all.length + first) : first;
    return all.slice(from, from + count);
  });
}

const sortArray: OperatorCompiler = (argument, compile, name) => {
  const sources = namedSources(argument, ['input', 'sortBy'], [], name);
  const input = compile(sources.get('input') as Value);
  const by = sources.get('sortBy') as Value;
  let order: (a: Value, b: Value) => number;
  if (by instanceof Doc) {
    const sorter = compileSort(by);
    const asDoc = (value: Value) => (value instanceof Doc ? value : new Doc());
    order = (a, b) => sorter.compare(asDoc(a), asDoc(b));
  } else {
    const direction = toCount(by);
    if (direction !== 1 && direction !== -1) {
      throw new CommandError(2942507, 'The $sort element value must be either 1 or -1');
    }
    order = (a, b) => compareValues(a, b) * direction;
  }
  return (scope) => arrayOr(input(scope), name, 2942504, (items) => items.slice().sort(order));
};

const zip: OperatorCompiler = (argument, compile, name) => {
  const sources = namedSources(argument, ['inputs'], ['useLongestLength', 'defaults'], name);
  const inputs = sources.get('inputs');
  if (!Array.isArray(inputs) || inputs.length === 0) {
    throw new CommandError(34461, 'inputs must be a non-empty array of expressions');
  }
  const compiled = inputs.map(compile);
  const longest = sources.get('useLongestLength') === true;
  const defaultSources = sources.get('defaults');
  const defaults = Array.isArray(defaultSources) ? defaultSources.map(compile) : [];
  if (defaults.length > 0 && !longest) {
    throw new CommandError(34466, 'cannot specify defaults unless useLongestLength is true');
  }
  return (scope) => {
    const columns: (readonly Value[])[] = [];
    for (const input of compiled) {
      const column = input(scope);
      if (isNullish(column)) return null;
      if (!Array.isArray(column)) {
        throw new CommandError(
          34468,
          `$zip found a non-array expression in input: ${typeName(column)}`,
        );
      }
      columns.push(column);
    }
    const lengths = columns.map(({ length }) => length);
    const rows = longest ? Math.max(...lengths) : Math.min(...lengths);
    const fillers = defaults.map((each) => each(scope) ?? null);
    return Array.from({ length: rows }, (_, row) =>
      columns.map((column, i) =>
        row < column.length ? (column[row] as Value) : (fillers[i] ?? null),
      ),
    );
  };
};

/** `$sum` and the like on one array, or on the arguments themselves. */
function reducing(name: keyof typeof reducers): OperatorCompiler {
  return ofArguments(0, many, (values) => {
    const only = values.length === 1 ? values[0] : undefined;
    const reducer = reducers[name]();
    for (const value of Array.isArray(only) ? only : values) reducer.add(value);
    return reducer.result();
  });
}

function firstN(from: 'start' | 'end'): OperatorCompiler {
  return ofNames(['input', 'n'], [], ({ input, n }, name) => {
    return (scope) => {
      const count = countOf(n as Expression, scope, name);
      const items = (input as Expression)(scope);
      if (!Array.isArray(items)) {
        throw new CommandError(5788200, `${name} input must be an array, found ${typeName(items)}`);
      }
      return from === 'start' ? items.slice(0, count) : items.slice(-count);
    };
  });
}

function extremeN(sign: 1 | -1): OperatorCompiler {
  return ofNames(['input', 'n'], [], ({ input, n }, name) => {
    return (scope) => {
      const count = countOf(n as Expression, scope, name);
      const items = (input as Expression)(scope);
      if (!Array.isArray(items)) {
        throw new CommandError(5788200, `${name} input must be an array, found ${typeName(items)}`);
      }
      return bestOf(items, count, sign);
    };
  });
}

function countOf(n: Expression, scope: Parameters<Expression>[0], name: string): number {
  const count = toCount(n(scope));
  if (count === undefined || count < 1) {
    throw new CommandError(5787903, `'n' of ${name} must be an integer greater than 0`);
  }
  return count;
}

export const arrayOperators: OperatorTable = {
  $arrayElemAt: arrayElemAt,
  $first: elementAt(0),
  $last: elementAt(-1),
  $firstN: firstN('start'),
  $lastN: firstN('end'),
  $minN: extremeN(1),
  $maxN: extremeN(-1),
  $concatArrays: ofArguments(0, many, concatArrays),
  $filter: filter,
  $in: ofArguments(2, 2, contains),
  $indexOfArray: ofArguments(2, 4, indexOf),
  $isArray: ofOne((value) => Array.isArray(value)),
  $map: map,
  $range: ofArguments(2, 3, range),
  $reduce: reduce,
  $reverseArray: ofOne((value, name) =>
    arrayOr(value, name, 34435, (items) => items.slice().reverse()),
  ),
  $size: ofOne((value) => {
    if (Array.isArray(value)) return integerOf(value.length);
    throw new CommandError(
      17124,
      `The argument to $size must be an array, but was of type: ${typeName(value)}`,
    );
  }),
  $slice: ofArguments(2, 3, slice),
  $sortArray: sortArray,
  $zip: zip,
  $sum: reducing('$sum'),
  $avg: reducing('$avg'),
  $min: reducing('$min'),
  $max: reducing('$max'),
  $stdDevPop: reducing('$stdDevPop'),
  $stdDevSamp: reducing('$stdDevSamp'),
};
