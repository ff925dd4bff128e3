import { decimalFromText, decimalToLong, decimalToText } from '../decimal.ts';
import { CommandError } from '../errors.ts';
import {
  type Expression,
  isNullish,
  type OperatorTable,
  ofNames,
  ofOne,
} from '../expression-scope.ts';
import { isTruthy, typeBytes } from '../match-leaf.ts';
import {
  BsonSymbol,
  bsonType,
  Decimal128,
  double,
  isNumeric,
  ObjectId,
  Timestamp,
  typeName,
  typeOf,
  type Value,
} from '../model.ts';
import { decimalOfNumber, isDouble, toDouble } from '../numbers.ts';
import { parseDate } from './date-text.ts';

/** A scalar as `$toString` writes it; `undefined` for what has no text. */
export function textOfScalar(value: Value): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (isDouble(value)) return doubleText(toDouble(value));
  if (typeof value === 'number') return String(value);
  if (value instanceof Decimal128) return decimalToText(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHex();
  return value instanceof BsonSymbol ? value.text : undefined;
}

function doubleText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return 'inf';
  if (value === Number.NEGATIVE_INFINITY) return '-inf';
  if (Object.is(value, -0)) return '-0';
  return Number.isNaN(value) ? 'nan' : String(value);
}

function failure(value: Value, to: string, why = 'with no onError value'): CommandError {
  return new CommandError(
    'ConversionFailure',
    `Unsupported conversion from ${typeName(value)} to ${to} in $convert ${why}`,
  );
}

function unparsable(text: string, why: string): CommandError {
  return new CommandError(
    'ConversionFailure',
    `Failed to parse number '${text}' in $convert with no onError value: ${why}`,
  );
}

function toBool(value: Value): Value {
  return isTruthy(value);
}

function toText(value: Value): Value {
  const text = textOfScalar(value);
  if (text === undefined) throw failure(value, 'string');
  return text;
}

function toDoubleValue(value: Value): Value {
  if (isNumeric(value)) return double(toDouble(value));
  if (typeof value === 'boolean') return double(value ? 1 : 0);
  if (value instanceof Date) return double(value.getTime());
  if (typeof value !== 'string') throw failure(value, 'double');
  const number = /^[+-]?(?:\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|inf(?:inity)?|nan)$/i.test(
    value,
  )
    ? Number(value.replace(/inf(?:inity)?/i, 'Infinity').replace(/nan/i, 'NaN'))
    : undefined;
  if (number === undefined) throw unparsable(value, 'Did not consume whole string.');
  return double(number);
}

function toWhole(value: Value, to: 'int' | 'long'): bigint {
  const bits = to === 'int' ? 32 : 64;
  const whole = wholeOf(value, to);
  if (BigInt.asIntN(bits, whole) !== whole) {
    throw new CommandError(
      'ConversionFailure',
      `Conversion would overflow target type in $convert with no onError value: ${whole}`,
    );
  }
  return whole;
}

function wholeOf(value: Value, to: 'int' | 'long'): bigint {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'boolean') return value ? 1n : 0n;
  if (value instanceof Date && to === 'long') return BigInt(value.getTime());
  if (value instanceof Decimal128) {
    const whole = decimalToLong(value);
    if (whole === undefined) throw failure(value, to, ': out of range');
    return whole;
  }
  if (isNumeric(value)) {
    const number = toDouble(value);
    if (!Number.isFinite(number)) {
      throw new CommandError(
        'ConversionFailure',
        'Attempt to convert NaN or infinity to integer type in $convert with no onError value',
      );
    }
    return BigInt(Math.trunc(number));
  }
  if (typeof value !== 'string') throw failure(value, to);
  if (!/^[+-]?\d+$/.test(value)) throw unparsable(value, 'Did not consume whole string.');
  return BigInt(value.replace(/^\+/, ''));
}

function toDecimalValue(value: Value): Value {
  if (isNumeric(value)) return decimalOfNumber(value);
  if (typeof value === 'boolean') return decimalOfNumber(value ? 1 : 0);
  if (value instanceof Date) return decimalOfNumber(value.getTime());
  if (typeof value !== 'string') throw failure(value, 'decimal');
  try {
    return decimalFromText(value);
  } catch {
    throw unparsable(value, 'Failed to parse string to decimal');
  }
}

function toObjectId(value: Value): Value {
  if (value instanceof ObjectId) return value;
  if (typeof value !== 'string') throw failure(value, 'objectId');
  if (!/^[0-9a-f]{24}$/i.test(value)) {
    throw new CommandError(
      'ConversionFailure',
      `Failed to parse objectId '${value}' in $convert with no onError value`,
    );
  }
  return ObjectId.fromHex(value);
}

export function toDate(value: Value): Value {
  if (value instanceof Date) return value;
  if (value instanceof Timestamp) return new Date(value.seconds * 1000);
  if (value instanceof ObjectId) return new Date((value.w0 >>> 0) * 1000);
  if (typeof value === 'string') return parseDate(value, 'UTC');
  if (typeof value === 'bigint' || isDouble(value) || value instanceof Decimal128) {
    const date = new Date(Math.trunc(toDouble(value)));
    if (!Number.isNaN(date.getTime())) return date;
  }
  throw failure(value, 'date');
}

const converters: ReadonlyMap<number, (value: Value) => Value> = new Map([
  [bsonType.double, toDoubleValue],
  [bsonType.string, toText],
  [bsonType.objectId, toObjectId],
  [bsonType.bool, toBool],
  [bsonType.date, toDate],
  [bsonType.int, (value) => Number(toWhole(value, 'int'))],
  [bsonType.long, (value) => toWhole(value, 'long')],
  [bsonType.decimal, toDecimalValue],
]);

function converting(type: number) {
  const convert = converters.get(type) as (value: Value) => Value;
  return ofOne((value) => (isNullish(value) ? null : convert(value)));
}

export const conversionOperators: OperatorTable = {
  $toBool: converting(bsonType.bool),
  $toString: converting(bsonType.string),
  $toDouble: converting(bsonType.double),
  $toInt: converting(bsonType.int),
  $toLong: converting(bsonType.long),
  $toDecimal: converting(bsonType.decimal),
  $toObjectId: converting(bsonType.objectId),
  $toDate: converting(bsonType.date),
  $type: ofOne((value) => typeName(value)),
  $isNumber: ofOne((value) => isNumeric(value)),
  $convert: ofNames(['input', 'to'], ['onError', 'onNull'], ({ input, to, onError, onNull }) => {
    return (scope) => {
      const value = (input as Expression)(scope);
      const target = (to as Expression)(scope);
      if (isNullish(value)) return onNull === undefined ? null : onNull(scope);
      if (isNullish(target)) return null;
      const [type] = typeBytes(target);
      if (type === typeOf(value)) return value;
      const convert = type === undefined ? undefined : converters.get(type);
      try {
        if (convert === undefined) throw failure(value, String(target));
        return convert(value);
      } catch (error) {
        if (onError !== undefined && error instanceof CommandError) return onError(scope);
        throw error;
      }
    };
  }),
};
