import { type LocalClock, numberOf, type Weekday, weekdays } from '../calendar/index.ts';
import { type Hours, type Layer, monthlyTurns, type Turns, weeklyOpenings } from '../rota/index.ts';
import type { RotationSettings, ScheduleSettings } from './escalations.ts';
import type { PlannedSchedule } from './shifts.ts';

/** The default for several rotations without settings (oncall-and-calls.md 2.2, rule 3). */
const weekly: RotationSettings = { repeats: 'weekly' };

/**
 * A schedule of a tier as a layer (oncall-and-calls.md 2.2): its windows are openings, its rotations are groups. Days
 * that are left out are all days, times that are left out midnight. Effective dates are local days, both included, and
 * cut what reaches beyond them.
 */
export function tierLayer(
  { settings, anchor, rotations }: PlannedSchedule,
  clock: LocalClock,
): Layer {
  const { scheduleSettings, rotationSettings } = settings;
  const { effectiveFrom, effectiveUntil } = scheduleSettings ?? {};
  const hours = hoursOf(scheduleSettings);
  const isAutomatic = rotationSettings?.rotationMode === 'auto';
  const takesTurns = rotations.length > 1 || isAutomatic;
  return {
    id: '',
    level: 0,
    startsAt: effectiveFrom ? clock.toInstant(localDay(effectiveFrom)) : Number.NEGATIVE_INFINITY,
    endsAt: effectiveUntil
      ? clock.toInstant(localDay(effectiveUntil) + dayMilliseconds)
      : Number.POSITIVE_INFINITY,
    clock,
    openings: hours.length > 0 ? weeklyOpenings(hours) : null,
    turns: takesTurns ? turnsFrom(rotationSettings ?? weekly, localDay(anchor)) : null,
    keepsOpenings: !cutsWindows(rotationSettings),
    groups: rotations,
    firstGroup: 0,
    groupSize: isAutomatic ? (rotationSettings.autoRotationSize ?? 1) : null,
  };
}

/**
 * True when a handover cuts through a window. Without a time of day, whoever is on duty when a window
 * starts keeps it to its end, so that no night shift is cut at midnight (rule 7).
 */
function cutsWindows(settings: RotationSettings | null | undefined): boolean {
  if (!settings) return false;
  const inHours = settings.repeats === 'custom' && settings.customRepeatUnit === 'hours';
  return inHours || (settings.startsOnTime ?? null) !== null;
}

/**
 * Weekly kinds begin at the handover day on or before the anchor, monthly ones at the handover date; the 31st is the
 * last day of shorter months (rules 4 and 5).
 */
function turnsFrom(settings: RotationSettings, anchor: number): Turns {
  const count = settings.customRepeatValue ?? 1;
  const time = timeOf(settings.startsOnTime ?? '00:00');
  const inHours = (hours: number, first = anchor): Turns => ({
    clock: 'wall',
    length: hours * 3_600_000,
    from: first + time,
  });
  const inWeeks = (weeks: number) => {
    // Sunday is 0, as it is in the numbers of weekdays modulo seven.
    const handover = numberOf(settings.startsOnDayOfWeek ?? 'mon');
    const back = (new Date(anchor).getUTCDay() - handover + 7) % 7;
    return inHours(weeks * 7 * 24, anchor - back * dayMilliseconds);
  };
  const inMonths = (months: number) =>
    monthlyTurns(months, anchor, { day: (settings.startsOnDateOfMonth ?? 0) + 1, inDay: time });
  switch (settings.repeats) {
    case 'daily':
      return inHours(24);
    case 'weekly':
      return inWeeks(1);
    case 'biweekly':
      return inWeeks(2);
    case 'monthly':
      return inMonths(1);
    case 'custom':
      switch (settings.customRepeatUnit ?? 'days') {
        case 'hours':
          return inHours(count);
        case 'days':
          return inHours(count * 24);
        case 'weeks':
          return inWeeks(count);
        case 'months':
          return inMonths(count);
      }
  }
}

/** The list counts; without one, the older form with a single window. */
export function hoursOf(settings: ScheduleSettings | null | undefined): Hours[] {
  if (!settings) return [];
  const { weeklySchedules, selectedDays, start, end } = settings;
  if (weeklySchedules && weeklySchedules.length > 0)
    return weeklySchedules.flatMap((one) => onDays(one.selectedDays, one.from, one.until));
  return selectedDays || start || end ? onDays(selectedDays, start, end) : [];
}

/** A window on each of these days, or on all. `until` at or before `from` is on the next day. */
export function onDays(
  days: readonly Weekday[] | null | undefined,
  from: string | null | undefined,
  until: string | null | undefined,
): Hours[] {
  const start = from ?? '00:00';
  const end = until ?? '00:00';
  return (days && days.length > 0 ? days : weekdays).map((fromDay) => ({
    fromDay,
    from: start,
    untilDay: end > start ? fromDay : (weekdays[numberOf(fromDay) % 7] ?? 'mon'),
    until: end,
  }));
}

const dayMilliseconds = 86_400_000;

/** Midnight of a local day, as local times count in `calendar`. */
function localDay(date: string): number {
  return Date.parse(`${date}T00:00Z`);
}

function timeOf(time: string): number {
  return Date.parse(`1970-01-01T${time}Z`);
}
