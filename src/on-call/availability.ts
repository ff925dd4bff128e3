import type { EscalationTier, Schedule } from './escalations.ts';
import { isActive, type OverrideWire } from './overrides.ts';

export interface Availability {
  /** 1 is the first tier. */
  tier: number;
  isOnline: boolean;
  fillUp: boolean;
}

export interface TeamDuty {
  teamId: string;
  tiers: readonly EscalationTier[];
  /** User by team membership; memberships that are gone are not in it. */
  userByMembership: ReadonlyMap<string, string>;
  overrides: readonly OverrideWire[];
}

/**
 * Who has a part in the tiers of a team at `at`, by user. Overrides count: an absence takes its user off
 * and puts the replacements on, an extra duty puts its user on. Online by schedule is only who is on call
 * around the clock: somebody in a schedule with hours or with changing shifts shows as offline in its tier
 * unless an override says otherwise, because nothing here computes shifts.
 */
export function availabilitiesAt(duty: TeamDuty, at: Date): Map<string, Availability[]> {
  const active = duty.overrides.filter(
    (override) =>
      isActive(override, at) &&
      (override.teamId === null || override.teamId.toLowerCase() === duty.teamId),
  );
  const absences = new Map(
    active
      .filter(({ type }) => type === 'offline')
      .map((override) => [override.userId.toLowerCase(), override]),
  );
  const result = new Map<string, Availability[]>();
  const put = (userId: string, tier: number, isOnline: boolean) => {
    const known = result.get(userId) ?? [];
    result.set(userId, known);
    const present = known.find((availability) => availability.tier === tier);
    if (!present) known.push({ tier, isOnline, fillUp: false });
    else present.isOnline ||= isOnline;
  };
  for (const [index, { schedules }] of duty.tiers.entries()) {
    for (const schedule of schedules) {
      for (const userId of usersOf(schedule, duty.userByMembership)) {
        const isOnDuty = isAroundTheClock(schedule);
        const absence = absences.get(userId);
        put(userId, index + 1, isOnDuty && absence === undefined);
        if (isOnDuty)
          for (const replacement of absence?.replacementUserIds ?? [])
            put(replacement.toLowerCase(), index + 1, true);
      }
    }
  }
  const members = new Set(duty.userByMembership.values());
  for (const { type, userId, teamId, escalationTier } of active) {
    // An extra duty without a team is one in the user's own teams.
    if (type === 'online' && (teamId !== null || members.has(userId.toLowerCase())))
      put(userId.toLowerCase(), escalationTier ?? 1, true);
  }
  return result;
}

function usersOf(schedule: Schedule, userByMembership: ReadonlyMap<string, string>): Set<string> {
  const users = schedule.rotations
    .flatMap((rotation) => rotation.members)
    .map(({ teamMembershipId }) => userByMembership.get(teamMembershipId.toLowerCase()));
  return new Set(users.filter((user) => user !== undefined));
}

function isAroundTheClock({ rotations, scheduleSettings, rotationSettings }: Schedule): boolean {
  const rotates = rotations.length > 1 || rotationSettings?.rotationMode === 'auto';
  const hasHours = Object.values(scheduleSettings ?? {}).some((setting) => setting !== null);
  return !rotates && !hasHours;
}

export interface Duty {
  userId: string;
  teamId: string;
  tier: number;
  start: Date;
  end: Date;
}

/** Who was online when, in one team: one entry per uninterrupted time in a tier. */
export function dutiesBetween(duty: TeamDuty, start: Date, end: Date): Duty[] {
  const bounds = boundariesOf(duty.overrides, start, end);
  const running = new Map<string, Duty>();
  const finished: Duty[] = [];
  for (const [index, from] of bounds.entries()) {
    const until = bounds[index + 1];
    if (!until) break;
    const online = new Set<string>();
    for (const [userId, availabilities] of availabilitiesAt(duty, from)) {
      for (const { tier, isOnline } of availabilities) {
        if (!isOnline) continue;
        const key = `${userId} ${tier}`;
        online.add(key);
        const present = running.get(key);
        if (present) present.end = until;
        else running.set(key, { userId, teamId: duty.teamId, tier, start: from, end: until });
      }
    }
    for (const [key, item] of running) {
      if (online.has(key)) continue;
      finished.push(item);
      running.delete(key);
    }
  }
  return [...finished, ...running.values()].sort((a, b) => a.start.getTime() - b.start.getTime());
}

/** The moments at which somebody may go on or off, with both ends of the interval. */
function boundariesOf(overrides: readonly OverrideWire[], start: Date, end: Date): Date[] {
  const moments = overrides
    .flatMap((override) => [override.start, override.end])
    .filter((moment) => moment !== null)
    .map((moment) => Date.parse(moment))
    .filter((moment) => moment > start.getTime() && moment < end.getTime());
  return [...new Set([start.getTime(), ...moments, end.getTime()])]
    .sort((a, b) => a - b)
    .map((moment) => new Date(moment));
}

/** Minutes that the intervals cover together: being on call twice at once counts once (spec 2.9). */
export function netMinutes(intervals: readonly { start: Date; end: Date }[]): number {
  let total = 0;
  let covered = Number.NEGATIVE_INFINITY;
  for (const { start, end } of [...intervals].sort(
    (a, b) => a.start.getTime() - b.start.getTime(),
  )) {
    const from = Math.max(start.getTime(), covered);
    if (end.getTime() > from) total += end.getTime() - from;
    covered = Math.max(covered, end.getTime());
  }
  return total / 60_000;
}
