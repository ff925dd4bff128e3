export const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Day = (typeof days)[number];

export interface SnoozeFilter {
  selectedDays?: Day[] | null;
  /** `HH:mm` in the team's time zone. */
  from?: string | null;
  until?: string | null;
  snoozeWindowInMinutes?: number | null;
  snoozeUntilAbsolute?: string | null;
  snoozeUntilWeekdayAbsolute?: Day | null;
}

export interface SnoozeSettings {
  snoozeWindowInMinutes?: number | null;
  filters?: SnoozeFilter[] | null;
}

/**
 * Until when an incident that opens at `now` is snoozed, or null (spec 3.3). The first filter that
 * fits decides, in order; without one the settings' own window does. An absolute time is the next
 * occurrence after the snooze window, on the weekday if one is given, in the team's time zone.
 */
export function snoozeUntil(
  settings: SnoozeSettings | null,
  now: Date,
  timeZoneId: string,
): Date | null {
  if (!settings) return null;
  const local = zoned(now, timeZoneId);
  const filter = settings.filters?.find((candidate) => fits(candidate, local));
  const chosen: SnoozeFilter = filter ?? {
    snoozeWindowInMinutes: settings.snoozeWindowInMinutes ?? null,
  };
  const minutes = chosen.snoozeWindowInMinutes ?? 0;
  if (chosen.snoozeUntilAbsolute)
    return nextOccurrence(
      local.add({ minutes }),
      chosen.snoozeUntilAbsolute,
      chosen.snoozeUntilWeekdayAbsolute ?? null,
    );
  return minutes > 0 ? new Date(now.getTime() + minutes * 60_000) : null;
}

function zoned(now: Date, timeZoneId: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZoneId);
}

/** A window that passes midnight (20:00 to 08:00) belongs to the day it starts on. */
function fits(filter: SnoozeFilter, local: Temporal.ZonedDateTime): boolean {
  const time = local.toPlainTime();
  const from = filter.from ? Temporal.PlainTime.from(filter.from) : undefined;
  const until = filter.until ? Temporal.PlainTime.from(filter.until) : undefined;
  const isOn = (date: Temporal.ZonedDateTime) =>
    !filter.selectedDays || filter.selectedDays.includes(dayOf(date));
  const isAfter = (bound: Temporal.PlainTime) => Temporal.PlainTime.compare(time, bound) >= 0;
  if (from && until && Temporal.PlainTime.compare(from, until) >= 0)
    return isAfter(from) ? isOn(local) : !isAfter(until) && isOn(local.subtract({ days: 1 }));
  return isOn(local) && (!from || isAfter(from)) && (!until || !isAfter(until));
}

function nextOccurrence(after: Temporal.ZonedDateTime, clock: string, weekday: Day | null): Date {
  const time = Temporal.PlainTime.from(clock);
  for (let ahead = 0; ahead <= 8; ahead += 1) {
    const date = after.toPlainDate().add({ days: ahead });
    const candidate = atClock(date.toPlainDateTime(time), after.timeZoneId);
    const isLater = Temporal.ZonedDateTime.compare(candidate, after) > 0;
    if (isLater && (weekday === null || dayOf(candidate) === weekday))
      return new Date(candidate.epochMilliseconds);
  }
  throw new RangeError(`There is no ${clock} on ${weekday} within eight days.`);
}

/** In a gap of the clock the first moment after it; of two passes the first. */
function atClock(local: Temporal.PlainDateTime, timeZoneId: string): Temporal.ZonedDateTime {
  const earlier = local.toZonedDateTime(timeZoneId, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(local)) return earlier;
  return earlier.getTimeZoneTransition('next') ?? earlier;
}

function dayOf(date: Temporal.ZonedDateTime): Day {
  const day = days[date.dayOfWeek % 7];
  if (!day) throw new RangeError('A week has seven days.');
  return day;
}
