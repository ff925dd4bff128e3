import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { IncidentDocument } from '../incidents/index.ts';

/** The texts of incidents as bytes in which a term can be looked for without knowing where one text ends. */

/** The parts of an incident that a search looks at. */
export type SearchedPart = Pick<IncidentDocument, 'title'> & {
  attributes: readonly Pick<IncidentDocument['attributes'][number], 'value'>[];
};

export interface PackedText {
  /** In one letter case, without zero bytes. */
  text: string;
  isCut: boolean;
}

const charactersMax = 16_384;
/** Enough for a few hundred unpacked texts. A smaller buffer doubles the time to unpack them. */
const usualBytes = 131_072;
const zero = Buffer.from([0]);

/** One letter case for terms and texts: whatever a search finds in any case is found in this one. */
export function foldCase(text: string): string {
  return text.toUpperCase();
}

/** The same without zero bytes, which stand between two texts. */
export function foldText(text: string): string {
  return foldCase(text).replaceAll('\0', ' ');
}

export function packText({ title, attributes }: SearchedPart): PackedText {
  const whole = [title, ...attributes.map(({ value }) => value)].join('\n');
  return { text: foldText(whole.slice(0, charactersMax)), isCut: whole.length > charactersMax };
}

/** The texts as bytes, each with a zero byte behind it. */
export function joinTexts(texts: readonly string[]): Buffer {
  return Buffer.from(texts.map((text) => `${text}\0`).join(''));
}

export function splitTexts(joined: Buffer): string[] {
  return joined.toString().split('\0').slice(0, -1);
}

export function compressTexts(joined: Uint8Array): Buffer {
  return zstdCompressSync(joined);
}

export function joinedTextsIn(compressed: Uint8Array): Buffer {
  return zstdDecompressSync(compressed, { chunkSize: usualBytes });
}

/** Positions of the texts that contain the term, which is folded. */
export function positionsWith(compressed: Uint8Array, term: Buffer): number[] {
  const bytes = joinedTextsIn(compressed);
  const found: number[] = [];
  let position = 0;
  let start = 0;
  for (let hit = bytes.indexOf(term); hit >= 0; hit = bytes.indexOf(term, start)) {
    for (;;) {
      const end = bytes.indexOf(zero, start);
      if (end < 0) return found;
      start = end + 1;
      if (end > hit) break;
      position++;
    }
    found.push(position);
    position++;
  }
  return found;
}
