import { hash } from 'node:crypto';
import type { Store } from '../kernel/index.ts';

const buckets = 1 << 16;
const placesEach = 4;
const wordsEach = 3;

/**
 * What a process has packed last of each incident, so that one that only repeats is not packed again and again. Three megabytes for a
 * quarter of a million incidents; whatever is forgotten is packed once more.
 */
export class PackedTexts {
  readonly #words = new Uint32Array(buckets * placesEach * wordsEach);
  #next = 0;

  has(incidentId: string, text: string): boolean {
    const { base, tag, first, second } = placeOf(incidentId, text);
    const at = this.#find(base, tag);
    return at !== undefined && this.#words[at + 1] === first && this.#words[at + 2] === second;
  }

  note(incidentId: string, text: string): void {
    const { base, tag, first, second } = placeOf(incidentId, text);
    const at = this.#find(base, tag) ?? this.#find(base, 0) ?? this.#oneOf(base);
    this.#words.set([tag, first, second], at);
  }

  #find(base: number, tag: number): number | undefined {
    for (let place = 0; place < placesEach; place++)
      if (this.#words[base + place * wordsEach] === tag) return base + place * wordsEach;
    return undefined;
  }

  #oneOf(base: number): number {
    this.#next = (this.#next + 1) % placesEach;
    return base + this.#next * wordsEach;
  }
}

function placeOf(incidentId: string, text: string) {
  const id = hash('sha1', incidentId, 'buffer');
  const digest = hash('sha1', text, 'buffer');
  return {
    base: (id.readUInt32LE(0) % buckets) * placesEach * wordsEach,
    // 0 is a place that is free.
    tag: id.readUInt32LE(4) || 1,
    first: digest.readUInt32LE(0),
    second: digest.readUInt32LE(4),
  };
}

const ofStores = new WeakMap<Store, PackedTexts>();

export function packedTextsOf(store: Store): PackedTexts {
  const known = ofStores.get(store) ?? new PackedTexts();
  ofStores.set(store, known);
  return known;
}
