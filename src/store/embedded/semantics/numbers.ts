import { decimalToLong, decimalToNumber } from './decimal.ts';
import { unsupported } from './errors.ts';
import { Decimal128, Double, double, isInt32, type Value } from './model.ts';

/** A value of one of the four numeric kinds. */
export type Numeric = number | bigint | Double | Decimal128;

type Operation = {
  doubles(a: number, b: number): number;
  longs(a: bigint, b: bigint): bigint;
};

const addition: Operation = {
  doubles: (a, b) => a + b,
  longs: (a, b) => a + b,
};
const subtraction: Operation = {
  doubles: (a, b) => a - b,
  longs: (a, b) => a - b,
};
const multiplication: Operation = {
  doubles: (a, b) => a * b,
  longs: (a, b) => a * b,
};

/** Sum in the wider kind of the two; `undefined` when int64 overflows. */
export const addNumbers = (a: Numeric, b: Numeric) => combine(addition, a, b);
const subtractNumbers = (a: Numeric, b: Numeric) => combine(subtraction, a, b);
export const multiplyNumbers = (a: Numeric, b: Numeric) => combine(multiplication, a, b);

/** As `addNumbers`, going on as a double where int64 ends: what expressions do, and updates refuse. */
export function addWidening(a: Numeric, b: Numeric): Numeric {
  return addNumbers(a, b) ?? double(toDouble(a) + toDouble(b));
}
export function subtractWidening(a: Numeric, b: Numeric): Numeric {
  return subtractNumbers(a, b) ?? double(toDouble(a) - toDouble(b));
}
export function multiplyWidening(a: Numeric, b: Numeric): Numeric {
  return multiplyNumbers(a, b) ?? double(toDouble(a) * toDouble(b));
}

/** The caller has refused a zero divisor. Division of integers gives a double. */
export function divideNumbers(a: Numeric, b: Numeric): Numeric {
  refuseDecimals(a, b);
  return double(toDouble(a) / toDouble(b));
}

function combine(operation: Operation, a: Numeric, b: Numeric): Numeric | undefined {
  refuseDecimals(a, b);
  if (isDouble(a) || isDouble(b)) return double(operation.doubles(toDouble(a), toDouble(b)));
  if (typeof a === 'number' && typeof b === 'number') {
    const result = operation.doubles(a, b);
    if (isInt32(result)) return result;
    if (result === 0) return 0;
  }
  const result = operation.longs(toLong(a), toLong(b));
  return BigInt.asIntN(64, result) === result ? result : undefined;
}

export function isDouble(value: Value | undefined): value is number | Double {
  return value instanceof Double || (typeof value === 'number' && !isInt32(value));
}

/** int32 or int64. */
export function isInteger(value: Value | undefined): value is number | bigint {
  return typeof value === 'bigint' || (typeof value === 'number' && isInt32(value));
}

export function toDouble(value: Numeric): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Double ? value.value : decimalToNumber(value);
}

/** Decimals are stored, compared and found exactly, but nothing here calculates with them. */
export function refuseDecimals(...values: readonly Value[]): void {
  if (values.some((value) => value instanceof Decimal128)) {
    throw unsupported('arithmetic with Decimal128', 'BadValue');
  }
}

/** An integer of any kind as int64. */
function toLong(value: Numeric): bigint {
  return typeof value === 'bigint' ? value : BigInt(toDouble(value));
}

/** Integral value of any numeric kind within int64; `undefined` for fractions, NaN and what is larger. */
export function toIntegral(value: Value | undefined): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (value instanceof Decimal128) {
    const whole = decimalToLong(value);
    const back = whole === undefined ? Number.NaN : Number(whole);
    return back === decimalToNumber(value) ? whole : undefined;
  }
  if (typeof value !== 'number' && !(value instanceof Double)) return undefined;
  const number = toDouble(value);
  if (!Number.isInteger(number)) return undefined;
  const whole = BigInt(number);
  return BigInt.asIntN(64, whole) === whole ? whole : undefined;
}

/** `toIntegral` as a number: for sizes, positions and counts. */
export function toCount(value: Value | undefined): number | undefined {
  const whole = toIntegral(value);
  return whole === undefined ? undefined : Number(whole);
}

/** The smallest integer kind that holds it. */
export function integerOf(value: number): number | bigint {
  return isInt32(value) ? value : BigInt(value);
}
