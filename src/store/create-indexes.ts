import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';
import type { IndexedModel } from '../kernel/index.ts';

interface StoredIndex {
  name: string;
  key: Record<string, unknown>;
  expireAfterSeconds?: number;
  [option: string]: unknown;
}

/**
 * Creates the indexes that a model declares, and so its collection, in one command: mongoose would send one for each
 * index, which was two thirds of a start. Where the collection has one of an earlier version, by its key or its name
 * but with other options, that one is changed: an expiry in place, anything else by building it anew.
 */
export async function createIndexesOf(model: IndexedModel): Promise<void> {
  const declared = model.schema.indexes().map(([key, options]) => ({ ...options, key }));
  // as: mongoose and the driver describe the same options in types that differ in `undefined` and in deprecated ones.
  const create = (indexes: readonly object[]) =>
    model.collection.createIndexes(indexes as mongo.IndexDescription[]);
  try {
    await create(declared);
  } catch (error) {
    if (!isIndexConflict(error)) throw error;
    await giveWay(model);
    await create(declared);
  }
}

/** IndexOptionsConflict, IndexKeySpecsConflict. */
function isIndexConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 85 || error.code === 86);
}

async function giveWay(model: IndexedModel): Promise<void> {
  const { collection } = model;
  for (const stored of (await collection.indexes()) as StoredIndex[]) {
    for (const [key, declared] of model.schema.indexes()) {
      // as unknown as: an index is declared in the words in which the server describes it.
      const wanted = { ...declared, key } as unknown as StoredIndex;
      const name = wanted.name ?? nameOf(key);
      const sameKey = isDeepStrictEqual(Object.entries(stored.key), Object.entries(key));
      if (!sameKey && stored.name !== name) continue;
      const sameOptions = ['unique', 'sparse', 'partialFilterExpression'].every((option) =>
        isDeepStrictEqual(stored[option] || undefined, wanted[option] || undefined),
      );
      const { expireAfterSeconds } = wanted;
      const sameExpiry = stored.expireAfterSeconds === expireAfterSeconds;
      if (sameKey && sameOptions && sameExpiry && stored.name === name) continue;
      if (sameKey && sameOptions && stored.name === name && expireAfterSeconds !== undefined) {
        const index = { name: stored.name, expireAfterSeconds };
        await model.db.db?.command({ collMod: collection.collectionName, index });
      } else {
        await collection.dropIndex(stored.name);
        break;
      }
    }
  }
}

/** As servers name an index without a name of its own. */
function nameOf(key: Record<string, unknown>): string {
  return Object.entries(key)
    .map(([field, direction]) => `${field}_${String(direction)}`)
    .join('_');
}
