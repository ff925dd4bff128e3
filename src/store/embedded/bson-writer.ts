import { encode } from './semantics/encode.ts';
import { Doc, type Value } from './semantics/values.ts';

const arrayNames: string[] = Array.from({ length: 1024 }, (_, i) => String(i));

export function arrayName(index: number): string {
  return arrayNames[index] ?? String(index);
}

/**
 * Appends BSON to one growing buffer. Replies are built with it so that stored documents are copied
 * once, into the bytes that go out, and never decoded.
 */
export class BsonWriter {
  bytes: Buffer;
  at: number;

  constructor(capacity = 256, reserved = 0) {
    this.bytes = Buffer.allocUnsafe(Math.max(capacity, reserved + 64));
    this.at = reserved;
  }

  reserve(extra: number): void {
    const needed = this.at + extra;
    if (needed <= this.bytes.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.bytes.length * 2));
    this.bytes.copy(grown, 0, 0, this.at);
    this.bytes = grown;
  }

  /** Opens the root document; give the mark to `end`. */
  beginRoot(): number {
    this.reserve(4);
    const mark = this.at;
    this.at += 4;
    return mark;
  }

  beginDocument(name: string): number {
    this.#header(0x03, name, 4);
    const mark = this.at;
    this.at += 4;
    return mark;
  }

  beginArray(name: string): number {
    this.#header(0x04, name, 4);
    const mark = this.at;
    this.at += 4;
    return mark;
  }

  end(mark: number): void {
    this.reserve(1);
    this.bytes[this.at++] = 0;
    this.bytes.writeInt32LE(this.at - mark, mark);
  }

  int32(name: string, value: number): void {
    this.#header(0x10, name, 4);
    this.at = this.bytes.writeInt32LE(value, this.at);
  }

  /** int32 where it fits, int64 beyond: how the server answers counts. */
  count(name: string, value: number): void {
    if (value <= 0x7fffffff) this.int32(name, value);
    else this.int64(name, BigInt(value));
  }

  int64(name: string, value: bigint): void {
    this.#header(0x12, name, 8);
    this.at = this.bytes.writeBigInt64LE(value, this.at);
  }

  double(name: string, value: number): void {
    this.#header(0x01, name, 8);
    this.at = this.bytes.writeDoubleLE(value, this.at);
  }

  bool(name: string, value: boolean): void {
    this.#header(0x08, name, 1);
    this.bytes[this.at++] = value ? 1 : 0;
  }

  null(name: string): void {
    this.#header(0x0a, name, 0);
  }

  string(name: string, value: string): void {
    const length = Buffer.byteLength(value);
    this.#header(0x02, name, length + 5);
    this.at = this.bytes.writeInt32LE(length + 1, this.at);
    this.at += this.bytes.write(value, this.at, 'utf8');
    this.bytes[this.at++] = 0;
  }

  date(name: string, milliseconds: number): void {
    this.#header(0x09, name, 8);
    this.at = this.bytes.writeBigInt64LE(BigInt(milliseconds), this.at);
  }

  /** A document that is BSON already. */
  document(name: string, raw: Uint8Array): void {
    this.element(0x03, name, raw);
  }

  /** A value that is BSON already, with its type byte. */
  element(type: number, name: string, raw: Uint8Array): void {
    this.#header(type, name, raw.length);
    this.bytes.set(raw, this.at);
    this.at += raw.length;
  }

  value(name: string, value: Value): void {
    const wrapped = encode(new Doc([name], [value]));
    const length = wrapped.length - 5;
    this.reserve(length);
    this.bytes.set(wrapped.subarray(4, 4 + length), this.at);
    this.at += length;
  }

  /** All elements of an encoded document, without its frame. */
  elements(raw: Uint8Array): void {
    const length = raw.length - 5;
    this.reserve(length);
    this.bytes.set(raw.subarray(4, 4 + length), this.at);
    this.at += length;
  }

  /** Bytes as they are. */
  copy(from: Uint8Array, start: number, end: number): void {
    this.reserve(end - start);
    this.bytes.set(from.subarray(start, end), this.at);
    this.at += end - start;
  }

  #header(type: number, name: string, payload: number): void {
    // Three bytes per UTF-16 unit is the most UTF-8 can need.
    this.reserve(2 + name.length * 3 + payload);
    this.bytes[this.at++] = type;
    let at = this.at;
    const bytes = this.bytes;
    for (let i = 0; i < name.length; i++) {
      const unit = name.charCodeAt(i);
      if (unit >= 0x80) {
        at = this.at + bytes.write(name, this.at, 'utf8');
        break;
      }
      bytes[at++] = unit;
    }
    bytes[at++] = 0;
    this.at = at;
  }
}
