import { hash } from 'node:crypto';
import type { World } from '../kernel/index.ts';

const buckets = 1 << 16;
const placesEach = 4;
const wordsEach = 3;

/**
 * Remembers which text of each incident was packed last, so that an incident that only repeats is not packed again. Takes three megabytes
 * for a quarter of a million incidents. A forgotten incident is packed once more.
 */
class PackedTexts {
  readonly #words = new Uint32Array(buckets * placesEach * wordsEach);
  #next = 0;

  has({ base, tag, first, second }: PackedMark): boolean {
    const at = this.#find(base, tag);
    return at !== undefined && this.#words[at + 1] === first && this.#words[at + 2] === second;
  }

  note({ base, tag, first, second }: PackedMark): void {
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

/** Where an incident with one text has its place, and what stands there. */
export interface PackedMark {
  base: number;
  tag: number;
  first: number;
  second: number;
}

export function packedMarkOf(incidentId: string, text: string): PackedMark {
  const digest = hash('sha1', text, 'buffer');
  return {
    base: (sumOf(incidentId, 0x811c9dc5) % buckets) * placesEach * wordsEach,
    // 0 is a place that is free.
    tag: sumOf(incidentId, 0x2545f491) || 1,
    first: digest.readUInt32LE(0),
    second: digest.readUInt32LE(4),
  };
}

function sumOf(id: string, seed: number): number {
  let sum = seed;
  for (let at = 0; at < id.length; at++) sum = Math.imul(sum ^ id.charCodeAt(at), 0x01000193);
  return Math.imul(sum ^ (sum >>> 15), 0x846ca68b) >>> 0;
}

const nonePacked = () => new PackedTexts();

export function packedTextsOf({ memory }: World): PackedTexts {
  return memory.of(nonePacked);
}
