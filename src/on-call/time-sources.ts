import { localClock, type TimeSource, timesOfWindows } from '../calendar/index.ts';
import { peopleAt, type Rota, stretches } from '../rota/index.ts';
import { stretchesOf, type TeamPlan } from './duty.ts';
import type { TierPlan } from './escalation-plan.ts';
import type { PolicyPlan } from './policy-plan.ts';
import { stepRoster } from './policy-roster.ts';
import { rosterAt } from './roster.ts';
import { shiftsOf } from './shifts.ts';

/** Whom the tiers of a team tell, round robins included. */
export function timesOfTeam(plan: TeamPlan): TimeSource {
  return {
    changesBetween: (from, until) => rosterChangesBetween(plan, from, until),
    answerAt: (at) => JSON.stringify(rosterAt(plan, at)),
  };
}

function rosterChangesBetween(plan: TeamPlan, from: number, until: number): number[] {
  const ofDuty = stretchesOf(plan, from, until).map(({ start }) => start);
  const isShared = plan.tiers
    .flat()
    .some(({ settings }) => (settings.roundRobinSettings?.roundRobinSize ?? null) !== null);
  if (plan.policy || !isShared) return ofDuty;
  // Who is on duty in a tier may stay the same people while the candidates of a round robin become others.
  const clock = localClock(plan.timeZoneId);
  const bounds = [
    ...plan.tiers.flat().flatMap((schedule) => shiftsOf(schedule, clock, from, until)),
    ...plan.overrides,
  ].flatMap(({ start, end }) => [start, end]);
  return [...ofDuty, ...bounds];
}

/** When tiers go further, and assign other teams. */
export function timesOfTiers({ steps }: TierPlan, timeZoneId: string): TimeSource[] {
  return steps.flatMap(({ next, assigns }) => [
    ...timesOfWindows(next?.windows ?? null, timeZoneId),
    ...timesOfWindows(assigns?.windows ?? null, timeZoneId),
  ]);
}

/** The hours of the steps of a policy, in the zone of its team. */
export function timesOfPolicy({ steps }: PolicyPlan, timeZoneId: string): TimeSource[] {
  return steps.flatMap(({ windows }) => timesOfWindows(windows, timeZoneId));
}

const neighboursWithin = 31 * 86_400_000;

/** Whom a schedule has on duty; `withNeighbours`: who comes next or was before, too. */
export function timesOfSchedule(rota: Rota, { withNeighbours = false } = {}): TimeSource {
  const picks = withNeighbours ? (['onCall', 'next', 'previous'] as const) : (['onCall'] as const);
  const targets = picks.map((pick) => ({ kind: 'schedule', scheduleId: '', pick }) as const);
  const around = { rota: () => rota, members: () => [], administrators: () => [] };
  return {
    changesBetween(from, until) {
      if (!withNeighbours) return stretches(rota, from, until).map(({ start }) => start);
      const wide = stretches(rota, from - neighboursWithin, until + neighboursWithin);
      return wide.flatMap(({ start }) => [
        start - neighboursWithin,
        start,
        start + neighboursWithin,
      ]);
    },
    answerAt: (at) =>
      JSON.stringify(
        withNeighbours
          ? stepRoster({ targets }, at, around, () => 0).groups
          : peopleAt(rota, at).people.map(({ userId }) => userId),
      ),
  };
}
