import { classOf, compareNumbers, compareValues, typeClass } from './compare.ts';
import { decimalToLong, decimalToNumber } from './decimal.ts';
import { CommandError } from './errors.ts';
import type { LeafTest } from './match-path.ts';
import {
  asNumber,
  Binary,
  BsonRegExp,
  BsonSymbol,
  bsonType,
  Decimal128,
  Double,
  isNumeric,
  ObjectId,
  typeName,
  typeOf,
  Undefined,
  type Value,
} from './model.ts';
import { toDouble } from './numbers.ts';
import { compileRegex } from './regex.ts';

export function equals(operand: Value): LeafTest {
  if (typeof operand === 'string') {
    return (value) => value === operand || (value instanceof BsonSymbol && value.text === operand);
  }
  if (typeof operand === 'boolean') return (value) => value === operand;
  if (operand === null) return isNullish;
  if (operand instanceof ObjectId) {
    const { w0, w1, w2 } = operand;
    return (value) =>
      value instanceof ObjectId && value.w2 === w2 && value.w1 === w1 && value.w0 === w0;
  }
  if (typeof operand === 'number' && !Number.isNaN(operand)) {
    return (value) =>
      value === operand ||
      (typeof value === 'object' || typeof value === 'bigint'
        ? isNumeric(value) && compareNumbers(value, operand) === 0
        : false);
  }
  refuseUndefined(operand);
  const of = classOf(operand);
  return (value) =>
    value !== undefined && classOf(value) === of && compareValues(value, operand) === 0;
}

function isNullish(value: Value | undefined): boolean {
  return value === undefined || value === null || value instanceof Undefined;
}

function refuseUndefined(operand: Value): void {
  if (operand instanceof Undefined)
    throw new CommandError('BadValue', 'cannot compare to undefined');
}

export function compares(op: 'gt' | 'gte' | 'lt' | 'lte', operand: Value): LeafTest {
  refuseUndefined(operand);
  const orEqual = op === 'gte' || op === 'lte';
  const sign = op === 'gt' || op === 'gte' ? 1 : -1;
  const of = classOf(operand);
  if (of === typeClass.null) return orEqual ? isNullish : () => false;
  if (of === typeClass.minKey || of === typeClass.maxKey) {
    // The ends of the order are the one comparison across types.
    const beyond = (of === typeClass.minKey) === sign > 0;
    return (value) => (value !== undefined && classOf(value) === of ? orEqual : beyond);
  }
  if (of === typeClass.number) return comparesNumber(sign, orEqual, operand);
  return (value) => {
    if (value === undefined || classOf(value) !== of) return false;
    const order = compareValues(value, operand) * sign;
    return order > 0 || (orEqual && order === 0);
  };
}

function comparesNumber(sign: number, orEqual: boolean, operand: Value): LeafTest {
  // NaN is equal to NaN and neither above nor below anything.
  if (isNaNValue(operand)) return orEqual ? isNaNValue : () => false;
  const number = operand as number | bigint | Double | Decimal128;
  return (value) => {
    if (!isNumeric(value) || isNaNValue(value)) return false;
    const order = compareNumbers(value, number) * sign;
    return order > 0 || (orEqual && order === 0);
  };
}

function isNaNValue(value: Value | undefined): boolean {
  if (typeof value === 'number') return Number.isNaN(value);
  return value instanceof Decimal128 && Number.isNaN(decimalToNumber(value));
}

export function isAnyOf(operands: readonly Value[]): LeafTest {
  const texts = new Set<string>();
  const numbers = new Set<number>();
  const ids = new Set<string>();
  const others: LeafTest[] = [];
  for (const operand of operands) {
    if (typeof operand === 'string') texts.add(operand);
    else if (typeof operand === 'number') numbers.add(operand);
    else if (operand instanceof ObjectId && operands.length > 4) ids.add(operand.toHex());
    else if (operand instanceof BsonRegExp) others.push(matchesRegex(operand));
    else others.push(equals(operand));
  }
  return (value) => {
    if (typeof value === 'string') {
      if (texts.has(value)) return true;
    } else if (typeof value === 'number') {
      if (numbers.has(value)) return true;
    } else if (value instanceof ObjectId) {
      if (ids.size > 0 && ids.has(value.toHex())) return true;
    } else if (value instanceof BsonSymbol) {
      if (texts.has(value.text)) return true;
    } else if (numbers.size > 0 && isNumeric(value)) {
      // A number of another kind is in the set when a double says it exactly.
      const nearest = toDouble(value);
      if (numbers.has(nearest) && compareNumbers(value, nearest) === 0) return true;
    }
    for (let i = 0; i < others.length; i++) if ((others[i] as LeafTest)(value)) return true;
    return false;
  };
}

export function matchesRegex(operand: BsonRegExp): LeafTest {
  const regex = compileRegex(operand);
  return (value) => {
    if (typeof value === 'string') return regex.test(value);
    if (value instanceof BsonSymbol) return regex.test(value.text);
    return (
      value instanceof BsonRegExp &&
      value.pattern === operand.pattern &&
      value.options === operand.options
    );
  };
}

const numberTypes = [bsonType.double, bsonType.int, bsonType.long, bsonType.decimal];

/** The type bytes `$type` stands for. @throws CommandError */
export function typeBytes(operand: Value): readonly number[] {
  const alternatives = Array.isArray(operand) ? operand : [operand];
  if (alternatives.length === 0) {
    throw new CommandError('FailedToParse', '$type must match at least one type');
  }
  return alternatives.flatMap((alternative) => {
    if (alternative === 'number') return numberTypes;
    if (typeof alternative === 'string' && Object.hasOwn(bsonType, alternative)) {
      return [bsonType[alternative as keyof typeof bsonType]];
    }
    if (typeof alternative === 'string') {
      throw new CommandError('BadValue', `Unknown type name alias: ${alternative}`);
    }
    const code = asNumber(alternative);
    if (code === undefined) {
      throw new CommandError('TypeMismatch', 'type must be represented as a number or a string');
    }
    if (code === -1) return [bsonType.minKey];
    if (!Object.values(bsonType).some((byte) => byte === code) || code === bsonType.minKey) {
      throw new CommandError('BadValue', `Invalid numerical type code: ${code}`);
    }
    return [code];
  });
}

export function isOfType(operand: Value): LeafTest {
  const bytes = typeBytes(operand);
  return (value) => value !== undefined && bytes.includes(typeOf(value));
}

/** Longs pass through; doubles must be whole unless `truncate`. */
function toWhole(value: Value | undefined, truncate: boolean): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (value instanceof Decimal128) {
    const whole = decimalToLong(value);
    return whole !== undefined && (truncate || compareNumbers(whole, value) === 0)
      ? whole
      : undefined;
  }
  const number = asNumber(value);
  if (number === undefined || !Number.isFinite(number)) return undefined;
  const whole = Math.trunc(number);
  if ((!truncate && whole !== number) || Math.abs(whole) > 2 ** 63) return undefined;
  return BigInt(whole);
}

export function isModulo(operand: Value): LeafTest {
  if (!Array.isArray(operand)) {
    throw new CommandError('BadValue', 'malformed mod, needs to be an array');
  }
  if (operand.length < 2) throw new CommandError('BadValue', 'malformed mod, not enough elements');
  if (operand.length > 2) throw new CommandError('BadValue', 'malformed mod, too many elements');
  const divisor = toWhole(operand[0], true);
  const remainder = toWhole(operand[1], true);
  if (divisor === undefined) {
    throw new CommandError('BadValue', 'malformed mod, divisor not a number');
  }
  if (remainder === undefined) {
    throw new CommandError('BadValue', 'malformed mod, remainder not a number');
  }
  if (divisor === 0n) throw new CommandError('BadValue', 'divisor cannot be 0');
  return (value) => {
    const whole = toWhole(value, true);
    return whole !== undefined && whole % divisor === remainder;
  };
}

/** @throws CommandError BadValue (2) */
export function arraySize(operand: Value): number {
  const size = toWhole(operand, false);
  if (size === undefined) {
    throw new CommandError(
      'BadValue',
      `Failed to parse $size. Expected an integer, but found a ${typeName(operand)}`,
    );
  }
  if (size < 0n) {
    throw new CommandError(
      'BadValue',
      `Failed to parse $size. Expected a non-negative number, but found ${size}`,
    );
  }
  return Number(size);
}

export function bitTest(
  op: '$bitsAllSet' | '$bitsAllClear' | '$bitsAnySet' | '$bitsAnyClear',
  operand: Value,
): LeafTest {
  const positions = bitPositions(op, operand);
  const want = op.endsWith('Set');
  const all = op.startsWith('$bitsAll');
  return (value) => {
    const bit = bitReader(value);
    if (bit === undefined) return false;
    return all
      ? positions.every((position) => bit(position) === want)
      : positions.some((position) => bit(position) === want);
  };
}

function bitReader(value: Value | undefined): ((position: number) => boolean) | undefined {
  if (value instanceof Binary) {
    return (position) => ((value.bytes[position >> 3] ?? 0) & (1 << (position & 7))) !== 0;
  }
  const whole = isNumeric(value) ? toWhole(value, false) : undefined;
  if (whole === undefined || BigInt.asIntN(64, whole) !== whole) return undefined;
  // Negative numbers go on with ones for ever.
  return (position) => ((whole >> BigInt(Math.min(position, 63))) & 1n) === 1n;
}

function bitPositions(op: string, operand: Value): number[] {
  if (operand instanceof Binary) {
    return Array.from({ length: operand.bytes.length * 8 }, (_, i) => i).filter(
      (i) => ((operand.bytes[i >> 3] as number) & (1 << (i & 7))) !== 0,
    );
  }
  if (Array.isArray(operand)) {
    return operand.map((item) => {
      const position = toWhole(item, false);
      if (position === undefined || position < 0n || position > 0x7fffffffn) {
        throw new CommandError(
          'BadValue',
          `Failed to parse bit position. Expected a non-negative integer in: ${op}`,
        );
      }
      return Number(position);
    });
  }
  const mask = isNumeric(operand) ? toWhole(operand, false) : undefined;
  if (mask === undefined) {
    throw new CommandError(
      'BadValue',
      `${op} takes an Array, a number, or a BinData but received: ${typeName(operand)}`,
    );
  }
  if (mask < 0n) {
    throw new CommandError('FailedToParse', `Expected a non-negative number in: ${op}: ${mask}`);
  }
  return Array.from({ length: 64 }, (_, i) => i).filter((i) => ((mask >> BigInt(i)) & 1n) === 1n);
}

/** How the server reads a value as yes or no. */
export function isTruthy(value: Value | undefined): boolean {
  if (value === undefined || value === null || value === false || value instanceof Undefined) {
    return false;
  }
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'number') return value !== 0;
  if (value instanceof Double) return value.value !== 0;
  if (value instanceof Decimal128) return decimalToNumber(value) !== 0;
  return true;
}
