import type { AnyBulkWriteOperation } from 'mongodb';
import { loadIntegrations } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import { statesOf } from './claims.ts';
import { type MonitorState, monitorWatchModel } from './model.ts';
import { planOf } from './plan.ts';

/**
 * The clock went back: monitors that ask a host every so often ask at once, unless they are asking, and heartbeats are
 * waited for no longer than before. Cron jobs go by the time on the clock.
 */
export async function onClockBack(world: World, milliseconds: number): Promise<void> {
  const now = world.clock.now();
  await statesOf(world).updateMany(
    { nextAt: { $gt: now }, target: { $exists: true }, claim: { $exists: false } },
    { $set: { nextAt: now } },
  );
  if (await isFirstToNotice(world)) await waitNoLonger(world, milliseconds);
}

/** Processes that share a store notice a jump of its clock within a second or two of each other. */
const noticedMilliseconds = 60_000;

async function isFirstToNotice(world: World): Promise<boolean> {
  const wentBackAt = world.clock.now();
  const about = (milliseconds: number) => new Date(wentBackAt.getTime() + milliseconds);
  const { matchedCount } = await monitorWatchModel(world.store).updateOne(
    {
      $or: [
        { wentBackAt: { $exists: false } },
        { wentBackAt: { $lt: about(-noticedMilliseconds) } },
        // By the clock before it went back once more.
        { wentBackAt: { $gt: about(noticedMilliseconds) } },
      ],
    },
    { $set: { wentBackAt } },
  );
  return matchedCount > 0;
}

/** A sign that came in just now was noted by the clock as it is. */
const sinceMilliseconds = 5000;

async function waitNoLonger(world: World, milliseconds: number): Promise<void> {
  const now = world.clock.now().getTime();
  const states = statesOf(world);
  const waiting = await states
    .find({
      nextAt: { $gt: new Date(now) },
      target: { $exists: false },
      claim: { $exists: false },
    })
    .toArray();
  const ids = waiting.map(({ _id }) => _id);
  const integrations = ids.length > 0 ? await loadIntegrations(world, ids) : new Map();
  const updates = waiting.flatMap((state): AnyBulkWriteOperation<MonitorState>[] => {
    const integration = integrations.get(state._id);
    const plan = integration ? planOf(integration.wire) : null;
    const { nextExpectedAt, nextAt } = state;
    if (plan?.kind !== 'heartbeat' || !nextExpectedAt || !nextAt) return [];
    const since = nextExpectedAt.getTime() - plan.intervalSeconds * 1000;
    if (since <= now && since > now - sinceMilliseconds) return [];
    const { _id, version } = state;
    return [
      {
        updateOne: {
          filter: { _id, version, nextAt },
          update: { $set: earlier(state, milliseconds) },
        },
      },
    ];
  });
  if (updates.length > 0) await states.bulkWrite(updates, { ordered: false });
}

const times = ['nextAt', 'nextExpectedAt', 'thenAt', 'lastReceivedAt'] as const;

function earlier(
  state: MonitorState,
  milliseconds: number,
): Partial<Pick<MonitorState, (typeof times)[number]>> {
  return Object.fromEntries(
    times.flatMap((name) => {
      const at = state[name];
      return at ? [[name, new Date(at.getTime() - milliseconds)]] : [];
    }),
  );
}
