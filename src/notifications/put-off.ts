import type { World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { changedNow, deliveriesOf, ranks } from './delivery.ts';
import type { Lane } from './lanes.ts';

/** Messages due for a tool that hangs wait until the tool is tried again; the record says so. */
export async function putOff(
  world: World,
  lane: Lane,
  ownerId: string,
  milliseconds: number,
): Promise<void> {
  const now = world.clock.now();
  await deliveriesOf(world).updateMany(
    {
      ownerId,
      lane,
      nextAt: { $lte: now },
      state: 'queued',
      // Somebody tries the tool, or a reminder is soon too late.
      incidentId: { $ne: null },
      sending: { $exists: false },
    },
    {
      $set: {
        nextAt: new Date(now.getTime() + milliseconds),
        waitsBecause: say('toolHangs'),
        ...changedNow(world),
      },
    },
  );
}

/** Makes the messages of an organization that were put off due again. */
export async function bringForward(
  world: World,
  lane: Lane,
  organizationId: string,
): Promise<void> {
  const now = world.clock.now();
  await deliveriesOf(world).updateMany(
    {
      lane,
      rank: { $in: ranks },
      nextAt: { $gt: now },
      organizationId,
      waitsBecause: { $exists: true },
    },
    { $set: { nextAt: now, ...changedNow(world) }, $unset: { waitsBecause: 1 } },
  );
}
