import type { Document, Filter } from 'mongodb';
import type { Store } from '../kernel/index.ts';

type Change = (text: string) => string;

/**
 * Changes stored texts, wherever they are: every text of every document of every collection, known to a model or not.
 * Each document is one write of the members that change, so this may end anywhere and begin again. Nobody else may
 * write meanwhile. Tells how many documents were changed in each collection.
 */
export async function changeStoredTexts(
  { connection }: Pick<Store, 'connection'>,
  change: Change,
): Promise<Map<string, number>> {
  const changed = new Map<string, number>();
  const { db } = connection;
  if (!db) throw new Error('The store is closed.');
  for (const { name } of await connection.listCollections()) {
    const collection = db.collection(name);
    // As stored: a number that is written back keeps its type.
    const stored = collection.find({}, { promoteValues: false, batchSize: 200 });
    for await (const document of stored) {
      const members = changedMembers(document, change);
      if (Object.keys(members).length === 0) continue;
      // as Filter: an _id is whatever the collection has.
      await collection.updateOne({ _id: document._id } as Filter<Document>, { $set: members });
      changed.set(name, (changed.get(name) ?? 0) + 1);
    }
  }
  return changed;
}

function changedMembers(document: Document, change: Change): Document {
  const members: Document = {};
  for (const [name, value] of Object.entries(document)) {
    const after = changeTexts(value, change);
    if (after !== value) members[name] = after;
  }
  return members;
}

/** The value itself where nothing changes. */
function changeTexts(value: unknown, change: Change): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    const items = value.map((item) => changeTexts(item, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (value === null || typeof value !== 'object') return value;
  // Dates, ids and numbers have classes of their own.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, member, changeTexts(member, change)] as const,
  );
  if (members.every(([, before, after]) => before === after)) return value;
  return Object.fromEntries(members.map(([name, , after]) => [name, after]));
}
