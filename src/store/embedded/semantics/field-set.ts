import { valueEnd } from './bson-layout.ts';
import { asBuffer, decode, decodeValue, documentEnd } from './decode.ts';
import { Doc, type Value } from './model.ts';

/** A member of an encoded document: its type byte and name lie at `[from, at)`, its value at `[at, end)`. */
export type Member = { name: string; type: number; from: number; at: number; end: number };

/**
 * Names of top-level fields, prepared so that one walk over a document finds them by their bytes: no string is made of
 * the other fields' names, and no value of theirs is decoded.
 */
export class FieldSet {
  readonly #names: readonly string[];
  readonly #bytes: readonly Uint8Array[];
  readonly #hashes: Int32Array;
  /** A hash table with open addressing: positions in `#names`, one higher. */
  readonly #slots: Uint16Array;

  constructor(names: Iterable<string>) {
    this.#names = [...new Set(names)];
    this.#bytes = this.#names.map((name) => Buffer.from(name));
    this.#hashes = Int32Array.from(this.#bytes, hashOf);
    this.#slots = new Uint16Array(2 ** Math.ceil(Math.log2(this.#names.length * 2 + 1)));
    this.#hashes.forEach((hash, i) => {
      let slot = this.#slotOf(hash);
      while (this.#slots[slot] !== 0) slot = this.#after(slot);
      this.#slots[slot] = i + 1;
    });
  }

  isOf(names: readonly string[]): boolean {
    return names.length === this.#names.length && names.every((name, i) => name === this.#names[i]);
  }

  /** These members, in stored order. Of a name that is repeated it is the first, as `Doc.get` sees it. */
  find(document: Uint8Array): Member[] {
    const last = documentEnd(document) - 1;
    const members: Member[] = [];
    for (let from = 4; from < last && members.length < this.#names.length; ) {
      const start = from + 1;
      let hash = 0;
      let zero = start;
      for (let c = document[zero]; c !== 0 && zero < last; c = document[++zero]) {
        hash = (Math.imul(hash, 31) + (c as number)) | 0;
      }
      const type = document[from] as number;
      const at = zero + 1;
      const end = valueEnd(document, type, at, last);
      const name = this.#nameAt(document, start, zero, hash);
      if (name !== undefined && !members.some((member) => member.name === name)) {
        members.push({ name, type, from, at, end });
      }
      from = end;
    }
    return members;
  }

  /** A document with only these members. */
  pick(document: Uint8Array): Doc {
    const b = asBuffer(document);
    const keys: string[] = [];
    const values: Value[] = [];
    for (const { name, type, at } of this.find(b)) {
      keys.push(name);
      values.push(decodeValue(b, type, at));
    }
    return new Doc(keys, values);
  }

  #nameAt(document: Uint8Array, start: number, end: number, hash: number): string | undefined {
    for (let slot = this.#slotOf(hash); ; slot = this.#after(slot)) {
      const i = (this.#slots[slot] as number) - 1;
      if (i < 0) return undefined;
      if (this.#hashes[i] !== hash) continue;
      if (hasBytes(this.#bytes[i] as Uint8Array, document, start, end)) return this.#names[i];
    }
  }

  #slotOf(hash: number): number {
    return (hash ^ (hash >>> 12) ^ (hash >>> 6)) & (this.#slots.length - 1);
  }

  #after(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }
}

/** Decodes documents: only these fields, all with `null`. */
export function reader(names: readonly string[] | null): (document: Uint8Array) => Doc {
  if (names === null) return (document) => decode(document);
  const set = fieldSet(names);
  return (document) => set.pick(document);
}

const made = new Map<string, FieldSet>();
const madeKept = 1000;
const keptNamesMax = 64;

/** The set of these names; remembered, because an application has few and asks for them again with every command. */
export function fieldSet(names: readonly string[]): FieldSet {
  if (names.length > keptNamesMax) return new FieldSet(names);
  const label = names.join('\0');
  let set = made.get(label);
  if (set === undefined || !set.isOf(names)) {
    set = new FieldSet(names);
    if (made.size >= madeKept) made.clear();
    made.set(label, set);
  }
  return set;
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
