import { hash } from 'node:crypto';
import { classOf, typeClass } from './compare.ts';
import { compareDecimal, type DecimalParts, decimalParts, partsToNumber } from './decimal.ts';
import {
  type Binary,
  type BsonRegExp,
  BsonSymbol,
  type Code,
  type DbPointer,
  Decimal128,
  type Doc,
  type Double,
  type ObjectId,
  type Timestamp,
  type Value,
} from './model.ts';

/**
 * Order-preserving bytes of values. Each is a class byte and a payload that no other payload of the class begins with,
 * so fields can be joined, and inverted for descending ones. Class bytes are neither 0x00 nor 0xff, inverted or not.
 */

/** A longer field keeps its head and ends in a hash of the whole. */
export const fieldBytesMax = 1000;
const hashBytes = 16;
export const fieldHeadBytes = fieldBytesMax - hashBytes;

let b = Buffer.allocUnsafeSlow(16 * 1024);
let pos = 0;
let cut = false;

const float = new Float64Array(1);
const floatBytes = new Uint8Array(float.buffer);

export function classByte(of: number): number {
  return (of << 3) | 4;
}

export function startKey(): void {
  pos = 0;
  cut = false;
}

/** Whether a field has been cut since `startKey`. */
export function keyWasCut(): boolean {
  return cut;
}

export function finishKey(): Buffer {
  const key = Buffer.allocUnsafe(pos);
  b.copy(key, 0, 0, pos);
  return key;
}

export function appendBytes(bytes: Uint8Array): void {
  reserve(bytes.length);
  b.set(bytes, pos);
  pos += bytes.length;
}

/** Appends one index field. */
export function appendField(value: Value | undefined, direction: 1 | -1): void {
  const start = pos;
  reserve(16);
  const of = classOf(value);
  b[pos++] = classByte(of);
  writePayload(of, value);
  if (pos - start > fieldBytesMax) cutField(start);
  if (direction < 0) for (let i = start; i < pos; i++) b[i] = 255 - (b[i] as number);
}

/** Class byte and text without the closing byte: what all strings with this head begin with. */
export function appendStringHead(head: string): void {
  reserve(1);
  b[pos++] = classByte(typeClass.string);
  writeText(head);
  pos--;
}

function cutField(start: number): void {
  const digest = hash('sha256', b.subarray(start, pos), 'buffer');
  digest.copy(b, start + fieldHeadBytes, 0, hashBytes);
  pos = start + fieldBytesMax;
  cut = true;
}

function reserve(bytes: number): void {
  if (pos + bytes <= b.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(b.length * 2, pos + bytes));
  b.copy(larger, 0, 0, pos);
  b = larger;
}

function writePayload(of: number, value: Value | undefined): void {
  switch (of) {
    case typeClass.string:
      writeText(value instanceof BsonSymbol ? value.text : (value as string));
      return;
    case typeClass.number:
      writeNumber(value as number | bigint | Double | Decimal128);
      return;
    case typeClass.objectId:
      writeObjectId(value as ObjectId);
      return;
    case typeClass.bool:
      b[pos++] = value ? 2 : 1;
      return;
    case typeClass.date: {
      const ms = (value as Date).getTime();
      const high = Math.floor(ms / 4294967296);
      writeUint32(high ^ 0x80000000);
      writeUint32(ms - high * 4294967296);
      return;
    }
    case typeClass.object:
      writeDoc(value as Doc);
      return;
    case typeClass.array:
      for (const item of value as Value[]) {
        reserve(16);
        const itemClass = classOf(item);
        b[pos++] = classByte(itemClass);
        writePayload(itemClass, item);
      }
      reserve(1);
      b[pos++] = 0;
      return;
    case typeClass.binData: {
      const { bytes, subtype } = value as Binary;
      writeUint32(bytes.length);
      b[pos++] = subtype;
      appendBytes(bytes);
      return;
    }
    case typeClass.timestamp:
      writeUint32((value as Timestamp).seconds);
      writeUint32((value as Timestamp).increment);
      return;
    case typeClass.regex:
      writeText((value as BsonRegExp).pattern);
      writeText((value as BsonRegExp).options);
      return;
    case typeClass.code:
      writeText((value as Code).code);
      return;
    case typeClass.codeWithScope:
      writeText((value as Code).code);
      writeDoc((value as Code).scope as Doc);
      return;
    case typeClass.dbPointer:
      writeUint32(Buffer.byteLength((value as DbPointer).namespace));
      writeText((value as DbPointer).namespace);
      reserve(12);
      writeObjectId((value as DbPointer).id);
      return;
    default:
      // null, undefined, MinKey and MaxKey are their class.
      return;
  }
}

function writeDoc(doc: Doc): void {
  for (let i = 0; i < doc.keys.length; i++) {
    const value = doc.values[i];
    const of = classOf(value);
    reserve(16);
    // The server compares type before name before value.
    b[pos++] = classByte(of);
    writeText(doc.keys[i] as string);
    reserve(16);
    writePayload(of, value);
  }
  reserve(1);
  b[pos++] = 0;
}

function writeUint32(value: number): void {
  b[pos] = value >>> 24;
  b[pos + 1] = value >>> 16;
  b[pos + 2] = value >>> 8;
  b[pos + 3] = value;
  pos += 4;
}

function writeObjectId(id: ObjectId): void {
  writeUint32(id.w0);
  writeUint32(id.w1);
  writeUint32(id.w2);
}

/** UTF-8, closed by 00; a 00 or 01 inside becomes 01 01 or 01 02. */
function writeText(value: string): void {
  reserve(value.length * 3 + 2);
  const start = pos;
  if (value.length <= 32) {
    let i = 0;
    for (; i < value.length; i++) {
      const c = value.charCodeAt(i);
      if (c >= 0x80 || c < 2) break;
      b[pos + i] = c;
    }
    if (i === value.length) {
      pos += i;
      b[pos++] = 0;
      return;
    }
  }
  pos += b.write(value, pos, 'utf8');
  let escapes = 0;
  for (let i = start; i < pos; i++) if ((b[i] as number) < 2) escapes++;
  if (escapes > 0) {
    reserve(escapes + 16);
    let to = pos + escapes;
    const end = to;
    for (let from = pos - 1; from >= start; from--) {
      const c = b[from] as number;
      if (c < 2) {
        b[--to] = c + 1;
        b[--to] = 1;
      } else {
        b[--to] = c;
      }
    }
    pos = end;
  }
  b[pos++] = 0;
}

const tieBelow = 0x40;
const tieExact = 0x80;
const tieAbove = 0xc0;

/** The nearest double, then whether the value is below, at or above it, then for the unequal its decimal digits. */
function writeNumber(value: number | bigint | Double | Decimal128): void {
  if (typeof value === 'number') {
    writeSortableDouble(value, tieExact);
  } else if (typeof value === 'bigint') {
    const nearest = Number(value);
    if (Number.isSafeInteger(nearest) || BigInt(nearest) === value) {
      writeSortableDouble(nearest, tieExact);
    } else {
      writeSortableDouble(nearest, value < nearest ? tieBelow : tieAbove);
      writeDigits(value < 0n, value < 0n ? -value : value, 0);
    }
  } else if (value instanceof Decimal128) {
    writeDecimal(decimalParts(value));
  } else {
    writeSortableDouble(value.value, tieExact);
  }
}

function writeDecimal(parts: DecimalParts): void {
  const nearest = partsToNumber(parts);
  if (parts.kind !== 'finite') {
    writeSortableDouble(nearest, tieExact);
    return;
  }
  // Beyond the doubles, but still below infinity.
  const clamped = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, nearest));
  const order = compareDecimal(parts, clamped);
  if (order === 0) {
    writeSortableDouble(clamped, tieExact);
  } else {
    writeSortableDouble(clamped, order < 0 ? tieBelow : tieAbove);
    writeDigits(parts.negative, parts.coefficient, parts.exponent);
  }
}

function writeSortableDouble(value: number, tie: number): void {
  if (Number.isNaN(value)) {
    for (let i = 0; i < 8; i++) b[pos++] = 0;
  } else {
    float[0] = value === 0 ? 0 : value;
    const flip = (floatBytes[7] as number) & 0x80 ? 0xff : 0;
    b[pos++] = flip === 0 ? (floatBytes[7] as number) | 0x80 : (floatBytes[7] as number) ^ 0xff;
    for (let i = 6; i >= 0; i--) b[pos++] = (floatBytes[i] as number) ^ flip;
  }
  b[pos++] = tie;
}

/** Exact order of non-zero decimals: `0.digits * 10^top`, closed by 00; all inverted for negative ones. */
function writeDigits(negative: boolean, coefficient: bigint, exponent: number): void {
  const all = coefficient.toString();
  const digits = all.replace(/0+$/, '');
  const top = all.length + exponent + 0x8000;
  reserve(digits.length + 3);
  const start = pos;
  b[pos++] = top >> 8;
  b[pos++] = top;
  pos += b.write(digits, pos, 'latin1');
  b[pos++] = 0;
  if (negative) for (let i = start; i < pos; i++) b[i] = 255 - (b[i] as number);
  reserve(16);
}
