import { Schema } from 'mongoose';
import { type AuditEntry, settleEntry, sweepOutbox } from '../audit/index.ts';
import { type Ctx, orderedId, type RemovedObject, type World } from '../kernel/index.ts';
import { defineModel, driverCollection, plainCollection, schemaOf } from '../store/index.ts';
import { kindsOf, type Resource, type ResourceKind } from './kind.ts';

/** An object that is being deleted and whose dependent documents are removed in the background. */
export interface RemovalDocument extends RemovedObject {
  _id: string;
  removedAt: Date;
  /**
   * The object is a person to be forgotten. Sealed, as it names them, too: the address by which other organizations may
   * know them, and a list of names.
   */
  person?: { address: string | null; names: string };
  /** When the person was forgotten. What was under way then may still have named them. */
  forgottenAt?: Date;
  /** The audit entry of a removal that is of no stored object, until it is in the log. */
  outbox?: AuditEntry[];
}

const schema = schemaOf<RemovalDocument>({
  _id: String,
  entityType: String,
  id: String,
  organizationId: String,
  removedAt: Date,
  sealed: String,
  person: Schema.Types.Mixed,
  forgottenAt: Date,
  outbox: { type: [Schema.Types.Mixed], default: undefined },
});
// Entries that a crash left behind.
schema.index({ 'outbox._id': 1 }, { sparse: true });

export const removalModel = defineModel<RemovalDocument>('removals', schema);

/**
 * Notes that objects are about to go, so that what hangs on them goes too, even if this process dies now. Called before
 * the removal: a note of an object that stays is dropped after a while.
 */
export async function noteRemovals(
  world: World,
  entityType: string,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || !hasRemains(world, entityType)) return;
  await driverCollection(removalModel(world.store)).insertMany(
    ids.map((id) => newNote(world, entityType, organizationId, id)),
  );
}

/**
 * The same for one object in the state in which it is about to go. That of a person says how to know them, and is
 * returned.
 */
export async function noteRemoval<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  { id, wire }: Pick<Resource<Wire, Internal>, 'id' | 'wire'>,
): Promise<RemovalDocument | null> {
  if (!kind.person) {
    await noteRemovals(ctx, kind.entityType, ctx.organizationId, [id]);
    return null;
  }
  const address = kind.person.elsewhere?.addressOf(wire);
  const names = (kind.person.namesOf?.(wire) ?? []).filter((name) => name);
  const note = {
    ...newNote(ctx, kind.entityType, ctx.organizationId, id),
    person: {
      address: address === undefined ? null : ctx.secrets.seal(address),
      names: ctx.secrets.seal(JSON.stringify(names)),
    },
  };
  await driverCollection(removalModel(ctx.store)).insertOne(note);
  return note;
}

/**
 * Removes what is no object of a kind, such as all that came from one caller: note and audit entry are one write, and
 * whatever `remove` has not done when this process dies is done by `removeWith` of the modules.
 */
export async function requestRemoval(
  ctx: Ctx,
  { entityType, id, sealed }: Required<Pick<RemovedObject, 'entityType' | 'id' | 'sealed'>>,
  entry: AuditEntry,
  remove: () => Promise<void>,
): Promise<void> {
  const note = { ...newNote(ctx, entityType, ctx.organizationId, id), sealed, outbox: [entry] };
  await driverCollection(removalModel(ctx.store)).insertOne(note);
  await remove();
  await settleEntry(ctx, plainCollection(removalModel(ctx.store)), note._id, entry);
}

/** Moves audit entries that a crash left beside notes into the audit log. */
export async function settleRemovals(world: World): Promise<void> {
  await sweepOutbox(world, plainCollection(removalModel(world.store)));
}

function newNote(
  { clock }: World,
  entityType: string,
  organizationId: string,
  id: string,
): RemovalDocument {
  const removedAt = clock.now();
  return { _id: orderedId(removedAt.getTime()), entityType, id, organizationId, removedAt };
}

function hasRemains(world: World, entityType: string): boolean {
  return (
    world.modules.some((module) => module.removeWith?.[entityType] !== undefined) ||
    kindsOf(world).some((kind) => kind.removedWith?.[entityType] !== undefined)
  );
}
