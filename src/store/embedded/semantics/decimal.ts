import { Decimal128 as TextDecimal128 } from 'bson';
import { CommandError } from './errors.ts';
import { Decimal128 } from './model.ts';

/** A decimal taken apart: `(-1)^negative * coefficient * 10^exponent`, or one of the specials. */
export type DecimalParts = {
  kind: 'finite' | 'infinity' | 'nan';
  negative: boolean;
  coefficient: bigint;
  exponent: number;
};

const digitsMax = 34;
const coefficientMax = 10n ** 34n - 1n;
const exponentMin = -6176;
const exponentMax = 6111;
const exponentBias = 6176;

export function decimalParts(value: Decimal128): DecimalParts {
  const view = new DataView(value.bytes.buffer, value.bytes.byteOffset, 16);
  const high = view.getBigUint64(8, true);
  const low = view.getBigUint64(0, true);
  const negative = high >> 63n === 1n;
  const combination = Number((high >> 58n) & 31n);
  if (combination === 31) return { kind: 'nan', negative, coefficient: 0n, exponent: 0 };
  if (combination === 30) return { kind: 'infinity', negative, coefficient: 0n, exponent: 0 };
  if (combination >= 24) {
    // The second form's coefficients all exceed 34 digits: IEEE 754-2008 reads them as zero.
    const exponent = Number((high >> 47n) & 0x3fffn) - exponentBias;
    return { kind: 'finite', negative, coefficient: 0n, exponent };
  }
  const exponent = Number((high >> 49n) & 0x3fffn) - exponentBias;
  const coefficient = ((high & 0x1ffffffffffffn) << 64n) | low;
  return {
    kind: 'finite',
    negative,
    coefficient: coefficient > coefficientMax ? 0n : coefficient,
    exponent,
  };
}

/** The decimal nearest to the parts: 34 digits, half to even, overflow to infinity. */
export function decimalOf(parts: DecimalParts): Decimal128 {
  const { kind, negative } = parts;
  if (kind === 'nan') return pack(negative, 0x7cn << 56n, 0n);
  if (kind === 'infinity') return pack(negative, 0x78n << 56n, 0n);
  let { coefficient, exponent } = parts;
  const surplus = Math.max(digitsOf(coefficient) - digitsMax, exponentMin - exponent);
  if (surplus > 0) {
    coefficient = divideHalfEven(coefficient, surplus);
    exponent += surplus;
    if (coefficient > coefficientMax) {
      coefficient /= 10n;
      exponent++;
    }
  }
  if (coefficient === 0n) {
    exponent = Math.min(exponentMax, Math.max(exponentMin, exponent));
  } else if (exponent > exponentMax) {
    const spare = digitsMax - digitsOf(coefficient);
    if (exponent - exponentMax > spare) return pack(negative, 0x78n << 56n, 0n);
    coefficient *= 10n ** BigInt(exponent - exponentMax);
    exponent = exponentMax;
  }
  return pack(
    negative,
    (BigInt(exponent + exponentBias) << 49n) | (coefficient >> 64n),
    coefficient & 0xffffffffffffffffn,
  );
}

function pack(negative: boolean, high: bigint, low: bigint): Decimal128 {
  const bytes = new Uint8Array(16);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, low, true);
  view.setBigUint64(8, negative ? high | (1n << 63n) : high, true);
  return new Decimal128(bytes);
}

function digitsOf(coefficient: bigint): number {
  return coefficient === 0n ? 1 : coefficient.toString().length;
}

function divideHalfEven(value: bigint, digits: number): bigint {
  if (digits > digitsOf(value) + 1) return 0n;
  const unit = 10n ** BigInt(digits);
  const quotient = value / unit;
  const twice = (value % unit) * 2n;
  return twice > unit || (twice === unit && (quotient & 1n) === 1n) ? quotient + 1n : quotient;
}

/** @throws CommandError FailedToParse (9) */
export function decimalFromText(text: string): Decimal128 {
  try {
    return new Decimal128(new Uint8Array(TextDecimal128.fromString(text).bytes));
  } catch (cause) {
    throw new CommandError('FailedToParse', `"${text}" is no decimal number`, { cause });
  }
}

export function decimalToText(value: Decimal128): string {
  return new TextDecimal128(Buffer.from(value.bytes)).toString();
}

/** Doubles become the decimal of their 15 significant digits, as the server converts them; integers stay exact. */
export function toDecimal(value: number | bigint | Decimal128): Decimal128 {
  if (value instanceof Decimal128) return value;
  return decimalOf(partsOf(value));
}

function partsOf(value: number | bigint): DecimalParts {
  if (typeof value === 'bigint' || Number.isSafeInteger(value)) {
    const whole = BigInt(value);
    return {
      kind: 'finite',
      negative: whole < 0n || Object.is(value, -0),
      coefficient: whole < 0n ? -whole : whole,
      exponent: 0,
    };
  }
  if (Number.isNaN(value)) return { kind: 'nan', negative: false, coefficient: 0n, exponent: 0 };
  if (!Number.isFinite(value)) {
    return { kind: 'infinity', negative: value < 0, coefficient: 0n, exponent: 0 };
  }
  const [digits = '0', power = '0'] = Math.abs(value).toExponential(14).split('e');
  return {
    kind: 'finite',
    negative: value < 0,
    coefficient: BigInt(digits.replace('.', '')),
    exponent: Number(power) - 14,
  };
}

/** The nearest double, without going over: beyond the range it is an infinity. */
export function decimalToNumber(value: Decimal128): number {
  return partsToNumber(decimalParts(value));
}

export function partsToNumber(parts: DecimalParts): number {
  if (parts.kind === 'nan') return Number.NaN;
  const magnitude =
    parts.kind === 'infinity'
      ? Number.POSITIVE_INFINITY
      : Number(`${parts.coefficient}e${parts.exponent}`);
  return parts.negative ? -magnitude : magnitude;
}

/** Exact comparison of a finite, non-NaN decimal with a number that is not NaN, or with another decimal. */
export function compareDecimal(a: DecimalParts, b: number | bigint | DecimalParts): number {
  if (typeof b === 'object') return compareParts(a, b);
  if (a.kind === 'infinity') {
    const infinite = a.negative ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    return infinite === b ? 0 : a.negative ? -1 : 1;
  }
  if (typeof b === 'bigint') {
    return compareParts(a, {
      kind: 'finite',
      negative: b < 0n,
      coefficient: b < 0n ? -b : b,
      exponent: 0,
    });
  }
  // Rounding to the nearest double is monotone, so unequal doubles already tell the order.
  const nearest = partsToNumber(a);
  if (nearest !== b) return nearest < b ? -1 : 1;
  if (!Number.isFinite(b)) return b > 0 ? -1 : 1;
  return compareParts(a, exactParts(b));
}

/** A finite double written out in full: every double is a finite decimal. */
function exactParts(value: number): DecimalParts {
  let scaled = Math.abs(value);
  let twos = 0;
  while (!Number.isInteger(scaled)) {
    scaled *= 2;
    twos++;
  }
  // x = scaled / 2^twos = scaled * 5^twos / 10^twos
  return {
    kind: 'finite',
    negative: value < 0,
    coefficient: BigInt(scaled) * 5n ** BigInt(twos),
    exponent: -twos,
  };
}

function compareParts(a: DecimalParts, b: DecimalParts): number {
  const aSign = signOf(a);
  const bSign = signOf(b);
  if (aSign !== bSign) return aSign < bSign ? -1 : 1;
  if (aSign === 0) return 0;
  if (a.kind === 'infinity' || b.kind === 'infinity') {
    return a.kind === b.kind ? 0 : (a.kind === 'infinity' ? 1 : -1) * aSign;
  }
  const aTop = digitsOf(a.coefficient) + a.exponent;
  const bTop = digitsOf(b.coefficient) + b.exponent;
  if (aTop !== bTop) return (aTop < bTop ? -1 : 1) * aSign;
  const shift = BigInt(Math.abs(a.exponent - b.exponent));
  const left = a.exponent > b.exponent ? a.coefficient * 10n ** shift : a.coefficient;
  const right = b.exponent > a.exponent ? b.coefficient * 10n ** shift : b.coefficient;
  return left === right ? 0 : (left < right ? -1 : 1) * aSign;
}

function signOf(parts: DecimalParts): number {
  if (parts.kind === 'finite' && parts.coefficient === 0n) return 0;
  return parts.negative ? -1 : 1;
}

const notANumber: DecimalParts = { kind: 'nan', negative: false, coefficient: 0n, exponent: 0 };

export function addDecimals(x: Decimal128, y: Decimal128): Decimal128 {
  const a = decimalParts(x);
  const b = decimalParts(y);
  if (a.kind === 'nan' || b.kind === 'nan') return decimalOf(notANumber);
  if (a.kind === 'infinity') {
    return b.kind === 'infinity' && a.negative !== b.negative ? decimalOf(notANumber) : x;
  }
  if (b.kind === 'infinity') return y;
  // Far apart, the smaller is below the last digit that counts.
  if (a.coefficient !== 0n && b.coefficient !== 0n) {
    const apart = digitsOf(a.coefficient) + a.exponent - (digitsOf(b.coefficient) + b.exponent);
    if (Math.abs(apart) > 2 * digitsMax + 2) return apart > 0 ? x : y;
  }
  const exponent = Math.min(a.exponent, b.exponent);
  const sum = signed(a, exponent) + signed(b, exponent);
  return decimalOf({
    kind: 'finite',
    negative: sum < 0n || (sum === 0n && a.negative && b.negative),
    coefficient: sum < 0n ? -sum : sum,
    exponent,
  });
}

function signed(parts: DecimalParts, exponent: number): bigint {
  if (parts.coefficient === 0n) return 0n;
  const scaled = parts.coefficient * 10n ** BigInt(parts.exponent - exponent);
  return parts.negative ? -scaled : scaled;
}

export function negateDecimal(x: Decimal128): Decimal128 {
  const bytes = new Uint8Array(x.bytes);
  bytes[15] = (bytes[15] as number) ^ 0x80;
  return new Decimal128(bytes);
}

export function multiplyDecimals(x: Decimal128, y: Decimal128): Decimal128 {
  const a = decimalParts(x);
  const b = decimalParts(y);
  const negative = a.negative !== b.negative;
  if (a.kind === 'nan' || b.kind === 'nan') return decimalOf(notANumber);
  if (a.kind === 'infinity' || b.kind === 'infinity') {
    return signOf(a) === 0 || signOf(b) === 0
      ? decimalOf(notANumber)
      : decimalOf({ kind: 'infinity', negative, coefficient: 0n, exponent: 0 });
  }
  return decimalOf({
    kind: 'finite',
    negative,
    coefficient: a.coefficient * b.coefficient,
    exponent: a.exponent + b.exponent,
  });
}

/** The caller has refused a zero divisor. */
export function divideDecimals(x: Decimal128, y: Decimal128): Decimal128 {
  const a = decimalParts(x);
  const b = decimalParts(y);
  const negative = a.negative !== b.negative;
  if (a.kind === 'nan' || b.kind === 'nan' || (a.kind === 'infinity' && b.kind === 'infinity')) {
    return decimalOf(notANumber);
  }
  if (a.kind === 'infinity') {
    return decimalOf({ kind: 'infinity', negative, coefficient: 0n, exponent: 0 });
  }
  if (b.kind === 'infinity') {
    return decimalOf({ kind: 'finite', negative, coefficient: 0n, exponent: exponentMin });
  }
  // Exact quotients keep the preferred exponent; the others get digits to round, the last made odd ("sticky").
  const preferred = a.exponent - b.exponent;
  const extra = digitsMax + 2 + digitsOf(b.coefficient);
  const scaled = a.coefficient * 10n ** BigInt(extra);
  let coefficient = scaled / b.coefficient;
  let exponent = preferred - extra;
  if (scaled % b.coefficient === 0n) {
    while (exponent < preferred && coefficient % 10n === 0n && coefficient !== 0n) {
      coefficient /= 10n;
      exponent++;
    }
    if (coefficient === 0n) exponent = preferred;
  } else {
    coefficient = coefficient * 10n + 1n;
    exponent--;
  }
  return decimalOf({ kind: 'finite', negative, coefficient, exponent });
}

/** Towards zero. `undefined` for NaN, infinities and everything beyond int64. */
export function decimalToLong(value: Decimal128): bigint | undefined {
  const parts = decimalParts(value);
  if (parts.kind !== 'finite' || digitsOf(parts.coefficient) + parts.exponent > 20) {
    return undefined;
  }
  const magnitude =
    parts.exponent >= 0
      ? parts.coefficient * 10n ** BigInt(parts.coefficient === 0n ? 0 : parts.exponent)
      : parts.coefficient / 10n ** BigInt(-parts.exponent);
  const whole = parts.negative ? -magnitude : magnitude;
  return whole === BigInt.asIntN(64, whole) ? whole : undefined;
}
