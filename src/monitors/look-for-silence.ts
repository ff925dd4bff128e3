import type { World } from '../kernel/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import { type Claimed, endClaim } from './claims.ts';
import type { MonitorState } from './model.ts';
import { heldSeconds, type News } from './news.ts';
import type { WaitPlan } from './plan.ts';

/** The time of a sign of life is over, or an alarm that came during a maintenance is looked at again. */
export async function lookForSilence(
  world: World,
  news: News,
  claimed: Claimed,
  plan: WaitPlan | null,
): Promise<void> {
  const { state } = claimed;
  const isNews = state.level === 'Up' || (await news.isHeldNoLonger(state));
  if (!plan || !isNews || !state.nextExpectedAt) {
    const again = new Date(world.clock.now().getTime() + heldSeconds * 1000);
    await endClaim(
      world,
      claimed,
      state.isHeld && plan
        ? { $set: { nextAt: again }, $unset: { claim: '' } }
        : { $unset: { claim: '', nextAt: '' } },
    );
    return;
  }
  const announcement = news.compose({
    level: 'Down',
    severity: plan.severity,
    reason: silenceOf(state.nextExpectedAt, state, await news.timeZoneOf(state)),
  });
  const isOurs = await endClaim(world, claimed, {
    $set: { level: 'Down', announcement },
    $unset: { thenAt: '' },
  });
  if (isOurs) await news.deliver(state._id);
}

function silenceOf(expectedAt: Date, { lastReceivedAt }: MonitorState, timeZone: string): Sentence {
  const expected = zonedMoment(expectedAt.getTime(), timeZone);
  return lastReceivedAt
    ? say('lastHeardOf', { expected, last: zonedMoment(lastReceivedAt.getTime(), timeZone) })
    : say('neverHeardOf', { expected });
}
