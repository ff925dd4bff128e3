import { int32At, invalid, nestingMax, scopeStart, valueEnd } from './bson-layout.ts';
import { CommandError } from './errors.ts';
import { internAscii } from './intern.ts';
import {
  Binary,
  BsonRegExp,
  BsonSymbol,
  bsonType,
  Code,
  DbPointer,
  Decimal128,
  Doc,
  double,
  maxKey,
  minKey,
  ObjectId,
  Timestamp,
  undefinedValue,
  type Value,
} from './model.ts';

const internedStringBytesMax = 24;
const internedKeyBytesMax = 64;
const dateMsMax = 8.64e15;

// Decoding is synchronous, so its position can live here instead of in an object per document.
let pos = 0;
let depth = 0;

const float = new Float64Array(1);
const floatBytes = new Uint8Array(float.buffer);
const long = new BigInt64Array(floatBytes.buffer);

/**
 * Decodes the document that starts at `offset`.
 * @throws CommandError InvalidBSON (22) when the bytes are not one well-formed document.
 */
export function decode(bytes: Uint8Array, offset = 0): Doc {
  const b = asBuffer(bytes);
  pos = offset;
  depth = 0;
  return readDoc(b, b.length);
}

/** Decodes one value of the given BSON type that starts at `start`, as `eachRaw` reports it. */
export function decodeValue(bytes: Uint8Array, type: number, start: number): Value {
  const b = asBuffer(bytes);
  pos = start;
  depth = 0;
  return readValue(b, type, b.length);
}

/**
 * Visits the top-level fields of a document without decoding them; `visit` answers `false` to stop.
 * Nested documents and arrays lie at `[start, end)` as BSON of their own.
 */
export function eachRaw(
  bytes: Uint8Array,
  visit: (key: string, type: number, start: number, end: number) => boolean | undefined,
): void {
  const b = asBuffer(bytes);
  const last = docEnd(b, 0, b.length) - 1;
  let p = 4;
  while (p < last) {
    const type = b[p] as number;
    pos = p + 1;
    const key = readKey(b, last);
    const start = pos;
    p = valueEnd(b, type, start, last);
    if (visit(key, type, start, p) === false) return;
  }
}

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The first byte after the document that begins the bytes. @throws CommandError InvalidBSON */
export function documentEnd(bytes: Uint8Array): number {
  return docEnd(bytes, 0, bytes.length);
}

function docEnd(b: Uint8Array, start: number, limit: number): number {
  if (start + 5 > limit) throw invalid('a document is cut short');
  const end = start + int32At(b, start);
  if (end < start + 5 || end > limit || b[end - 1] !== 0) {
    throw invalid('a document has a wrong length');
  }
  return end;
}

function readDoc(b: Buffer, limit: number): Doc {
  const end = docEnd(b, pos, limit);
  const last = end - 1;
  if (++depth > nestingMax) throw new CommandError('Overflow', 'document is nested too deeply');
  const keys: string[] = [];
  const values: Value[] = [];
  pos += 4;
  while (pos < last) {
    const type = b[pos++] as number;
    keys.push(readKey(b, last));
    values.push(readValue(b, type, last));
  }
  if (pos !== last) throw invalid('a document ends inside a value');
  pos = end;
  depth--;
  return new Doc(keys, values);
}

function readArray(b: Buffer, limit: number): Value[] {
  const end = docEnd(b, pos, limit);
  const last = end - 1;
  if (++depth > nestingMax) throw new CommandError('Overflow', 'document is nested too deeply');
  const values: Value[] = [];
  pos += 4;
  while (pos < last) {
    const type = b[pos++] as number;
    while (pos < last && b[pos] !== 0) pos++;
    pos++;
    values.push(readValue(b, type, last));
  }
  if (pos !== last) throw invalid('an array ends inside a value');
  pos = end;
  depth--;
  return values;
}

function readKey(b: Buffer, limit: number): string {
  const start = pos;
  let p = start;
  let hash = 0;
  let high = 0;
  for (let c = b[p] as number; c !== 0; c = b[++p] as number) {
    if (p >= limit) throw invalid('a field name does not end');
    hash = (Math.imul(hash, 31) + c) | 0;
    high |= c;
  }
  pos = p + 1;
  return high < 0x80 && p - start <= internedKeyBytesMax
    ? internAscii(b, start, p, hash)
    : b.toString('utf8', start, p);
}

function readString(b: Buffer, limit: number): string {
  const start = pos + 4;
  pos = valueEnd(b, bsonType.string, pos, limit);
  return text(b, start, pos - 1);
}

function text(b: Buffer, start: number, end: number): string {
  if (end - start <= internedStringBytesMax) {
    let hash = 0;
    let high = 0;
    for (let p = start; p < end; p++) {
      const c = b[p] as number;
      hash = (Math.imul(hash, 31) + c) | 0;
      high |= c;
    }
    if (high < 0x80) return internAscii(b, start, end, hash);
  }
  return b.toString('utf8', start, end);
}

function readCString(b: Buffer, limit: number): string {
  const start = pos;
  while (pos < limit && b[pos] !== 0) pos++;
  if (pos >= limit) throw invalid('a text does not end');
  return b.toString('utf8', start, pos++);
}

function readValue(b: Buffer, type: number, limit: number): Value {
  const p = pos;
  switch (type) {
    case bsonType.string:
      return readString(b, limit);
    case bsonType.int:
      need(p + 4, limit);
      pos = p + 4;
      return int32At(b, p);
    case bsonType.object:
      return readDoc(b, limit);
    case bsonType.array:
      return readArray(b, limit);
    case bsonType.objectId:
      need(p + 12, limit);
      pos = p + 12;
      return readObjectId(b, p);
    case bsonType.bool:
      pos = valueEnd(b, type, p, limit);
      return b[p] === 1;
    case bsonType.date: {
      need(p + 8, limit);
      pos = p + 8;
      const ms = int32At(b, p + 4) * 4294967296 + (int32At(b, p) >>> 0);
      if (ms > dateMsMax || ms < -dateMsMax) {
        throw new CommandError('BadValue', `the date ${ms} ms is more than 275,760 years away`);
      }
      return new Date(ms);
    }
    case bsonType.null:
      return null;
    case bsonType.double:
      need(p + 8, limit);
      pos = p + 8;
      for (let i = 0; i < 8; i++) floatBytes[i] = b[p + i] as number;
      return double(float[0] as number);
    case bsonType.long:
      need(p + 8, limit);
      pos = p + 8;
      for (let i = 0; i < 8; i++) floatBytes[i] = b[p + i] as number;
      return long[0] as bigint;
    case bsonType.binData:
      return readBinary(b, limit);
    default:
      return readRareValue(b, type, limit);
  }
}

function readRareValue(b: Buffer, type: number, limit: number): Value {
  const p = pos;
  switch (type) {
    case bsonType.decimal:
      need(p + 16, limit);
      pos = p + 16;
      return new Decimal128(new Uint8Array(b.subarray(p, p + 16)));
    case bsonType.timestamp:
      need(p + 8, limit);
      pos = p + 8;
      return new Timestamp(int32At(b, p + 4) >>> 0, int32At(b, p) >>> 0);
    case bsonType.regex: {
      const pattern = readCString(b, limit);
      return new BsonRegExp(pattern, readCString(b, limit));
    }
    case bsonType.javascript:
      return new Code(readString(b, limit));
    case bsonType.javascriptWithScope: {
      const end = valueEnd(b, type, p, limit);
      const scopeAt = scopeStart(b, p, end);
      pos = scopeAt;
      return new Code(text(b, p + 8, scopeAt - 1), readDoc(b, end));
    }
    case bsonType.symbol:
      return new BsonSymbol(readString(b, limit));
    case bsonType.dbPointer: {
      const namespace = readString(b, limit);
      need(pos + 12, limit);
      pos += 12;
      return new DbPointer(namespace, readObjectId(b, pos - 12));
    }
    case bsonType.undefined:
      return undefinedValue;
    case bsonType.minKey:
      return minKey;
    case bsonType.maxKey:
      return maxKey;
    default:
      throw invalid(`unknown element type 0x${type.toString(16)}`);
  }
}

function readObjectId(b: Buffer, p: number): ObjectId {
  return new ObjectId(bigEndian(b, p), bigEndian(b, p + 4), bigEndian(b, p + 8));
}

function readBinary(b: Buffer, limit: number): Binary {
  const subtype = b[pos + 4] as number;
  let start = pos + 5;
  const end = valueEnd(b, bsonType.binData, pos, limit);
  // The old generic subtype carries its length twice.
  if (subtype === 2) start += 4;
  pos = end;
  // A copy: the lender reuses its stored buffers.
  return new Binary(new Uint8Array(b.subarray(start, end)), subtype);
}

function need(end: number, limit: number): void {
  if (end > limit) throw invalid('a value is cut short');
}

function bigEndian(b: Buffer, p: number): number {
  return (
    ((b[p] as number) << 24) |
    ((b[p + 1] as number) << 16) |
    ((b[p + 2] as number) << 8) |
    (b[p + 3] as number)
  );
}
