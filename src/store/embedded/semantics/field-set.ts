import { int32At, valueEnd } from './bson-layout.ts';
import { asBuffer, decodeValue } from './decode.ts';
import { Doc, type Value } from './model.ts';

/**
 * Names of top-level fields, prepared so that one walk over a document finds them by their bytes: no string is made of
 * the other fields' names, and no value of theirs is decoded.
 */
export class FieldSet {
  readonly #names: readonly string[];
  readonly #bytes: readonly Uint8Array[];
  readonly #hashes: readonly number[];
  /** A hash table with open addressing: positions in `#names`, one higher. */
  readonly #slots: Uint16Array;

  constructor(names: Iterable<string>) {
    this.#names = [...new Set(names)];
    this.#bytes = this.#names.map((name) => Buffer.from(name));
    this.#hashes = this.#bytes.map((bytes) => hashOf(bytes));
    this.#slots = new Uint16Array(2 ** Math.ceil(Math.log2(this.#names.length * 2 + 1)));
    this.#hashes.forEach((hash, i) => {
      let slot = this.#slotOf(hash);
      while (this.#slots[slot] !== 0) slot = this.#after(slot);
      this.#slots[slot] = i + 1;
    });
  }

  /** A document with only these fields, in stored order. Of a name that is repeated it has the first, as `Doc.get` sees it. */
  pick(bytes: Uint8Array): Doc {
    const document = asBuffer(bytes);
    const last = int32At(document, 0) - 1;
    const keys: string[] = [];
    const values: Value[] = [];
    for (let at = 4; at < last && keys.length < this.#names.length; ) {
      const type = document[at] as number;
      const start = at + 1;
      let hash = 0;
      let end = start;
      for (let c = document[end]; c !== 0 && end < last; c = document[++end]) {
        hash = (Math.imul(hash, 31) + (c as number)) | 0;
      }
      const name = this.#find(document, start, end, hash);
      if (name !== undefined && !keys.includes(name)) {
        keys.push(name);
        values.push(decodeValue(document, type, end + 1));
      }
      at = valueEnd(document, type, end + 1, last);
    }
    return new Doc(keys, values);
  }

  #find(document: Uint8Array, start: number, end: number, hash: number): string | undefined {
    for (let slot = this.#slotOf(hash); ; slot = this.#after(slot)) {
      const i = (this.#slots[slot] as number) - 1;
      if (i < 0) return undefined;
      if (
        this.#hashes[i] === hash &&
        hasBytes(this.#bytes[i] as Uint8Array, document, start, end)
      ) {
        return this.#names[i];
      }
    }
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 12) ^ (hash >>> 6)) & (this.#slots.length - 1);
  }

  #after(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }
}

function hashOf(bytes: Uint8Array): number {
  let hash = 0;
  for (const byte of bytes) hash = (Math.imul(hash, 31) + byte) | 0;
  return hash;
}

function hasBytes(name: Uint8Array, document: Uint8Array, start: number, end: number): boolean {
  if (name.length !== end - start) return false;
  for (let i = 0; i < name.length; i++) if (name[i] !== document[start + i]) return false;
  return true;
}
