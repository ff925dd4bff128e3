import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { localClock } from '../calendar/index.ts';
import { type ActiveOverride, cover } from './cover.ts';
import { nextShiftChange, type PlannedSchedule, shiftsOf } from './shifts.ts';
import {
  asPlanned,
  type DutySource,
  everybodyOfStep,
  type PolicyDuty,
  stepStretches,
} from './step-duty.ts';

/** All that decides who is on call in a team. */
export interface TeamPlan {
  timeZoneId: string;
  tiers: readonly (readonly PlannedSchedule[])[];
  /** Users with a membership. */
  members: ReadonlySet<string>;
  overrides: readonly ActiveOverride[];
  /** The policy that it follows instead of its tiers: each step is one. Overrides are those of the schedules. */
  policy?: PolicyDuty;
}

/** How many tiers it has, or steps in their place. */
export function tierCount({ tiers, policy }: TeamPlan): number {
  return policy ? policy.steps.length : tiers.length;
}

/** As it would be without overrides. */
export function withoutOverrides(plan: TeamPlan): TeamPlan {
  const { policy } = plan;
  return { ...plan, overrides: [], ...(policy ? { policy: asPlanned(policy) } : {}) };
}

/** Members, and whoever has a part in a step. */
export function everybodyOf({ members, policy }: TeamPlan): Set<string> {
  const ofSteps = policy?.steps.flatMap((step) => everybodyOfStep(step, policy)) ?? [];
  return new Set([...members, ...ofSteps]);
}

/** A time (epoch milliseconds, the end not included) in which the same people are on duty. */
export interface Stretch {
  start: number;
  end: number;
  /** Users by tier, in the order in which schedules and rotations name them. */
  tiers: readonly (readonly string[])[];
  /** Users of a lower tier who fill up tier 1 (see `fillUpOf`). */
  fillUp: readonly string[];
  /** The reason for which each person is on duty, by step of a policy. */
  sources?: readonly ReadonlyMap<string, DutySource>[];
}

/**
 * Divides the time between two instants into stretches in which the same people are on duty, without a gap
 * and with neighbours that differ. Calendar, report and "who is it now" all ask here, so they agree.
 */
export function stretchesOf(plan: TeamPlan, from: number, until: number): Stretch[] {
  if (plan.policy) return stepStretches(plan.policy, from, until);
  const clock = localClock(plan.timeZoneId);
  const shifts = plan.tiers
    .flatMap((schedules, tier) =>
      schedules.flatMap((schedule, order) =>
        shiftsOf(schedule, clock, from, until).map((shift) => ({
          ...shift,
          tier,
          order,
        })),
      ),
    )
    .sort((a, b) => a.start - b.start);
  const overrides = plan.overrides.filter(({ start, end }) => start < until && end > from);
  const bounds = [...shifts, ...overrides].flatMap(({ start, end }) => [start, end]);
  const cuts = [...new Set([from, until, ...bounds])]
    .filter((cut) => cut >= from && cut <= until)
    .sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  let running: typeof shifts = [];
  let next = 0;
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1];
    if (end === undefined) break;
    running = running.filter((shift) => shift.end > start);
    for (let shift = shifts[next]; shift && shift.start <= start; shift = shifts[next]) {
      running.push(shift);
      next += 1;
    }
    const planned = plan.tiers.map((_, tier) =>
      running
        .filter((shift) => shift.tier === tier)
        .sort((a, b) => a.order - b.order)
        .flatMap((shift) => shift.users),
    );
    const active = overrides.filter((override) => override.start <= start && override.end > start);
    const tiers = cover(planned, active, plan.members);
    const last = stretches.at(-1);
    if (last && isSame(last.tiers, tiers)) last.end = end;
    else stretches.push({ start, end, tiers, fillUp: fillUpOf(tiers) });
  }
  return stretches;
}

/**
 * An instant after `at` before which nothing of its tiers begins or ends: until then who is on duty does not change.
 * Taking overrides or people away only makes it later.
 */
export function tiersUnchangedUntil(plan: TeamPlan, at: number): number {
  const clock = localClock(plan.timeZoneId);
  const ofSchedules = plan.tiers.flat().map((schedule) => nextShiftChange(schedule, clock, at));
  const bounds = plan.overrides.flatMap(({ start, end }) => [start, end]);
  return Math.min(...ofSchedules, ...bounds.filter((bound) => bound > at));
}

/**
 * With nobody in tier 1, the first lower tier that has somebody is alerted in its place, at once. Nothing
 * public defines fill-up; this is our reading (oncall-and-calls.md 2.8).
 */
function fillUpOf([first = [], ...lower]: readonly (readonly string[])[]): readonly string[] {
  if (first.length > 0) return [];
  return lower.find((users) => users.length > 0) ?? [];
}

function isSame(one: Stretch['tiers'], other: Stretch['tiers']): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export interface Availability {
  /** 1 is the first tier. */
  tier: number;
  isOnline: boolean;
  fillUp: boolean;
}

/** The tiers in which each member has a part, by user, and whether they are on duty in them at an instant. */
export function availabilitiesAt(plan: TeamPlan, at: number): Map<string, Availability[]> {
  const [now] = stretchesOf(plan, at, at + 1);
  const result = new Map<string, Availability[]>();
  const tiers = Math.max(tierCount(plan), now?.tiers.length ?? 0, 1);
  for (const userId of everybodyOf(plan)) {
    const availabilities: Availability[] = [];
    for (let tier = 1; tier <= tiers; tier += 1) {
      const fillUp = tier === 1 && (now?.fillUp.includes(userId) ?? false);
      const isOnline = fillUp || (now?.tiers[tier - 1]?.includes(userId) ?? false);
      if (isOnline || isListed(plan, tier, userId)) availabilities.push({ tier, isOnline, fillUp });
    }
    // People who are no members are listed only if they have a part in the steps.
    if (availabilities.length > 0 || plan.members.has(userId)) result.set(userId, availabilities);
  }
  return result;
}

function isListed({ tiers, policy }: TeamPlan, tier: number, userId: string): boolean {
  const step = policy?.steps[tier - 1];
  if (policy) return step !== undefined && everybodyOfStep(step, policy).includes(userId);
  const schedules = tiers[tier - 1] ?? [];
  return schedules.some(({ rotations }) => rotations.some((users) => users.includes(userId)));
}

export interface Duty {
  userId: string;
  tier: number;
  start: number;
  end: number;
  /** In tier 1 because it has nobody; said only to who asks for it. */
  isFillUp?: true;
}

export function dutiesBetween(plan: TeamPlan, start: number, end: number): Promise<Duty[]> {
  return dutiesIn([{ start, end, plan }]);
}

/**
 * Each uninterrupted time of somebody in a tier, in order of its start, over periods with a plan each. Filling up is
 * duty in tier 1, too. Lets other requests run between slices of the interval: years of a large team take a while.
 */
export async function dutiesIn(
  periods: readonly { start: number; end: number; plan: TeamPlan }[],
  { separatesFillUp = false }: { separatesFillUp?: boolean } = {},
): Promise<Duty[]> {
  const running = new Map<string, Duty>();
  const duties: Duty[] = [];
  for (const { start: from, end: until, plan } of periods) {
    const slice = sliceOf(plan);
    for (let start = from; start < until; start += slice) {
      for (const stretch of stretchesOf(plan, start, Math.min(start + slice, until))) {
        for (const duty of dutiesOf(stretch)) {
          if (separatesFillUp && duty.tier === 1 && stretch.fillUp.length > 0) duty.isFillUp = true;
          const key = `${duty.tier} ${duty.userId} ${duty.isFillUp ?? false}`;
          const present = running.get(key);
          if (present?.end === duty.start) present.end = duty.end;
          else {
            running.set(key, duty);
            duties.push(duty);
          }
        }
      }
      await turnOfOthers();
    }
  }
  return duties;
}

/** Who is on duty in which tier, whoever fills up tier 1 included. */
export function dutiesOf({ start, end, tiers, fillUp }: Stretch): Duty[] {
  return tiers.flatMap((users, index) => {
    const onDuty = index === 0 && fillUp.length > 0 ? fillUp : users;
    return onDuty.map((userId) => ({ userId, tier: index + 1, start, end }));
  });
}

/** Long enough for few rounds, short enough that hourly shifts of very many schedules fit into memory. */
export function sliceOf({ tiers, policy }: TeamPlan): number {
  const counts =
    policy?.steps.map(({ schedules }) => schedules.length) ?? tiers.map((one) => one.length);
  const schedules = counts.reduce((sum, count) => sum + count, 0);
  const days = Math.floor(4096 / Math.max(schedules, 1));
  return Math.min(Math.max(days, 1), 31) * 86_400_000;
}

/** Where none of the intervals covers the period, in order. */
export function timesWithout(
  intervals: readonly { start: number; end: number }[],
  period: { start: number; end: number },
): { start: number; end: number }[] {
  const gaps: { start: number; end: number }[] = [];
  let covered = period.start;
  for (const { start, end } of [...intervals].sort((a, b) => a.start - b.start)) {
    if (start > covered) gaps.push({ start: covered, end: start });
    covered = Math.max(covered, end);
  }
  if (covered < period.end) gaps.push({ start: covered, end: period.end });
  return gaps;
}

/** Minutes that the intervals cover together: being on call twice at once counts once (spec 2.9). */
export function netMinutes(intervals: readonly { start: number; end: number }[]): number {
  let total = 0;
  let covered = Number.NEGATIVE_INFINITY;
  for (const { start, end } of [...intervals].sort((a, b) => a.start - b.start)) {
    total += Math.max(0, end - Math.max(start, covered));
    covered = Math.max(covered, end);
  }
  return total / 60_000;
}
