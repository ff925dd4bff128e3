import { loadIntegrations } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import { statesOf } from './claims.ts';
import { monitorWatchModel } from './model.ts';
import { isProbe, planOf } from './plan.ts';
import { deadlineOf, nextExpectedAfter } from './schedule.ts';

const watchId = 'watch';
/** Shorter ones are within what senders wait and try again. */
export const outageMillisecondsMin = 10_000;

/** Notes that somebody listens. */
export async function noteListening(world: World): Promise<void> {
  await monitorWatchModel(world.store).updateOne(
    { _id: watchId },
    { $set: { aliveAt: world.clock.now() } },
    { upsert: true },
  );
}

/**
 * After a time in which no process listened: signs of life that were due in it may have been sent, and nobody heard.
 * Those monitors wait for the next one instead of paging everybody at every restart. Call before the first claim.
 */
export async function forgiveOutage(world: World): Promise<void> {
  const watch = await monitorWatchModel(world.store).findById(watchId).lean();
  const end = world.clock.now();
  await noteListening(world);
  if (!watch || end.getTime() - watch.aliveAt.getTime() < outageMillisecondsMin) return;
  const begin = watch.aliveAt;
  const states = statesOf(world);
  const waiting = await states
    .find({ nextAt: { $gte: begin }, nextExpectedAt: { $lte: end }, level: 'Up' })
    .toArray();
  if (waiting.length === 0) return;
  const integrations = await loadIntegrations(
    world,
    waiting.map(({ _id }) => _id),
  );
  const updates = waiting.flatMap(({ _id, version, nextAt }) => {
    const integration = integrations.get(_id);
    const plan = integration ? planOf(integration.wire) : null;
    const expectedAt = plan && !isProbe(plan) ? nextExpectedAfter(plan, end) : null;
    if (!plan || isProbe(plan) || !expectedAt || !nextAt) return [];
    const update = { $set: { nextExpectedAt: expectedAt, nextAt: deadlineOf(plan, expectedAt) } };
    return [{ updateOne: { filter: { _id, version, nextAt }, update } }];
  });
  if (updates.length > 0) await states.bulkWrite(updates, { ordered: false });
  world.log.warn(
    { since: begin.toISOString(), monitors: updates.length },
    'nobody listened for signs of life for a while; monitors that expected one wait for the next',
  );
}
