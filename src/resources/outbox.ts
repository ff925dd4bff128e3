import type { Collection } from 'mongodb';
import { sweepOutbox } from '../audit/index.ts';
import type { World } from '../kernel/index.ts';
import { type PlainDocument, plainCollection } from '../store/index.ts';
import { kindsOf, type ResourceKind } from './kind.ts';
import { settleRemovals } from './removals.ts';

/** Moves audit entries that a crash left in their objects into the audit log. */
export async function sweepOutboxes(world: World): Promise<void> {
  await settleRemovals(world);
  for (const kind of kindsOf(world)) await sweepOutbox(world, collectionOf(world, kind));
}

/** The driver's view of a collection: what is stored is not what mongoose would make of it. */
export function collectionOf<Wire, Internal>(
  world: World,
  kind: ResourceKind<Wire, Internal>,
): Collection<PlainDocument> {
  return plainCollection(kind.model(world.store));
}
