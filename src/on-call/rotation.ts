import { numberOf } from '../calendar/index.ts';
import type { RotationSettings } from './escalations.ts';

/** The turns of a rotation, numbered from 0 at its anchor; earlier ones are negative. */
export interface Turns {
  turnAt(local: Temporal.PlainDateTime): number;
  startOf(turn: number): Temporal.PlainDateTime;
}

/** What several rotations without settings do (oncall-and-calls.md 2.2, rule 3). */
const weekly: RotationSettings = { repeats: 'weekly' };

/**
 * Turns change at wall-clock times and are counted on local dates, so that a handover stays at its hour
 * when clocks change. Weekly kinds begin at the handover day on or before the anchor, monthly ones at the
 * handover date; the 31st is the last day of shorter months (oncall-and-calls.md 2.2, rules 4 and 5).
 */
export function turnsOf(
  settings: RotationSettings | null | undefined,
  anchor: Temporal.PlainDate,
): Turns {
  const { repeats, startsOnDayOfWeek, startsOnDateOfMonth, startsOnTime, ...custom } =
    settings ?? weekly;
  const time = Temporal.PlainTime.from(startsOnTime ?? '00:00');
  const count = custom.customRepeatValue ?? 1;
  const inWeeks = (weeks: number) =>
    turnsOfDays(onOrBefore(anchor, numberOf(startsOnDayOfWeek ?? 'mon')), weeks * 7, time);
  const inMonths = (months: number) =>
    turnsOfMonths(anchor, months, (startsOnDateOfMonth ?? 0) + 1, time);
  switch (repeats) {
    case 'daily':
      return turnsOfDays(anchor, 1, time);
    case 'weekly':
      return inWeeks(1);
    case 'biweekly':
      return inWeeks(2);
    case 'monthly':
      return inMonths(1);
    case 'custom':
      switch (custom.customRepeatUnit ?? 'days') {
        case 'hours':
          return turnsOfHours(anchor.toPlainDateTime(time), count);
        case 'days':
          return turnsOfDays(anchor, count, time);
        case 'weeks':
          return inWeeks(count);
        case 'months':
          return inMonths(count);
      }
  }
}

/**
 * True when a handover cuts through a window. Without a time of day, whoever is on duty when a window
 * starts keeps it to its end, so that no night shift is cut at midnight (rule 7).
 */
export function cutsWindows(settings: RotationSettings | null | undefined): boolean {
  if (!settings) return false;
  const inHours = settings.repeats === 'custom' && settings.customRepeatUnit === 'hours';
  return inHours || (settings.startsOnTime ?? null) !== null;
}

/** Which of `count` takes the turn. */
export function placeOf(turn: number, count: number): number {
  return ((turn % count) + count) % count;
}

function turnsOfDays(first: Temporal.PlainDate, days: number, time: Temporal.PlainTime): Turns {
  return {
    startOf: (turn) => first.add({ days: turn * days }).toPlainDateTime(time),
    turnAt: (local) => Math.floor(first.until(dutyDay(local, time)).days / days),
  };
}

function turnsOfMonths(
  anchor: Temporal.PlainDate,
  months: number,
  dayOfMonth: number,
  time: Temporal.PlainTime,
): Turns {
  const handover = (month: number) =>
    Temporal.PlainDate.from({
      year: Math.floor(month / 12),
      month: placeOf(month, 12) + 1,
      // Cut to the length of the month, each time from the day that was asked for.
      day: dayOfMonth,
    });
  const monthAt = (day: Temporal.PlainDate) => {
    const month = day.year * 12 + day.month - 1;
    return Temporal.PlainDate.compare(day, handover(month)) < 0 ? month - 1 : month;
  };
  const first = monthAt(anchor);
  return {
    startOf: (turn) => handover(first + turn * months).toPlainDateTime(time),
    turnAt: (local) => Math.floor((monthAt(dutyDay(local, time)) - first) / months),
  };
}

function turnsOfHours(first: Temporal.PlainDateTime, hours: number): Turns {
  return {
    startOf: (turn) => first.add({ hours: turn * hours }),
    turnAt: (local) =>
      Math.floor(first.until(local, { largestUnit: 'hours' }).total('hours') / hours),
  };
}

/** The day whose handover was the last one before `local`. */
function dutyDay(local: Temporal.PlainDateTime, time: Temporal.PlainTime): Temporal.PlainDate {
  const day = local.toPlainDate();
  const isBefore = Temporal.PlainTime.compare(local.toPlainTime(), time) < 0;
  return isBefore ? day.subtract({ days: 1 }) : day;
}

function onOrBefore(day: Temporal.PlainDate, dayOfWeek: number): Temporal.PlainDate {
  return day.subtract({ days: placeOf(day.dayOfWeek - dayOfWeek, 7) });
}
