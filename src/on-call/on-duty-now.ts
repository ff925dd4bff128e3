import { type User, userKind } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { dutiesBetween, tierCount } from './duty.ts';
import { dutyPlans } from './duty-plans.ts';
import type { Team } from './team-plans.ts';

export interface TierOnDuty {
  /** 1 is the first. */
  tier: number;
  /** Until when without a break; null when that is further away than anybody plans. */
  people: { user: User; until: Date | null }[];
}

const lookAhead = 62 * 86_400_000;

/**
 * Who is on call in a team at this moment, by tier; those without anybody are there, too. Null where there is no team.
 */
export async function onDutyNow(
  ctx: Ctx,
  teamId: string,
): Promise<{ team: Team; timeZoneId: string; tiers: TierOnDuty[] } | null> {
  const now = ctx.clock.now();
  const [planned] = await dutyPlans(ctx, [teamId], now);
  if (!planned) return null;
  const { team, plan } = planned;
  const start = now.getTime();
  const horizon = start + lookAhead;
  const duties = (await dutiesBetween(plan, start, horizon)).filter((duty) => duty.start === start);
  const ids = [...new Set(duties.map(({ userId }) => userId))];
  const { items } = await listResources(ctx, userKind, { _id: { $in: ids } });
  const users = new Map(items.map((user) => [user.id, user]));
  const count = Math.max(1, tierCount(plan), ...duties.map(({ tier }) => tier));
  const tiers = Array.from({ length: count }, (_, index) => ({
    tier: index + 1,
    people: duties.flatMap(({ tier, userId, end }) => {
      const user = tier === index + 1 ? users.get(userId) : undefined;
      return user ? [{ user, until: end >= horizon ? null : new Date(end) }] : [];
    }),
  }));
  return { team, timeZoneId: plan.timeZoneId, tiers };
}
