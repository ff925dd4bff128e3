import { decimalOf, decimalParts, decimalToNumber } from '../decimal.ts';
import { CommandError } from '../errors.ts';
import { isNullish, type OperatorTable, ofArguments, ofOne } from '../expression-scope.ts';
import { Decimal128, double, isNumeric, typeName, type Value } from '../model.ts';
import {
  addWidening,
  decimalOfNumber,
  divideNumbers,
  isInteger,
  multiplyWidening,
  type Numeric,
  subtractNumbers,
  subtractWidening,
  toCount,
  toDouble,
  toIntegral,
} from '../numbers.ts';

const many = Number.POSITIVE_INFINITY;

/** The value as a number, or `null` when it is null or missing. */
function numeric(value: Value | undefined, name: string): Numeric | null {
  if (isNullish(value)) return null;
  if (isNumeric(value)) return value;
  throw new CommandError(28765, `${name} only supports numeric types, not ${typeName(value)}`);
}

function inDoubles(apply: (x: number) => number) {
  return ofOne((value, name) => {
    const number = numeric(value, name);
    return number === null ? null : double(apply(toDouble(number)));
  });
}

function sum(values: readonly (Value | undefined)[], _scope: unknown, name: string): Value {
  let total: Numeric = 0;
  let date: Date | null = null;
  for (const value of values) {
    if (isNullish(value)) return null;
    if (value instanceof Date) {
      if (date !== null)
        throw new CommandError(16612, `only one date allowed in an ${name} expression`);
      date = value;
    } else if (isNumeric(value)) {
      total = addWidening(total, value);
    } else {
      throw new CommandError(
        'TypeMismatch',
        `${name} only supports numeric or date types, not ${typeName(value)}`,
      );
    }
  }
  return date === null ? total : dateOf(date.getTime() + Math.round(toDouble(total)));
}

function dateOf(ms: number): Date {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) throw new CommandError('Overflow', 'date overflow');
  return date;
}

function subtract(values: readonly (Value | undefined)[]): Value {
  const [a, b] = values;
  if (isNullish(a) || isNullish(b)) return null;
  if (isNumeric(a) && isNumeric(b)) return subtractWidening(a, b);
  if (a instanceof Date) {
    if (b instanceof Date) return BigInt(a.getTime() - b.getTime());
    if (isNumeric(b)) return dateOf(a.getTime() - Math.round(toDouble(b)));
  }
  throw new CommandError('TypeMismatch', `can't $subtract ${typeName(b)} from ${typeName(a)}`);
}

function multiply(values: readonly (Value | undefined)[], _scope: unknown, name: string): Value {
  let product: Numeric = 1;
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!isNumeric(value)) {
      throw new CommandError(
        'TypeMismatch',
        `${name} only supports numeric types, not ${typeName(value)}`,
      );
    }
    product = multiplyWidening(product, value);
  }
  return product;
}

function pairOf(
  values: readonly (Value | undefined)[],
  name: string,
): { a: Numeric; b: Numeric } | null {
  const [a, b] = values;
  if (isNullish(a) || isNullish(b)) return null;
  if (!isNumeric(a) || !isNumeric(b)) {
    throw new CommandError(
      'TypeMismatch',
      `${name} only supports numeric types, not ${typeName(a)} and ${typeName(b)}`,
    );
  }
  return { a, b };
}

function divide(values: readonly (Value | undefined)[], _scope: unknown, name: string): Value {
  const pair = pairOf(values, name);
  if (pair === null) return null;
  if (toDouble(pair.b) === 0) throw new CommandError('BadValue', "can't $divide by zero");
  return divideNumbers(pair.a, pair.b);
}

function modulo(values: readonly (Value | undefined)[], _scope: unknown, name: string): Value {
  const pair = pairOf(values, name);
  if (pair === null) return null;
  const { a, b } = pair;
  if (toDouble(b) === 0) throw new CommandError(16610, "can't $mod by zero");
  if (a instanceof Decimal128 || b instanceof Decimal128) {
    const quotient = truncateTo(divideNumbers(a, b), 0, 'trunc');
    return subtractWidening(a, multiplyWidening(quotient, b));
  }
  if (isInteger(a) && isInteger(b)) {
    if (typeof a === 'number' && typeof b === 'number') return (a % b) + 0;
    return BigInt(a) % BigInt(b);
  }
  return double(toDouble(a) % toDouble(b));
}

type Rounding = 'trunc' | 'round' | 'floor' | 'ceil';

/** To `place` digits after the point, or before it when negative. Keeps the kind of number. */
function truncateTo(value: Numeric, place: number, rounding: Rounding): Numeric {
  if (value instanceof Decimal128) return roundDecimal(value, place, rounding);
  if (isInteger(value)) {
    if (place >= 0) return value;
    const unit = 10n ** BigInt(-place);
    const rounded = roundWhole(BigInt(value), unit, rounding);
    return typeof value === 'number' ? Number(rounded) : rounded;
  }
  const number = toDouble(value);
  if (!Number.isFinite(number)) return value;
  if (place === 0 && rounding !== 'round') return double(Math[rounding](number));
  // Through decimals, as the server does: 2.675 has no double of its own to scale.
  return double(decimalToNumber(roundDecimal(decimalOfNumber(number), place, rounding)));
}

function roundDecimal(value: Decimal128, place: number, rounding: Rounding): Decimal128 {
  const parts = decimalParts(value);
  if (parts.kind !== 'finite' || -parts.exponent <= place) return value;
  const unit = 10n ** BigInt(-place - parts.exponent);
  const signed = parts.negative ? -parts.coefficient : parts.coefficient;
  const rounded = roundWhole(signed, unit, rounding) / unit;
  return decimalOf({
    kind: 'finite',
    negative: rounded < 0n || (rounded === 0n && parts.negative),
    coefficient: rounded < 0n ? -rounded : rounded,
    exponent: -place,
  });
}

function roundWhole(value: bigint, unit: bigint, rounding: Rounding): bigint {
  const rest = value % unit;
  const towardsZero = value - rest;
  if (rest === 0n) return value;
  const away = rest < 0n ? -unit : unit;
  const size = rest < 0n ? -rest : rest;
  switch (rounding) {
    case 'trunc':
      return towardsZero;
    case 'floor':
      return rest < 0n ? towardsZero - unit : towardsZero;
    case 'ceil':
      return rest > 0n ? towardsZero + unit : towardsZero;
    case 'round': {
      const half = size * 2n;
      const odd = (towardsZero / unit) % 2n !== 0n;
      return half > unit || (half === unit && odd) ? towardsZero + away : towardsZero;
    }
  }
}

function whole(rounding: Rounding) {
  return ofOne((value, name) => {
    const number = numeric(value, name);
    return number === null ? null : truncateTo(number, 0, rounding);
  });
}

function places(rounding: Rounding) {
  return ofArguments(1, 2, (values, _scope, name) => {
    const number = numeric(values[0], name);
    if (values.length === 2 && isNullish(values[1])) return null;
    if (number === null) return null;
    const place = values.length === 1 ? 0 : toCount(values[1]);
    if (place === undefined || place < -20 || place > 100) {
      throw new CommandError(
        51082,
        `precision argument to ${name} must be an integral value from -20 to 100`,
      );
    }
    return truncateTo(number, place, rounding);
  });
}

function power(values: readonly (Value | undefined)[], _scope: unknown, name: string): Value {
  const pair = pairOf(values, name);
  if (pair === null) return null;
  const { a, b } = pair;
  if (toDouble(a) === 0 && toDouble(b) < 0) {
    throw new CommandError(28764, '$pow cannot take a base of 0 and a negative exponent');
  }
  const exponent = toIntegral(b);
  if (isInteger(a) && isInteger(b) && exponent !== undefined && exponent >= 0n && exponent < 64n) {
    const result = BigInt(a) ** exponent;
    if (BigInt.asIntN(64, result) === result) {
      const fits =
        typeof a === 'number' && typeof b === 'number' && BigInt.asIntN(32, result) === result;
      return fits ? Number(result) : result;
    }
  }
  return double(toDouble(a) ** toDouble(b));
}

function logarithm(values: readonly (Value | undefined)[], _scope: unknown, name: string): Value {
  const pair = pairOf(values, name);
  if (pair === null) return null;
  const x = toDouble(pair.a);
  const base = toDouble(pair.b);
  if (x <= 0) throw new CommandError(28758, "$log's argument must be a positive number");
  if (base <= 0 || base === 1) {
    throw new CommandError(28759, "$log's base must be a positive number not equal to 1");
  }
  return double(Math.log(x) / Math.log(base));
}

function positiveOnly(apply: (x: number) => number, code: number) {
  return ofOne((value, name) => {
    const number = numeric(value, name);
    if (number === null) return null;
    const x = toDouble(number);
    if (x <= 0) throw new CommandError(code, `${name}'s argument must be a positive number`);
    return double(apply(x));
  });
}

export const arithmeticOperators: OperatorTable = {
  $abs: ofOne((value, name) => {
    const number = numeric(value, name);
    if (number === null) return null;
    if (isInteger(number)) {
      return number < 0 ? (subtractNumbers(0, number) ?? overflow(name)) : number;
    }
    if (number instanceof Decimal128) {
      return decimalOf({ ...decimalParts(number), negative: false });
    }
    return double(Math.abs(toDouble(number)));
  }),
  $add: ofArguments(0, many, sum),
  $subtract: ofArguments(2, 2, subtract),
  $multiply: ofArguments(0, many, multiply),
  $divide: ofArguments(2, 2, divide),
  $mod: ofArguments(2, 2, modulo),
  $pow: ofArguments(2, 2, power),
  $sqrt: ofOne((value, name) => {
    const number = numeric(value, name);
    if (number === null) return null;
    const x = toDouble(number);
    if (x < 0) throw new CommandError(28714, "$sqrt's argument must be greater than or equal to 0");
    return double(Math.sqrt(x));
  }),
  $exp: inDoubles(Math.exp),
  $ln: positiveOnly(Math.log, 28766),
  $log10: positiveOnly(Math.log10, 28761),
  $log: ofArguments(2, 2, logarithm),
  $ceil: whole('ceil'),
  $floor: whole('floor'),
  $trunc: places('trunc'),
  $round: places('round'),
  $sin: inDoubles(Math.sin),
  $cos: inDoubles(Math.cos),
  $tan: inDoubles(Math.tan),
  $asin: inDoubles(Math.asin),
  $acos: inDoubles(Math.acos),
  $atan: inDoubles(Math.atan),
  $atan2: ofArguments(2, 2, (values, _scope, name) => {
    const pair = pairOf(values, name);
    return pair === null ? null : double(Math.atan2(toDouble(pair.a), toDouble(pair.b)));
  }),
  $degreesToRadians: inDoubles((x) => (x * Math.PI) / 180),
  $radiansToDegrees: inDoubles((x) => (x * 180) / Math.PI),
  $rand: ofArguments(0, 0, () => double(Math.random())),
};

function overflow(name: string): never {
  throw new CommandError(28680, `can't take ${name} of long long min`);
}
