import { randomInt } from 'node:crypto';
import { callNumbersOf } from '../contacts/index.ts';
import { personName, type User, userKind } from '../identity/index.ts';
import { type Ctx, systemContext, type World } from '../kernel/index.ts';
import {
  dutyPlans,
  followingOther,
  policyKind,
  rosterAt,
  type TeamPlan,
  withoutOverrides,
} from '../on-call/index.ts';
import { findResource, listResources } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { CallTarget } from './call-session.ts';
import type { DialChain } from './flow/index.ts';

/** A random number from 0, less than `limit`. */
export type RandomBelow = (limit: number) => number;

export interface ChainRequest {
  organizationId: string;
  teamId: string;
  /** Instead of what the team follows, if it is still there. */
  escalationPolicyId?: string;
  /** E.164; null for a caller without a number. */
  callerNumber: string | null;
}

/**
 * Everybody on duty in the team now, tier by tier, or by a policy step by step; within a tier in random order (spec
 * 3.6.4): whom a round robin would choose makes no difference. Names those who cannot be dialled, and why. Nobody is
 * left out for being busy: that is asked when their turn comes.
 */
export async function resolveChain(
  world: World,
  { organizationId, teamId, escalationPolicyId, callerNumber }: ChainRequest,
  random: RandomBelow = randomInt,
): Promise<DialChain> {
  const ctx = systemContext(world, organizationId);
  const now = world.clock.now();
  const plan = await dialledPlan(ctx, { teamId, escalationPolicyId }, now);
  if (!plan) return { targets: [], excluded: [] };
  const tiers = onDutyAt(plan, now);
  const scheduled = onDutyAt(withoutOverrides(plan), now);
  const ids = [...new Set([...tiers, ...scheduled].flat())];
  const { items } =
    ids.length === 0 ? { items: [] } : await listResources(ctx, userKind, { _id: { $in: ids } });
  const users = new Map(items.map((user) => [user.id, user]));
  const numbers = await callNumbersOf(ctx, items);
  const targets: CallTarget[] = [];
  const excluded: DialChain['excluded'][number][] = [];
  for (const [index, userIds] of tiers.entries())
    for (const userId of shuffle(userIds, random)) {
      const tier = index + 1;
      const candidate = candidateOf(users.get(userId), numbers.get(userId), callerNumber);
      if ('reason' in candidate) excluded.push({ userId, tier, ...candidate });
      else targets.push({ tier, userId, ...candidate });
    }
  for (const [index, userIds] of scheduled.entries())
    for (const userId of userIds.filter((id) => !tiers[index]?.includes(id))) {
      const user = users.get(userId);
      const reason = user
        ? say('offDutyByOverride', { person: namedUser(user) })
        : say('deletedOffDuty');
      excluded.push({ userId, tier: index + 1, reason });
    }
  return { targets, excluded };
}

/** By what a call goes: the policy of its route, else what the team follows. Undefined: the team is gone. */
export async function dialledPlan(
  ctx: Ctx,
  { teamId, escalationPolicyId }: { teamId: string; escalationPolicyId?: string | undefined },
  from: Date,
): Promise<TeamPlan | undefined> {
  const [planned] = await dutyPlans(ctx, [teamId], from);
  if (!planned || escalationPolicyId === undefined) return planned?.plan;
  const policy = await findResource(ctx, policyKind, { _id: escalationPolicyId });
  return policy ? (await followingOther(ctx, planned, policy, from)).plan : planned.plan;
}

/** Everybody on duty, tier by tier. */
function onDutyAt(plan: TeamPlan, now: Date): string[][] {
  return rosterAt(plan, now.getTime()).map(({ always, roundRobins }) => [
    ...new Set([...always, ...roundRobins.flatMap(({ candidates }) => candidates)]),
  ]);
}

function namedUser({ id, wire }: User) {
  return { userId: id, displayName: personName(wire) };
}

/** How to reach somebody, or why not. */
function candidateOf(
  user: User | undefined,
  phoneNumber: string | undefined,
  callerNumber: string | null,
): Pick<CallTarget, 'displayName' | 'phoneNumber'> | { reason: Sentence } {
  if (!user) return { reason: say('deletedOnDuty') };
  const person = namedUser(user);
  if (phoneNumber === undefined)
    return {
      reason: say(user.wire.phoneNumber === null ? 'hasNoPhone' : 'hasUnconfirmedPhone', {
        person,
      }),
    };
  if (phoneNumber === callerNumber) return { reason: say('callIsFromPhoneOf', { person }) };
  return { ...person, phoneNumber };
}

/** Fisher and Yates. */
function shuffle<Item>(items: readonly Item[], random: RandomBelow): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = random(last + 1);
    const [a, b] = [shuffled[last], shuffled[other]];
    if (a === undefined || b === undefined) break;
    shuffled[last] = b;
    shuffled[other] = a;
  }
  return shuffled;
}
