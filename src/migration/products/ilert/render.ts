import { isTimeZone } from '../../../calendar/index.ts';
import type { RenderedSchedule, Stretch, Work } from '../../model/importer.ts';
import type { Source } from '../../model/ledger.ts';

/**
 * Who is on call by the documents of ilert: a slow second reading, with `Temporal` alone. Each layer is walked through
 * turn by turn from its beginning; at each time the lowest layer with somebody counts, and an override before all.
 */
export function renderSchedules({ ledger }: Pick<Work, 'ledger' | 'since'>): RenderedSchedule[] {
  const people = new Map(
    ledger.all('users').map((user) => [idIn(user), user.text('email')?.toLowerCase() ?? '']),
  );
  return ledger.all('schedules').map((schedule): RenderedSchedule => {
    const { key, name } = schedule;
    const named = schedule.text('timezone') ?? '';
    const timeZoneId = isTimeZone(named) ? named : 'UTC';
    const own = ledger.all('schedule-overrides').filter(({ of }) => of[0] === idIn(schedule));
    const stretches = (from: Date, until: Date) =>
      stretchesOf(
        [
          ...schedule
            .list('scheduleLayers')
            .flatMap((layer, place) => layerDuties(layer, place, timeZoneId, until.getTime())),
          ...schedule.list('shifts').flatMap((one) => dutyOf(one, 0, timeZoneId)),
          ...own.flatMap((one) => dutyOf(one, Number.POSITIVE_INFINITY, timeZoneId)),
        ],
        from.getTime(),
        until.getTime(),
        people,
      );
    return { key, name, timeZoneId, stretches };
  });
}

/** Somebody for some time; of several, whoever is further down, which is the greater level. */
interface Duty {
  from: number;
  until: number;
  level: number;
  userId: string;
}

/** A number in the API, a text in a Terraform state. */
function idIn(source: Source | null): string | null {
  const number = source?.number('id') ?? null;
  return number === null ? (source?.text('id') ?? null) : String(number);
}

function dutyOf(shift: Source, level: number, zone: string): Duty[] {
  const [from, until] = [instantIn(shift.text('start'), zone), instantIn(shift.text('end'), zone)];
  const userId = idIn(shift.at('user'));
  return from !== null && until !== null && userId !== null ? [{ from, until, level, userId }] : [];
}

function layerDuties(layer: Source, level: number, zone: string, last: number): Duty[] {
  const start = instantIn(layer.text('startsOn'), zone);
  const end = instantIn(layer.text('endsOn'), zone) ?? Number.POSITIVE_INFINITY;
  const users = layer.list('users').map((user) => idIn(user));
  const rotation = layer.text('rotation') ?? '';
  if (start === null || users.length === 0 || !/^P(\d+[WD])*(T(\d+[HM])+)?$/.test(rotation))
    return [];
  const length = Temporal.Duration.from(rotation);
  const first = Temporal.Instant.fromEpochMilliseconds(start)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime();
  const windows = layer.list('restrictions');
  const duties: Duty[] = [];
  let at = first;
  for (let turn = 0; instantOf(at, zone) < Math.min(last, end); turn += 1) {
    const next = at.add(length);
    const from = instantOf(at, zone);
    const until = Math.min(instantOf(next, zone), end);
    const userId = users[turn % users.length];
    const open = windows.length === 0 ? [{ from, until }] : openIn(windows, at, next, zone);
    for (const span of open) {
      const duty = { from: Math.max(from, span.from), until: Math.min(until, span.until) };
      if (typeof userId === 'string' && duty.from < duty.until)
        duties.push({ ...duty, level, userId });
    }
    at = next;
  }
  return duties;
}

const dayNames = [
  ...['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
];

/** The windows of the weeks around a turn. */
function openIn(
  windows: readonly Source[],
  start: Temporal.PlainDateTime,
  end: Temporal.PlainDateTime,
  zone: string,
): { from: number; until: number }[] {
  const spans: { from: number; until: number }[] = [];
  for (
    let day = start.toPlainDate().subtract({ days: 8 });
    Temporal.PlainDate.compare(day, end.toPlainDate()) <= 0;
    day = day.add({ days: 1 })
  )
    for (const window of windows) {
      const [from, to] = [window.at('from'), window.at('to')];
      if (!from || dayNames[day.dayOfWeek - 1] !== from.text('dayOfWeek')) continue;
      const [opens, closes] = [from.text('time') ?? '', to?.text('time') ?? ''];
      const apart = dayNames.indexOf(to?.text('dayOfWeek') ?? '') - (day.dayOfWeek - 1);
      const isNextWeek = apart < 0 || (apart === 0 && closes <= opens);
      const lastDay = day.add({ days: isNextWeek ? apart + 7 : apart });
      spans.push({
        from: instantOf(day.toPlainDateTime(opens), zone),
        until: instantOf(lastDay.toPlainDateTime(closes), zone),
      });
    }
  return spans;
}

function instantIn(text: string | null, zone: string): number | null {
  if (text === null || Number.isNaN(Date.parse(text))) return null;
  if (/(?:Z|[+-]\d\d:?\d\d)$/i.test(text)) return Date.parse(text);
  return instantOf(Temporal.PlainDateTime.from(text), zone);
}

/** A local time that clocks show twice is the first of the two; one that they skip is the moment of the skip. */
function instantOf(local: Temporal.PlainDateTime, zone: string): number {
  const earlier = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(local)) return earlier.epochMilliseconds;
  return (earlier.getTimeZoneTransition('next') ?? earlier).epochMilliseconds;
}

function stretchesOf(
  duties: readonly Duty[],
  first: number,
  last: number,
  people: ReadonlyMap<string | null, string>,
): Stretch[] {
  const inside = duties.filter(({ from, until }) => from < last && until > first);
  const bounds = new Set([first, last, ...inside.flatMap(({ from, until }) => [from, until])]);
  const times = [...bounds].filter((at) => at >= first && at <= last).sort((a, b) => a - b);
  return times.slice(0, -1).map((start, place) => {
    const now = inside.filter(({ from, until }) => from <= start && start < until);
    const known = now.filter(({ userId }) => people.get(userId));
    const lowest = Math.max(...known.map(({ level }) => level));
    const onCall = known.filter(({ level }) => level === lowest);
    return {
      from: new Date(start),
      until: new Date(times[place + 1] ?? last),
      people: [...new Set(onCall.map(({ userId }) => people.get(userId) ?? ''))].sort(),
    };
  });
}
