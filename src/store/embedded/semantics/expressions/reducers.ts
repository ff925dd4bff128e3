import { compareValues } from '../compare.ts';
import { isNullish } from '../expression-scope.ts';
import { Decimal128, double, isNumeric, type Value } from '../model.ts';
import { addWidening, divideNumbers, type Numeric, toDouble } from '../numbers.ts';

/** Takes values one by one and answers what they come to. */
export type Reducer = { add(value: Value | undefined): void; result(): Value };

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
      reducer.count++;
      if (value instanceof Decimal128 || typeof value === 'bigint' || isInt(value)) {
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

function isInt(value: Numeric): boolean {
  return typeof value === 'number' && (value | 0) === value && !Object.is(value, -0);
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

/** Welford's method. */
function deviation(sample: boolean): Reducer {
  let count = 0;
  let mean = 0;
  let squares = 0;
  return {
    add: (value) => {
      if (!isNumeric(value)) return;
      const x = toDouble(value);
      count++;
      const delta = x - mean;
      mean += delta / count;
      squares += delta * (x - mean);
    },
    result: () => {
      const over = sample ? count - 1 : count;
      return over < 1 ? null : double(Math.sqrt(squares / over));
    },
  };
}

export const reducers = {
  $sum: sum as () => Reducer,
  $avg: average,
  $min: () => extreme(1),
  $max: () => extreme(-1),
  $stdDevPop: () => deviation(false),
  $stdDevSamp: () => deviation(true),
} as const;

/** The `count` least (sign 1) or greatest (-1), in that order; null and missing left out. */
export function bestOf(items: readonly Value[], count: number, sign: 1 | -1): Value[] {
  return items
    .filter((item) => !isNullish(item))
    .sort((a, b) => compareValues(a, b) * sign)
    .slice(0, count);
}
