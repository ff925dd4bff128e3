import type { Collection } from 'mongodb';
import type { Ctx, World } from '../kernel/index.ts';
import type { PlainDocument } from '../store/index.ts';
import { type AuditEntry, appendEntry } from './append.ts';
import { auditModel } from './model.ts';

/**
 * A change and its audit entry are one write: the entry travels in the changed document's `outbox` and
 * is moved into the log from there, so neither can exist without the other, whenever a process dies.
 */
export async function settleEntry(
  world: World,
  documents: Collection<PlainDocument>,
  id: string,
  entry: AuditEntry,
): Promise<void> {
  await appendEntry(world, entry);
  // The list goes with its last entry: an empty one would keep the document in the sparse index.
  const last = await documents.updateOne(
    { _id: id, 'outbox._id': entry._id, outbox: { $size: 1 } },
    { $unset: { outbox: 1 } },
  );
  if (last.matchedCount === 0)
    await documents.updateOne({ _id: id }, { $pull: { outbox: { _id: entry._id } } });
}

/**
 * Settles what a crash left behind in one collection. A deletion leaves its document without an organization,
 * so that no query sees it, until its entry is in the log.
 */
export async function sweepOutbox(
  world: World,
  collection: Collection<PlainDocument>,
  beforeDelete?: (id: string) => Promise<void>,
): Promise<void> {
  const left = await collection
    // Every id there is, as a range: `$exists` would read the whole collection without a word.
    .find({ 'outbox._id': { $gt: '' } })
    .limit(1000)
    .toArray();
  for (const document of left) {
    for (const entry of (document.outbox ?? []) as AuditEntry[])
      await settleEntry(world, collection, document._id, entry);
    if (document.organizationId !== undefined) continue;
    await beforeDelete?.(document._id);
    await collection.deleteOne({ _id: document._id });
  }
}

/** Who made the change of an object at that very time. Null: nobody knows, or they were forgotten. */
export async function changedBy(
  ctx: Ctx,
  documents: Collection<PlainDocument>,
  { id, at }: { id: string; at: Date },
): Promise<string | null> {
  const document = await documents.findOne({ _id: id }, { projection: { outbox: 1 } });
  const unsettled = ((document?.outbox ?? []) as AuditEntry[]).find(
    (entry) => entry.at.getTime() === at.getTime(),
  );
  if (unsettled) return unsettled.names?.displayName ?? null;
  const { organizationId } = ctx;
  const model = auditModel(ctx.store);
  const settled = await model
    .findOne({ organizationId, entityId: id, at })
    .sort({ sequence: -1 })
    .lean();
  return settled?.names?.displayName ?? null;
}
