import { nestingMax } from './bson-layout.ts';
import { CommandError } from './errors.ts';
import {
  Binary,
  BsonRegExp,
  BsonSymbol,
  bsonType,
  Code,
  DbPointer,
  Decimal128,
  type Doc,
  Double,
  isInt32,
  ObjectId,
  Timestamp,
  type Value,
} from './model.ts';

// One scratch buffer for the thread: encoding is synchronous, and only the finished bytes are copied out.
let b = Buffer.allocUnsafeSlow(64 * 1024);
let pos = 0;
let depth = 0;

const scratchBytesKept = 1024 * 1024;
const loopedCharsMax = 32;

const float = new Float64Array(1);
const floatBytes = new Uint8Array(float.buffer);
const long = new BigInt64Array(floatBytes.buffer);

/** BSON of a document, in a buffer of its own. `encode(decode(bytes))` gives the same bytes. */
export function encode(doc: Doc): Buffer {
  pos = 0;
  depth = 0;
  writeDoc(doc);
  const bytes = Buffer.allocUnsafe(pos);
  b.copy(bytes, 0, 0, pos);
  if (b.length > scratchBytesKept) b = Buffer.allocUnsafeSlow(64 * 1024);
  return bytes;
}

/** How long `encode` would make it, in bytes. */
export function byteLength(doc: Doc): number {
  pos = 0;
  depth = 0;
  writeDoc(doc);
  return pos;
}

function reserve(bytes: number): void {
  if (pos + bytes <= b.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(b.length * 2, pos + bytes));
  b.copy(larger, 0, 0, pos);
  b = larger;
}

function writeDoc(doc: Doc): void {
  if (++depth > nestingMax) throw new CommandError('Overflow', 'document is nested too deeply');
  reserve(8);
  const start = pos;
  pos += 4;
  const { keys, values } = doc;
  for (let i = 0; i < keys.length; i++) {
    writeField(keys[i] as string, values[i] as Value);
  }
  endDoc(start);
}

function writeArray(items: readonly Value[]): void {
  if (++depth > nestingMax) throw new CommandError('Overflow', 'document is nested too deeply');
  reserve(8);
  const start = pos;
  pos += 4;
  for (let i = 0; i < items.length; i++) {
    writeField(indexName(i), items[i] as Value);
  }
  endDoc(start);
}

const indexNames: string[] = Array.from({ length: 256 }, (_, i) => String(i));

function indexName(i: number): string {
  return i < 256 ? (indexNames[i] as string) : String(i);
}

function endDoc(start: number): void {
  reserve(1);
  b[pos++] = 0;
  putInt32(start, pos - start);
  depth--;
}

function writeField(key: string, value: Value): void {
  // Type byte, name, and every value of fixed size fit into this.
  reserve(key.length * 3 + 32);
  const typeAt = pos++;
  writeCString(key);
  switch (typeof value) {
    case 'string':
      b[typeAt] = bsonType.string;
      writeString(value);
      return;
    case 'number':
      if (isInt32(value)) {
        b[typeAt] = bsonType.int;
        putInt32(pos, value);
        pos += 4;
      } else {
        b[typeAt] = bsonType.double;
        writeDouble(value);
      }
      return;
    case 'boolean':
      b[typeAt] = bsonType.bool;
      b[pos++] = value ? 1 : 0;
      return;
    case 'bigint':
      b[typeAt] = bsonType.long;
      long[0] = value;
      writeScratch();
      return;
    default:
      if (value === null) {
        b[typeAt] = bsonType.null;
      } else if (Array.isArray(value)) {
        b[typeAt] = bsonType.array;
        writeArray(value);
      } else if (value instanceof Date) {
        b[typeAt] = bsonType.date;
        const ms = value.getTime();
        const high = Math.floor(ms / 4294967296);
        putInt32(pos, ms - high * 4294967296);
        putInt32(pos + 4, high);
        pos += 8;
      } else {
        const type = value.bsonType;
        b[typeAt] = type;
        if (type === bsonType.object) writeDoc(value as Doc);
        else writeObjectValue(value);
      }
  }
}

function writeObjectValue(value: Exclude<Value, null | Value[] | Date>): void {
  if (value instanceof ObjectId) {
    writeObjectId(value);
  } else if (value instanceof Double) {
    writeDouble(value.value);
  } else if (value instanceof Binary) {
    const { bytes, subtype } = value;
    reserve(bytes.length + 9);
    putInt32(pos, bytes.length + (subtype === 2 ? 4 : 0));
    b[pos + 4] = subtype;
    pos += 5;
    if (subtype === 2) {
      putInt32(pos, bytes.length);
      pos += 4;
    }
    b.set(bytes, pos);
    pos += bytes.length;
  } else if (value instanceof Decimal128) {
    b.set(value.bytes, pos);
    pos += 16;
  } else if (value instanceof Timestamp) {
    putInt32(pos, value.increment);
    putInt32(pos + 4, value.seconds);
    pos += 8;
  } else if (value instanceof BsonRegExp) {
    reserve((value.pattern.length + value.options.length) * 3 + 2);
    writeCString(value.pattern);
    writeCString(value.options);
  } else if (value instanceof Code) {
    const start = pos;
    if (value.scope === null) {
      writeString(value.code);
    } else {
      pos += 4;
      writeString(value.code);
      writeDoc(value.scope);
      putInt32(start, pos - start);
    }
  } else if (value instanceof BsonSymbol) {
    writeString(value.text);
  } else if (value instanceof DbPointer) {
    writeString(value.namespace);
    reserve(12);
    writeObjectId(value.id);
  }
}

function writeObjectId(id: ObjectId): void {
  putBigEndian(pos, id.w0);
  putBigEndian(pos + 4, id.w1);
  putBigEndian(pos + 8, id.w2);
  pos += 12;
}

function writeString(value: string): void {
  reserve(value.length * 3 + 5);
  const start = pos;
  pos += 4;
  writeText(value);
  b[pos++] = 0;
  putInt32(start, pos - start - 4);
}

function writeCString(value: string): void {
  const start = pos;
  writeText(value);
  if (value.length <= loopedCharsMax ? value.includes('\0') : b.subarray(start, pos).includes(0)) {
    throw new CommandError('BadValue', 'a field name or regular expression contains a NUL');
  }
  b[pos++] = 0;
}

function writeText(value: string): void {
  const length = value.length;
  if (length <= loopedCharsMax) {
    let i = 0;
    for (; i < length; i++) {
      const c = value.charCodeAt(i);
      if (c >= 0x80) break;
      b[pos + i] = c;
    }
    if (i === length) {
      pos += length;
      return;
    }
  }
  pos += b.write(value, pos, 'utf8');
}

function writeDouble(value: number): void {
  float[0] = value;
  writeScratch();
}

function writeScratch(): void {
  for (let i = 0; i < 8; i++) b[pos + i] = floatBytes[i] as number;
  pos += 8;
}

function putInt32(at: number, value: number): void {
  b[at] = value;
  b[at + 1] = value >> 8;
  b[at + 2] = value >> 16;
  b[at + 3] = value >> 24;
}

function putBigEndian(at: number, value: number): void {
  b[at] = value >> 24;
  b[at + 1] = value >> 16;
  b[at + 2] = value >> 8;
  b[at + 3] = value;
}
