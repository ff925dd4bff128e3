import { rawElements } from './bson-walk.ts';
import { bsonType } from './semantics/model.ts';

/** Far more than the members of any collection. */
const wordsBytesMax = 4096;

/**
 * Names of members that at least half of these documents have, as they stand in them, for `Packer`. No values: what is
 * removed from a collection must not stay in its words.
 */
export function wordsOf(documents: readonly Uint8Array[]): Uint8Array {
  const words = new Map<string, { bytes: Buffer; documents: Set<Uint8Array> }>();
  for (const document of documents) {
    for (const { key, bytes } of wordsIn(document, 0)) {
      const word = words.get(key) ?? { bytes, documents: new Set() };
      word.documents.add(document);
      words.set(key, word);
    }
  }
  const frequent = [...words.values()].filter(
    (word) => word.documents.size * 2 >= documents.length,
  );
  return Buffer.concat(frequent.map(({ bytes }) => bytes)).subarray(0, wordsBytesMax);
}

function* wordsIn(document: Uint8Array, start: number): Generator<{ key: string; bytes: Buffer }> {
  for (const { type, name, at } of rawElements(document, start)) {
    // A text has its length before it.
    const length = type === bsonType.string ? document.subarray(at, at + 4) : [];
    yield {
      key: `${type} ${name}`,
      bytes: Buffer.from([type, ...Buffer.from(name), 0, ...length]),
    };
    if (type === bsonType.object || type === bsonType.array) yield* wordsIn(document, at);
  }
}
