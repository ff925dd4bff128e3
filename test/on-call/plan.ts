import { type ActiveOverride, toActiveOverride } from '../../src/on-call/cover.ts';
import { stretchesOf, type TeamPlan } from '../../src/on-call/duty.ts';
import type { Schedule } from '../../src/on-call/escalations.ts';
import type { OverrideWire } from '../../src/on-call/overrides.ts';
import type { PlannedSchedule } from '../../src/on-call/shifts.ts';

/** A schedule whose rotations are written as `'A,B | C'`. */
export function schedule(
  rotations: string,
  settings: Partial<Schedule> = {},
  anchor = '2026-05-04',
): PlannedSchedule {
  const groups = rotations.split('|').map((group) =>
    group
      .split(',')
      .map((user) => user.trim())
      .filter((user) => user !== ''),
  );
  return { settings: { rotations: [], ...settings }, anchor, rotations: groups };
}

export function plan(
  timeZoneId: string,
  tiers: PlannedSchedule[][],
  overrides: Partial<OverrideWire>[] = [],
  members = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ',
): TeamPlan {
  return { timeZoneId, tiers, members: new Set(members), overrides: overrides.map(active) };
}

function active(override: Partial<OverrideWire>): ActiveOverride {
  const { userId = '', replacementUserIds = null } = override;
  const filled = toActiveOverride({
    teamId: null,
    type: 'offline',
    start: null,
    end: null,
    escalationTier: null,
    scheduleId: null,
    layerIds: null,
    mode: null,
    userId,
    replacementUserIds,
    ...override,
  });
  // Single letters name people here; ids in lower case would mix up `a` and `A`.
  return { ...filled, userId, replacements: replacementUserIds ?? [] };
}

/** Tier 1 between two local days, one line per stretch: `2026-05-04T00:00+02:00 A,B`; `-` is nobody. */
export function calendar(team: TeamPlan, from: string, until: string): string[] {
  const bound = (text: string) =>
    Temporal.PlainDateTime.from(text).toZonedDateTime(team.timeZoneId).epochMilliseconds;
  return stretchesOf(team, bound(from), bound(until)).map(({ start, tiers }) => {
    const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(team.timeZoneId);
    const text = local.toString({ smallestUnit: 'minute', timeZoneName: 'never' });
    return `${text} ${tiers[0]?.join() || '-'}`;
  });
}
