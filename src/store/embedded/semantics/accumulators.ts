import { compareValues } from './compare.ts';
import { CommandError } from './errors.ts';
import { compileExpression, type Expression, type Scope } from './expression.ts';
import { isNullish, namedSources } from './expression-scope.ts';
import { encodeKey } from './keys.ts';
import { Doc, double, isNumeric, type Value } from './model.ts';
import {
  addWidening,
  divideNumbers,
  isInteger,
  type Numeric,
  refuseDecimals,
  toDouble,
} from './numbers.ts';

/** One group's state of one accumulator. */
export type Accumulator = {
  add(scope: Scope): void;
  result(): Value;
};

/** Called with the values a group has to keep, to keep count of memory. */
type Keeping = (value: Value) => void;

/**
 * Compiles `{$sum: ...}` of a group; the result makes one state per group.
 * @throws CommandError 15952 for what is no accumulator
 */
export function compileAccumulator(field: string, spec: Value): (keeping: Keeping) => Accumulator {
  if (!(spec instanceof Doc) || spec.size !== 1) {
    throw new CommandError(40234, `The field '${field}' must be an accumulator object`);
  }
  const name = spec.firstKey ?? '';
  const compiler = Object.hasOwn(compilers, name) ? compilers[name] : undefined;
  if (compiler === undefined) {
    throw new CommandError(15952, `unknown group operator '${name}'`);
  }
  return compiler(spec.values[0] as Value, name);
}

type Compiler = (argument: Value, name: string) => (keeping: Keeping) => Accumulator;

/** Takes the values of one expression one by one. */
type Reducer = { add(value: Value | undefined, keeping: Keeping): void; result(): Value };

function reducing(make: () => Reducer): Compiler {
  return (argument) => reducingOf(compileExpression(argument), make);
}

function reducingOf(expression: Expression, make: () => Reducer) {
  return (keeping: Keeping): Accumulator => {
    const reducer = make();
    return {
      add: (scope) => reducer.add(expression(scope), keeping),
      result: () => reducer.result(),
    };
  };
}

const compilers: { readonly [name: string]: Compiler } = {
  $sum: reducing(sum),
  $avg: reducing(average),
  $min: reducing(() => extreme(1)),
  $max: reducing(() => extreme(-1)),
  $first: reducing(() => edge((seen) => !seen)),
  $last: reducing(() => edge(() => true)),
  $push: reducing(() => {
    const values: Value[] = [];
    return {
      add: (value, keeping) => {
        if (value === undefined) return;
        keeping(value);
        values.push(value);
      },
      result: () => values,
    };
  }),
  $addToSet: reducing(() => {
    const values = new Map<string, Value>();
    return {
      add: (value, keeping) => {
        if (value === undefined) return;
        const key = encodeKey([value], []).toString('latin1');
        if (values.has(key)) return;
        keeping(value);
        values.set(key, value);
      },
      result: () => [...values.values()],
    };
  }),
  $count: (argument) => {
    if (!(argument instanceof Doc) || argument.size > 0) {
      throw new CommandError('TypeMismatch', '$count takes no arguments, i.e. $count:{}');
    }
    return reducingOf(() => 1, sum);
  },
  $median: (argument, name) => {
    const { input } = percentileSources(argument, [], name);
    return reducingOf(input, () => percentiles(([value]) => value ?? null, [0.5]));
  },
  $percentile: (argument, name) => {
    const { input, sources } = percentileSources(argument, ['p'], name);
    const p = sources.get('p');
    const isShare = (each: Value) => isNumeric(each) && toDouble(each) >= 0 && toDouble(each) <= 1;
    if (!Array.isArray(p) || p.length === 0 || !p.every(isShare)) {
      throw new CommandError(
        7750301,
        `The ${name} 'p' field must be an array of constant values from 0.0 to 1.0`,
      );
    }
    const shares = p.map((each) => toDouble(each as Numeric));
    return reducingOf(input, () => percentiles((values) => values, shares));
  },
};

/** Sums doubles with their rounding errors kept (Neumaier), integers exactly. */
function sum(): Reducer & { count: number } {
  let exact: Numeric = 0;
  let high = 0;
  let low = 0;
  let doubles = false;
  const reducer = {
    count: 0,
    add: (value: Value | undefined) => {
      if (!isNumeric(value)) return;
      refuseDecimals(value);
      reducer.count++;
      if (isInteger(value)) {
        exact = addWidening(exact, value);
        return;
      }
      doubles = true;
      const x = toDouble(value);
      const next = high + x;
      low += Math.abs(high) >= Math.abs(x) ? high - next + x : x - next + high;
      high = next;
    },
    result: (): Value => {
      if (!doubles) return exact;
      // Infinities make the correction NaN.
      const total = Number.isFinite(high) ? high + low : high;
      return addWidening(double(total), exact);
    },
  };
  return reducer;
}

function average(): Reducer {
  const total = sum();
  return {
    add: total.add,
    result: () => {
      if (total.count === 0) return null;
      return divideNumbers(total.result() as Numeric, total.count);
    },
  };
}

function extreme(sign: 1 | -1): Reducer {
  let best: Value | undefined;
  return {
    add: (value) => {
      if (isNullish(value)) return;
      if (best === undefined || compareValues(value, best) * sign < 0) best = value;
    },
    result: () => best ?? null,
  };
}

function edge(replaces: (seen: boolean) => boolean): Reducer {
  let kept: Value | undefined;
  let seen = false;
  return {
    add: (value) => {
      if (replaces(seen)) kept = value;
      seen = true;
    },
    result: () => kept ?? null,
  };
}

/** @throws CommandError BadValue for another method than `approximate`, the only one there is */
function percentileSources(argument: Value, more: readonly string[], name: string) {
  const sources = namedSources(argument, ['input', 'method', ...more], [], name);
  if (sources.get('method') !== 'approximate') {
    throw new CommandError(
      'BadValue',
      "Currently only 'approximate' can be used as a percentile 'method'",
    );
  }
  return { sources, input: compileExpression(sources.get('input') as Value) };
}

/** The values at the given shares of the sorted numbers; exact, where the server approximates many. */
function percentiles(shape: (values: Value[]) => Value, shares: readonly number[]): Reducer {
  const numbers: number[] = [];
  return {
    add: (value, keeping) => {
      if (!isNumeric(value)) return;
      keeping(value);
      numbers.push(toDouble(value));
    },
    result: () => {
      numbers.sort((a, b) => a - b);
      const at = (share: number) => numbers[Math.max(0, Math.ceil(share * numbers.length) - 1)];
      return shape(
        shares.map((share) => {
          const value = at(share);
          return value === undefined ? null : double(value);
        }),
      );
    },
  };
}
