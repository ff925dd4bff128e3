import { orderedId, type RemovedObject, type World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import { kindsOf } from './kind.ts';

/** An object that is being deleted and whose dependent documents are removed in the background. */
export interface RemovalDocument extends RemovedObject {
  _id: string;
  removedAt: Date;
}

export const removalModel = defineModel<RemovalDocument>(
  'removals',
  schemaOf<RemovalDocument>({
    _id: String,
    entityType: String,
    id: String,
    organizationId: String,
    removedAt: Date,
  }),
);

/**
 * Notes that objects are about to go, so that what hangs on them goes too, even if this process dies now. Called before the
 * removal: a note of an object that stays is dropped after a while.
 */
export async function noteRemovals(
  world: World,
  entityType: string,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0 || !hasRemains(world, entityType)) return;
  const removedAt = world.clock.now();
  await driverCollection(removalModel(world.store)).insertMany(
    ids.map((id) => ({
      _id: orderedId(removedAt.getTime()),
      entityType,
      id,
      organizationId,
      removedAt,
    })),
  );
}

function hasRemains(world: World, entityType: string): boolean {
  return (
    world.modules.some((module) => module.removeWith?.[entityType] !== undefined) ||
    kindsOf(world).some((kind) => kind.removedWith?.[entityType] !== undefined)
  );
}
