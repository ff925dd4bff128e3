import type { Decimal128 } from './model.ts';

/** A decimal taken apart: `(-1)^negative * coefficient * 10^exponent`, or one of the specials. */
export type DecimalParts = {
  kind: 'finite' | 'infinity' | 'nan';
  negative: boolean;
  coefficient: bigint;
  exponent: number;
};

const coefficientMax = 10n ** 34n - 1n;
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

function digitsOf(coefficient: bigint): number {
  return coefficient === 0n ? 1 : coefficient.toString().length;
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
