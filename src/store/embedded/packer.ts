import { int32At } from './semantics/bson-layout.ts';

/** Larger documents are stored as they are: what they say is mostly what somebody sent. */
const packedBytesMax = 16_384;
const lengthBytes = 4;
const repetitionMin = 4;
/** Half a token: a count that is as large goes on in further bytes. */
const countMax = 15;
const hashBits = 12;

/**
 * Stores documents without what they repeat: names of members, which most documents of a collection have (`words`), and
 * values of their own. The format is that of LZ4 blocks, behind the length of the document: a token, literals, and how
 * far back a repetition begins, in the document or in the words before it. What would not get smaller is stored as it
 * is; nothing else has as many bytes as its length says.
 */
export class Packer {
  readonly #start: number;
  /** The words, and behind them a document. */
  readonly #window: Uint8Array;
  readonly #view: DataView;
  /** Where four bytes of this hash are in the words, or 0, and where they were seen last. */
  readonly #inWords = new Uint16Array(1 << hashBits);
  readonly #seen = new Uint16Array(1 << hashBits);
  readonly #bytes = new Uint8Array(packedBytesMax);
  /** How many bytes of what is packed are written or read. */
  #done = 0;

  constructor(words: Uint8Array) {
    this.#start = words.length;
    this.#window = new Uint8Array(words.length + packedBytesMax);
    this.#window.set(words);
    this.#view = new DataView(this.#window.buffer);
    for (let at = 1; at + repetitionMin <= words.length; at++)
      this.#inWords[hashOf(this.#view.getInt32(at, true))] = at;
  }

  pack(document: Uint8Array): Uint8Array {
    if (document.length > packedBytesMax) return document;
    const window = this.#window;
    window.set(document, this.#start);
    this.#seen.set(this.#inWords);
    this.#bytes.set(document.subarray(0, lengthBytes));
    this.#done = lengthBytes;
    const end = this.#start + document.length;
    let literals = this.#start + lengthBytes;
    for (let at = literals; at + repetitionMin <= end; ) {
      const before = this.#before(at);
      if (before === 0) {
        at++;
        continue;
      }
      let next = at + repetitionMin;
      while (next < end && window[before + next - at] === window[next]) next++;
      if (!this.#hasRoom(next - literals, document)) return document;
      this.#writeLiterals(literals, at, next - at);
      this.#bytes[this.#done++] = (at - before) & 0xff;
      this.#bytes[this.#done++] = (at - before) >> 8;
      this.#writeRest(next - at - repetitionMin);
      at = next;
      literals = next;
    }
    if (!this.#hasRoom(end - literals, document)) return document;
    this.#writeLiterals(literals, end, repetitionMin);
    return this.#bytes.slice(0, this.#done);
  }

  unpack(stored: Uint8Array): Uint8Array {
    const length = int32At(stored, 0);
    if (length === stored.length) return stored;
    const window = this.#window;
    window.set(stored.subarray(0, lengthBytes), this.#start);
    this.#done = lengthBytes;
    for (let at = this.#start + lengthBytes; ; ) {
      const token = stored[this.#done++] as number;
      const literalsEnd = at + this.#readCount(stored, token >> 4);
      while (at < literalsEnd) window[at++] = stored[this.#done++] as number;
      if (this.#done >= stored.length) {
        if (at !== this.#start + length) throw new Error('a stored document cannot be unpacked');
        return window.slice(this.#start, at);
      }
      const distance = (stored[this.#done++] as number) | ((stored[this.#done++] as number) << 8);
      const until = at + this.#readCount(stored, token & countMax) + repetitionMin;
      for (; at < until; at++) window[at] = window[at - distance] as number;
    }
  }

  /** Where the four bytes at this place stood before; 0: nowhere. */
  #before(at: number): number {
    const four = this.#view.getInt32(at, true);
    const hash = hashOf(four);
    const before = this.#seen[hash] as number;
    this.#seen[hash] = at;
    return before !== 0 && this.#view.getInt32(before, true) === four ? before : 0;
  }

  /** Whether the document gets smaller if so much of it is written next. */
  #hasRoom(bytes: number, document: Uint8Array): boolean {
    const overhead = 6 + bytes / 255;
    return this.#done + bytes + overhead < document.length;
  }

  /** The token of a sequence, and its literals. */
  #writeLiterals(from: number, to: number, repeated: number): void {
    const count = to - from;
    const high = Math.min(count, countMax);
    this.#bytes[this.#done++] = (high << 4) | Math.min(repeated - repetitionMin, countMax);
    this.#writeRest(count);
    for (let at = from; at < to; at++) this.#bytes[this.#done++] = this.#window[at] as number;
  }

  /** The part of a count that is not in its token. */
  #writeRest(count: number): void {
    let rest = count - countMax;
    for (; rest >= 255; rest -= 255) this.#bytes[this.#done++] = 255;
    if (rest >= 0) this.#bytes[this.#done++] = rest;
  }

  #readCount(stored: Uint8Array, inToken: number): number {
    let count = inToken;
    if (count < countMax) return count;
    for (let more = 255; more === 255; count += more) more = stored[this.#done++] as number;
    return count;
  }
}

function hashOf(four: number): number {
  return Math.imul(four, 0x9e3779b1) >>> (32 - hashBits);
}
