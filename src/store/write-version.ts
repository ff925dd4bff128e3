import type { Collection, Filter, MatchKeysAndValues, OptionalUnlessRequiredId } from 'mongodb';
import { isDuplicateKey } from './errors.ts';

/** A document whose number is another one after every write. */
interface Versioned {
  _id: string;
  version: number;
}

/**
 * Writes the next version of a document over the one that was read, or the first where none was; false where somebody
 * else was faster.
 */
export async function writeVersion<Document extends Versioned>(
  collection: Collection<Document>,
  next: Document,
  former: Versioned | undefined,
): Promise<boolean> {
  if (former) {
    const { _id, ...rest } = next;
    // as: the driver cannot follow the members of a type parameter.
    const filter = { _id, version: former.version } as Filter<Document>;
    const change = { $set: rest as MatchKeysAndValues<Document> };
    return (await collection.updateOne(filter, change)).matchedCount > 0;
  }
  try {
    await collection.insertOne(next as OptionalUnlessRequiredId<Document>);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
