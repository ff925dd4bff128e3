import { compareDecimal, type DecimalParts, decimalParts } from './decimal.ts';
import {
  type Binary,
  type BsonRegExp,
  type BsonSymbol,
  bsonType,
  Code,
  type DbPointer,
  Decimal128,
  Doc,
  Double,
  type ObjectId,
  type Timestamp,
  type Value,
} from './model.ts';

/** The server's order of types; numbers are one class, strings and symbols too. */
export const typeClass = {
  minKey: 1,
  undefined: 2,
  null: 3,
  number: 4,
  string: 5,
  object: 6,
  array: 7,
  binData: 8,
  objectId: 9,
  bool: 10,
  date: 11,
  timestamp: 12,
  regex: 13,
  dbPointer: 14,
  code: 15,
  codeWithScope: 16,
  maxKey: 17,
} as const;

const classByType: number[] = [];
for (const [type, of] of [
  [bsonType.double, typeClass.number],
  [bsonType.decimal, typeClass.number],
  [bsonType.object, typeClass.object],
  [bsonType.binData, typeClass.binData],
  [bsonType.undefined, typeClass.undefined],
  [bsonType.objectId, typeClass.objectId],
  [bsonType.regex, typeClass.regex],
  [bsonType.dbPointer, typeClass.dbPointer],
  [bsonType.javascript, typeClass.code],
  [bsonType.symbol, typeClass.string],
  [bsonType.javascriptWithScope, typeClass.codeWithScope],
  [bsonType.timestamp, typeClass.timestamp],
  [bsonType.minKey, typeClass.minKey],
  [bsonType.maxKey, typeClass.maxKey],
] as const) {
  classByType[type] = of;
}

/** A missing value counts as null. */
export function classOf(value: Value | undefined): number {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return typeClass.number;
    case 'string':
      return typeClass.string;
    case 'boolean':
      return typeClass.bool;
    case 'undefined':
      return typeClass.null;
    default:
      if (value === null) return typeClass.null;
      if (Array.isArray(value)) return typeClass.array;
      if (value instanceof Date) return typeClass.date;
      return classByType[value.bsonType] as number;
  }
}

/**
 * MongoDB's canonical order over all types: negative, 0 or positive.
 * Numbers compare exactly across kinds, NaN lowest, -0 = 0; strings by UTF-8 bytes; documents field by field
 * (type, name, value). A missing value (`undefined`) sorts as null.
 */
export function compareValues(a: Value | undefined, b: Value | undefined): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  const aClass = classOf(a);
  const bClass = classOf(b);
  return aClass === bClass ? compareWithin(aClass, a, b) : aClass - bClass;
}

/** Whether `compareValues` calls them equal: `1`, `1.0` and `1n` do. */
export function valuesEqual(a: Value | undefined, b: Value | undefined): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a === b;
  return compareValues(a, b) === 0;
}

function compareWithin(within: number, a: Value | undefined, b: Value | undefined): number {
  switch (within) {
    case typeClass.number:
      return compareNumbers(a as NumericValue, b as NumericValue);
    case typeClass.string:
      return compareText(textOf(a as string | BsonSymbol), textOf(b as string | BsonSymbol));
    case typeClass.objectId:
      return compareObjectIds(a as ObjectId, b as ObjectId);
    case typeClass.bool:
      return Number(a) - Number(b);
    case typeClass.date:
      return Math.sign((a as Date).getTime() - (b as Date).getTime());
    case typeClass.object:
      return compareDocs(a as Doc, b as Doc);
    case typeClass.array:
      return compareArrays(a as Value[], b as Value[]);
    case typeClass.binData:
      return compareBinary(a as Binary, b as Binary);
    case typeClass.timestamp:
      return (
        (a as Timestamp).seconds - (b as Timestamp).seconds ||
        (a as Timestamp).increment - (b as Timestamp).increment
      );
    case typeClass.regex:
      return (
        compareText((a as BsonRegExp).pattern, (b as BsonRegExp).pattern) ||
        compareText((a as BsonRegExp).options, (b as BsonRegExp).options)
      );
    case typeClass.code:
      return compareText((a as Code).code, (b as Code).code);
    case typeClass.codeWithScope:
      return (
        compareText((a as Code).code, (b as Code).code) ||
        compareDocs((a as Code).scope as Doc, (b as Code).scope as Doc)
      );
    case typeClass.dbPointer:
      return compareDbPointers(a as DbPointer, b as DbPointer);
    default:
      return 0;
  }
}

type NumericValue = number | bigint | Double | Decimal128;

export function compareNumbers(x: NumericValue, y: NumericValue): number {
  const a = x instanceof Double ? x.value : x;
  const b = y instanceof Double ? y.value : y;
  if (a instanceof Decimal128 || b instanceof Decimal128) return compareWithDecimal(a, b);
  // JavaScript compares bigint with number exactly.
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(b)) - Number(Number.isNaN(a));
}

function compareWithDecimal(
  a: number | bigint | Decimal128,
  b: number | bigint | Decimal128,
): number {
  const left = a instanceof Decimal128 ? decimalParts(a) : a;
  const right = b instanceof Decimal128 ? decimalParts(b) : b;
  const leftNaN = isNaNPart(left);
  const rightNaN = isNaNPart(right);
  if (leftNaN || rightNaN) return Number(rightNaN) - Number(leftNaN);
  return typeof left === 'object'
    ? compareDecimal(left, right)
    : 0 - compareDecimal(right as DecimalParts, left);
}

function isNaNPart(value: number | bigint | DecimalParts): boolean {
  return typeof value === 'object' ? value.kind === 'nan' : Number.isNaN(value);
}

function textOf(value: string | BsonSymbol): string {
  return typeof value === 'string' ? value : value.text;
}

/** UTF-8 byte order, which is code point order; JavaScript's own `<` goes by UTF-16 units. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      // Surrogates stand for code points above all other units.
      const xHigh = x >= 0xd800 && x <= 0xdfff;
      const yHigh = y >= 0xd800 && y <= 0xdfff;
      if (xHigh !== yHigh) return xHigh ? 1 : -1;
      return x - y;
    }
  }
  return a.length - b.length;
}

function compareObjectIds(a: ObjectId, b: ObjectId): number {
  if (a.w0 !== b.w0) return a.w0 >>> 0 < b.w0 >>> 0 ? -1 : 1;
  if (a.w1 !== b.w1) return a.w1 >>> 0 < b.w1 >>> 0 ? -1 : 1;
  if (a.w2 !== b.w2) return a.w2 >>> 0 < b.w2 >>> 0 ? -1 : 1;
  return 0;
}

function compareDocs(a: Doc, b: Doc): number {
  const shared = Math.min(a.keys.length, b.keys.length);
  for (let i = 0; i < shared; i++) {
    const x = a.values[i];
    const y = b.values[i];
    const xClass = classOf(x);
    const order =
      xClass - classOf(y) ||
      compareText(a.keys[i] as string, b.keys[i] as string) ||
      compareWithin(xClass, x, y);
    if (order !== 0) return order;
  }
  return a.keys.length - b.keys.length;
}

function compareArrays(a: readonly Value[], b: readonly Value[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareBinary(a: Binary, b: Binary): number {
  return (
    a.bytes.length - b.bytes.length || a.subtype - b.subtype || Buffer.compare(a.bytes, b.bytes)
  );
}

function compareDbPointers(a: DbPointer, b: DbPointer): number {
  return (
    Buffer.byteLength(a.namespace) - Buffer.byteLength(b.namespace) ||
    compareText(a.namespace, b.namespace) ||
    compareObjectIds(a.id, b.id)
  );
}

/** Whether both have the same BSON bytes: `1` and `1.0` do not. */
export function identical(a: Value | undefined, b: Value | undefined): boolean {
  if (typeof a !== 'object' || a === null) return Object.is(a, b);
  if (a === b) return true;
  if (typeof b !== 'object' || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && identicalItems(a, b);
  if (a instanceof Doc) {
    if (!(b instanceof Doc) || a.keys.length !== b.keys.length) return false;
    for (let i = 0; i < a.keys.length; i++) if (a.keys[i] !== b.keys[i]) return false;
    return identicalItems(a.values, b.values);
  }
  if (a instanceof Date) return b instanceof Date && a.getTime() === b.getTime();
  if (Array.isArray(b) || b instanceof Date || a.bsonType !== b.bsonType) return false;
  if (a instanceof Decimal128 && b instanceof Decimal128) {
    return Buffer.compare(a.bytes, b.bytes) === 0;
  }
  if (a instanceof Code && b instanceof Code) {
    return a.code === b.code && identical(a.scope, b.scope);
  }
  return compareValues(a, b) === 0;
}

function identicalItems(a: readonly Value[], b: readonly Value[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!identical(a[i], b[i])) return false;
  return true;
}
