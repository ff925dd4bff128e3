/** The clock of the tests, and when clocks change. */

/** As offline, where there is no other clock. */
export const now = new Date();
/** On the hour. */
export const day = (count: number) => {
  const at = new Date(now.getTime() + count * 86_400_000);
  at.setUTCMinutes(0, 0, 0);
  return at.toISOString();
};
/** The last instant of which a message within five minutes comes too late, a moment before that. */
export const justBefore = (moment: string) => new Date(Date.parse(moment) - 30_000);
/** Each day, for there are no windows of all days. */
export const daily = (from: string, until: string) => {
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  const passesMidnight = until <= from;
  return days.map((fromDay, place) => ({
    ...{ fromDay, from, until },
    untilDay: days[(place + (passesMidnight ? 1 : 0)) % 7] ?? '',
  }));
};
export const berlin = 'Europe/Berlin';

/** When clocks change next, forward or back. */
function nextClockChange(isWanted: (hours: number) => boolean = () => true) {
  let at = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(berlin);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next) throw new Error('Clocks change no more.');
    const hours = (next.offsetNanoseconds - at.offsetNanoseconds) / 3_600_000_000_000;
    at = next;
    if (isWanted(hours)) return { at, hours };
  }
}

/** Hours of UTC that are these hours of Berlin now, and not after clocks have changed. */
export function hoursOfUtc(from: number, until: number) {
  const at = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(berlin);
  const offset = at.offsetNanoseconds / 3_600_000_000_000;
  const text = (hour: number) => `${String((hour - offset + 24) % 24).padStart(2, '0')}:00`;
  return daily(text(from), text(until));
}

/** When hours of UTC and hours of Berlin begin to leave an hour to nobody: one in the evening, or one in the morning. */
export function firstAfterClockChange(): Date {
  const { at, hours } = nextClockChange();
  const hour = hours > 0 ? 23 : 6;
  return justBefore(at.withPlainTime({ hour }).toInstant().toString());
}

const back = nextClockChange((hours) => hours < 0).at;
/** So many minutes after clocks are put back next. */
export const inTwice = (minutes: number) => back.add({ minutes }).toInstant().toString();
export const lateInSummer = { guarantee: { horizonDays: 366 } };

/** The year of the next one. */
export function christmas(): string {
  const isOver = now.getUTCMonth() === 11 && now.getUTCDate() > 23;
  return String(now.getUTCFullYear() + (isOver ? 1 : 0));
}

export function inBerlin(at: Date): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
    'Europe/Berlin',
  );
  const part = (options: Intl.DateTimeFormatOptions) => local.toLocaleString('en', options);
  const time = local.toPlainTime().toString().slice(0, 5);
  return `${part({ weekday: 'short' })}, ${local.day} ${part({ month: 'short' })} ${local.year}, ${time}`;
}
