import { type AnyClientBulkWriteModel, type Document, MongoClientBulkWriteError } from 'mongodb';
import type { Connection } from 'mongoose';
import type { JointResult, JointWrite, Store } from '../kernel/index.ts';
import { writeErrorsOf } from './errors.ts';

/** The wire version of MongoDB 8.0, since which one command writes to several collections. */
const jointWireVersion = 25;

/** As `Store.writeTogether`. Asks the server once whether it knows the command. */
export async function jointWriter(connection: Connection): Promise<Store['writeTogether']> {
  const hello = await connection.db?.admin().command({ hello: 1 });
  const canJoin = Number(hello?.maxWireVersion) >= jointWireVersion;
  return async (writes) => {
    if (writes.length === 0) return { refused: new Map(), isEachFound: true };
    return canJoin ? writeAtOnce(connection, writes) : writeByCollection(connection, writes);
  };
}

async function writeAtOnce(
  connection: Connection,
  writes: readonly JointWrite[],
): Promise<JointResult> {
  const updates = writes.filter((write) => 'update' in write).length;
  const database = connection.db?.databaseName ?? '';
  const models = writes.map((write) => toModel(database, write));
  try {
    const { matchedCount } = await connection.getClient().bulkWrite(models, { ordered: false });
    return { refused: new Map(), isEachFound: matchedCount === updates };
  } catch (error) {
    if (!(error instanceof MongoClientBulkWriteError)) throw error;
    const { writeErrors, writeConcernErrors, partialResult, cause } = error;
    // It failed as a whole, or is not as safe on the disk as every answer says.
    if (cause !== undefined || writeErrors.size === 0 || writeConcernErrors.length > 0)
      throw cause ?? error;
    const refused = new Map(Array.from(writeErrors, ([index, { code }]) => [index, code] as const));
    const refusedUpdates = writes.filter((write, at) => 'update' in write && refused.has(at));
    const found = (partialResult?.matchedCount ?? 0) + refusedUpdates.length;
    return { refused, isEachFound: found === updates };
  }
}

function toModel(database: string, write: JointWrite): AnyClientBulkWriteModel<Document> {
  const namespace = `${database}.${write.collection}`;
  return 'insert' in write
    ? { namespace, name: 'insertOne', document: write.insert }
    : { namespace, name: 'updateOne', filter: write.filter, update: write.update };
}

/**
 * For servers without that command. Insertions go at once, and an update before whatever is named after it. Settles
 * when nothing is on its way any more: who looks into the store after a failure sees all that came of it.
 */
async function writeByCollection(
  connection: Connection,
  writes: readonly JointWrite[],
): Promise<JointResult> {
  const refused = new Map<number, number>();
  let isEachFound = true;
  const positioned = writes.map((write, at) => ({ write, at }));
  const groups = Map.groupBy(positioned, ({ write }) => `${'insert' in write} ${write.collection}`);
  const writeOne = async (group: readonly (typeof positioned)[number][]) => {
    try {
      const { matchedCount, asked } = await writeGroup(
        connection,
        group.map(({ write }) => write),
      );
      if (matchedCount !== asked) isEachFound = false;
    } catch (error) {
      const failures = writeErrorsOf(error);
      if (!failures) throw error;
      for (const { index, code } of failures) {
        const failed = group[index];
        if (failed) refused.set(failed.at, code);
      }
      // How many of the others were found does not matter to anybody who knows that some were not.
      if (group.some(({ write }) => 'update' in write)) isEachFound = false;
    }
  };
  const underWay: Promise<void>[] = [];
  for (const group of groups.values()) {
    underWay.push(writeOne(group));
    if (group.some(({ write }) => 'update' in write)) await allOf(underWay);
  }
  await allOf(underWay);
  return { refused, isEachFound };
}

/** Throws what one of them threw, when all have ended. */
async function allOf(promises: readonly Promise<void>[]): Promise<void> {
  for (const result of await Promise.allSettled(promises))
    if (result.status === 'rejected') throw result.reason;
}

/** All insertions, or all updates, of one collection. */
async function writeGroup(connection: Connection, writes: readonly JointWrite[]) {
  const collection = connection.collection(writes[0]?.collection ?? '');
  const documents = writes.flatMap((write) => ('insert' in write ? [write.insert] : []));
  if (documents.length > 0) {
    await collection.insertMany(documents, { ordered: false });
    return { matchedCount: 0, asked: 0 };
  }
  const updates = writes.flatMap((write) =>
    'update' in write ? [{ updateOne: { filter: write.filter, update: write.update } }] : [],
  );
  const { matchedCount } = await collection.bulkWrite(updates, { ordered: false });
  return { matchedCount, asked: updates.length };
}
