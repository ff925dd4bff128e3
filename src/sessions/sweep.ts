import { sweepOutbox } from '../audit/index.ts';
import { removeInSteps } from '../jobs/index.ts';
import type { World } from '../kernel/index.ts';
import { plainCollection } from '../store/index.ts';
import { graceMilliseconds, idleMilliseconds } from './lifetime.ts';
import { sessionModel } from './model.ts';

/** Removes sessions that are over. They leave no audit entry: that they end by themselves is known from their start. */
export async function removeOverSessions(world: World, stopping: AbortSignal): Promise<void> {
  const now = world.clock.now().getTime();
  const ofNobody = { outbox: { $exists: false } };
  for (const over of [
    { expiresAt: { $lte: new Date(now) } },
    { lastSeenAt: { $lte: new Date(now - idleMilliseconds) } },
    { replacedAt: { $lte: new Date(now - graceMilliseconds) } },
  ])
    await removeInSteps(world, sessionModel, { ...over, ...ofNobody }, { stopping });
}

/** Moves audit entries that a crash left in sessions into the audit log. */
export async function settleSessions(world: World): Promise<void> {
  await sweepOutbox(world, plainCollection(sessionModel(world.store)));
}
