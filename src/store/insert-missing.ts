import type { Collection, OptionalUnlessRequiredId } from 'mongodb';
import { duplicateKeyCode, writeErrorsOf } from './errors.ts';

/** Inserts documents unless somebody has inserted them before, or does at the same time: the first ones count. */
export async function insertMissing<Stored extends { _id: string }>(
  collection: Collection<Stored>,
  documents: readonly OptionalUnlessRequiredId<Stored>[],
): Promise<void> {
  if (documents.length === 0) return;
  try {
    await collection.insertMany([...documents], { ordered: false });
  } catch (error) {
    if (!writeErrorsOf(error)?.every(({ code }) => code === duplicateKeyCode)) throw error;
  }
}
