import { localClock } from '../calendar/index.ts';
import { cover } from './cover.ts';
import { stretchesOf, type TeamPlan } from './duty.ts';
import { shiftsOf } from './shifts.ts';

/** A schedule that shares incidents out among those on duty in it. */
interface RoundRobin {
  /** Position of the schedule in its tier. */
  schedule: number;
  /** How many are told of one incident. */
  size: number;
  /** Members on duty in it, in an order that does not depend on who joined first. */
  candidates: readonly string[];
}

/** Whom a tier tells at one moment. */
export interface TierRoster {
  /** Told of every incident. */
  always: readonly string[];
  roundRobins: readonly RoundRobin[];
}

/** Who is on duty in each tier of a team at an instant, as those who alert need it (epoch milliseconds). */
export function rosterAt(plan: TeamPlan, at: number): TierRoster[] {
  const [now] = stretchesOf(plan, at, at + 1);
  // Whose turn it is by a share, alerting says.
  if (plan.policy) return (now?.tiers ?? []).map((always) => ({ always, roundRobins: [] }));
  const offline = plan.overrides.filter(
    ({ type, start, end }) => type === 'offline' && start <= at && at < end,
  );
  const clock = localClock(plan.timeZoneId);
  return (now?.tiers ?? []).map((onDuty, tier) => {
    // One tier by itself is the first one for `cover`.
    const absences = offline.flatMap((absence) =>
      absence.tier === null || absence.tier === tier + 1 ? [{ ...absence, tier: null }] : [],
    );
    const shared = (plan.tiers[tier] ?? []).flatMap((schedule, index) => {
      const size = schedule.settings.roundRobinSettings?.roundRobinSize ?? null;
      if (size === null) return [];
      const users = shiftsOf(schedule, clock, at, at + 1).flatMap(({ users }) => users);
      const [covered = []] = cover([users], absences, plan.members);
      return [{ schedule: index, size, candidates: covered.toSorted() }];
    });
    if (shared.length === 0) return { always: onDuty, roundRobins: [] };
    const others = (plan.tiers[tier] ?? [])
      .filter(({ settings }) => (settings.roundRobinSettings?.roundRobinSize ?? null) === null)
      .flatMap((schedule) => shiftsOf(schedule, clock, at, at + 1))
      .flatMap(({ users }) => users);
    const [fixed = []] = cover([others], absences, plan.members);
    const taken = new Set(shared.flatMap(({ candidates }) => candidates));
    // Extra duties stand in no schedule.
    const always = onDuty.filter((user) => fixed.includes(user) || !taken.has(user));
    return { always, roundRobins: shared };
  });
}

const searchedDays = 8;

/**
 * The first instant after `after`, within eight days, at which anybody is on duty in any tier; null when nobody will
 * be.
 */
export function nextDutyAt(plan: TeamPlan, after: number): number | null {
  const stretches = stretchesOf(plan, after, after + searchedDays * 86_400_000);
  const next = stretches.find(({ tiers }) => tiers.some((users) => users.length > 0));
  return next?.start ?? null;
}

/** The users that the `turn`-th incident goes to: each turn goes on where the one before it ended. */
export function takeTurn({ candidates, size }: RoundRobin, turn: number): string[] {
  const count = Math.min(size, candidates.length);
  return Array.from({ length: count }, (_, place) => {
    return candidates[(turn * count + place) % candidates.length] ?? '';
  });
}
