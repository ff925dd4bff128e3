import type { LayerSettings, RotaSettings } from '../../src/rota/index.ts';

/**
 * Who is on duty in every minute of a time, by the words of the rules and as slowly as they read: it writes out all
 * windows and all turns with `Temporal` and looks through them. Shares no code with `src/rota`, only its input.
 */
export function slowMinutes(settings: RotaSettings, from: number, until: number): string[][] {
  const written = settings.layers.map((layer) => writeOut(layer, settings, from, until));
  const minutes: string[][] = [];
  for (let at = from; at < until; at += 60_000) minutes.push(onDuty(settings, written, at));
  return minutes;
}

interface WrittenLayer {
  layer: LayerSettings;
  /** Null: always. */
  windows: { start: number; end: number; number: number }[] | null;
  boundaries: { number: number; at: number }[];
}

type Local = Temporal.PlainDateTime;
const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

/** First of two; of a time that is skipped, the first minute after it. */
function instantOf(local: Local, zone: string): number {
  const first = local.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (first.toPlainDateTime().equals(local)) return first.epochMilliseconds;
  let at = first;
  while (Temporal.PlainDateTime.compare(at.toPlainDateTime(), local) < 0)
    at = at.add({ minutes: 1 });
  return at.epochMilliseconds;
}

function localOf(at: number, zone: string): Local {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDateTime();
}

function writeOut(
  layer: LayerSettings,
  settings: RotaSettings,
  from: number,
  until: number,
): WrittenLayer {
  const zone = layer.timeZoneId ?? settings.timeZoneId;
  return {
    layer,
    windows: windowsOf(layer, settings, zone, from, until),
    boundaries: boundariesOf(layer, zone, from, until),
  };
}

function localWindows(layer: LayerSettings, holidays: readonly string[], day: Temporal.PlainDate) {
  const isHoliday = holidays.includes(day.toString());
  let name = dayNames[day.dayOfWeek - 1];
  const midnight = day.toPlainDateTime();
  const wholeDay = { start: midnight, end: midnight.add({ days: 1 }) };
  if (isHoliday && layer.onHolidays === 'off') return [];
  if (layer.recurrence) return recurringWindows(layer.recurrence, day);
  if (!layer.hours) return [wholeDay];
  if (isHoliday && layer.onHolidays === 'allDay') return [wholeDay];
  if (isHoliday && layer.onHolidays === 'asSunday') name = 'sun';
  const windows = layer.hours
    .filter(({ fromDay }) => fromDay === name)
    .map((window) => {
      const start = day.toPlainDateTime(window.from);
      let days = (dayNames.indexOf(window.untilDay) - dayNames.indexOf(window.fromDay) + 7) % 7;
      if (days === 0 && window.until <= window.from) days = 7;
      return { start, end: day.add({ days }).toPlainDateTime(window.until) };
    });
  return windows.sort(
    (a, b) =>
      Temporal.PlainDateTime.compare(a.start, b.start) ||
      Temporal.PlainDateTime.compare(a.end, b.end),
  );
}

function recurringWindows(
  { rule, startsAt, minutes, also, except }: NonNullable<LayerSettings['recurrence']>,
  day: Temporal.PlainDate,
) {
  const first = Temporal.PlainDateTime.from(startsAt);
  const begins = new Set((also ?? []).filter((local) => local.startsWith(day.toString())));
  const local = day.toPlainDateTime(first.toPlainTime());
  if (names(rule, first.toPlainDate(), day)) begins.add(local.toString().slice(0, 16));
  return [...begins]
    .filter((begin) => !(except ?? []).includes(begin))
    .sort()
    .map((begin) => {
      const start = Temporal.PlainDateTime.from(begin);
      return { start, end: start.add({ minutes }) };
    });
}

/** Whether a rule names a day, part by part. */
function names(rule: string, first: Temporal.PlainDate, day: Temporal.PlainDate): boolean {
  if (Temporal.PlainDate.compare(day, first) < 0) return false;
  const part = (name: string) => new RegExp(`${name}=([^;]+)`).exec(rule)?.[1];
  const every = Number(part('INTERVAL') ?? 1);
  const weekday = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'][day.dayOfWeek - 1] ?? '';
  const monday = (date: Temporal.PlainDate) => date.subtract({ days: date.dayOfWeek - 1 });
  const [, place, name] = /^(-?\d)(..)$/.exec(part('BYDAY') ?? '') ?? [];
  const months = (day.year - first.year) * 12 + day.month - first.month;
  switch (part('FREQ')) {
    case 'DAILY':
      return first.until(day, { largestUnit: 'days' }).days % every === 0;
    case 'WEEKLY': {
      const weeks = monday(first).until(monday(day), { largestUnit: 'days' }).days / 7;
      return weeks % every === 0 && (part('BYDAY') ?? '').split(',').includes(weekday);
    }
    default: {
      if (months % every !== 0) return false;
      const date = Number(part('BYMONTHDAY'));
      if (date) return day.day === (date > 0 ? date : day.daysInMonth + 1 + date);
      const isPlace = place === '1' ? day.day <= 7 : day.day > day.daysInMonth - 7;
      return weekday === name && isPlace;
    }
  }
}

function windowsOf(
  layer: LayerSettings,
  { holidays = [] }: RotaSettings,
  zone: string,
  from: number,
  until: number,
): WrittenLayer['windows'] {
  if (!layer.hours && !layer.recurrence && layer.onHolidays !== 'off') return null;
  const first = localOf(from, zone).toPlainDate().subtract({ days: 11 });
  const last = localOf(until, zone).toPlainDate().add({ days: 2 });
  const origin =
    layer.turns?.unit === 'windows' ? localOf(Date.parse(layer.turns.from), zone) : null;
  const counted: { start: Local; end: Local; number: number }[] = [];
  // From the first one that counts, forwards and backwards.
  const start = origin?.toPlainDate() ?? first;
  let number = 0;
  for (let day = start; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    for (const window of localWindows(layer, holidays, day)) {
      if (origin && Temporal.PlainDateTime.compare(window.start, origin) < 0) continue;
      counted.push({ ...window, number });
      number += 1;
    }
  number = -1;
  for (
    let day = start;
    Temporal.PlainDate.compare(day, first) >= 0;
    day = day.subtract({ days: 1 })
  )
    for (const window of localWindows(layer, holidays, day).reverse()) {
      if (!origin || Temporal.PlainDateTime.compare(window.start, origin) >= 0) continue;
      counted.push({ ...window, number });
      number -= 1;
    }
  return counted
    .filter(({ start: local }) => Temporal.PlainDate.compare(local.toPlainDate(), first) >= 0)
    .map((window) => ({
      number: window.number,
      start: instantOf(window.start, zone),
      end: instantOf(window.end, zone),
    }));
}

function boundariesOf(
  { turns }: LayerSettings,
  zone: string,
  from: number,
  until: number,
): WrittenLayer['boundaries'] {
  if (!turns || turns.unit === 'windows') return [];
  const first = Date.parse(turns.from);
  const { unit, every } = turns;
  const isStopwatch = turns.clock === 'elapsed' && (unit === 'minutes' || unit === 'hours');
  const local = localOf(first, zone);
  const boundary = (number: number) => {
    if (isStopwatch) return first + number * every * (unit === 'minutes' ? 60_000 : 3_600_000);
    return instantOf(local.add({ [unit]: number * every }), zone);
  };
  const boundaries: WrittenLayer['boundaries'] = [];
  for (let number = 0; ; number += 1) {
    const at = boundary(number);
    boundaries.push({ number, at });
    if (at > until) break;
  }
  for (let number = -1; (boundaries[0]?.at ?? 0) > from; number -= 1)
    boundaries.unshift({ number, at: boundary(number) });
  return boundaries;
}

function turnsIn({ layer, windows, boundaries }: WrittenLayer, at: number): number[] {
  if (layer.startsAt && at < Date.parse(layer.startsAt)) return [];
  if (layer.endsAt && at >= Date.parse(layer.endsAt)) return [];
  const open = windows?.filter(({ start, end }) => start <= at && at < end);
  if (open?.length === 0) return [];
  if (!layer.turns) return [0];
  const { every } = layer.turns;
  if (layer.turns.unit === 'windows')
    return (open ?? []).map((one) => Math.floor(one.number / every));
  return [boundaries.findLast((boundary) => boundary.at <= at)?.number ?? Number.NaN];
}

function onDuty(settings: RotaSettings, written: readonly WrittenLayer[], at: number): string[] {
  const runs = ({ start, end }: { start: number; end: number }) => start <= at && at < end;
  const overrides = (settings.overrides ?? []).filter(runs);
  const onLeave =
    settings.onLeave === 'warn'
      ? []
      : (settings.leaves ?? []).filter(runs).map(({ userId }) => userId);
  const absences = (layerId: string | null) =>
    overrides.filter(
      ({ kind, layerIds }) =>
        kind === 'absent' && (layerIds === null || (layerId !== null && layerIds.has(layerId))),
    );
  const cover = (userId: string, layerId: string | null, asked: Set<string>): string[] => {
    const own = absences(layerId).filter((absence) => absence.userId === userId);
    if (own.length === 0) return [userId];
    if (asked.has(userId)) return [];
    asked.add(userId);
    return own.flatMap(({ replacements }) =>
      replacements.flatMap((one) => cover(one, layerId, asked)),
    );
  };
  let places: { userId: string; layerId: string | null }[] = [];
  const temporary = (settings.temporaries ?? []).findLast(runs);
  if (temporary)
    places = temporary.shifts
      .filter(runs)
      .flatMap(({ userIds }) => userIds.map((userId) => ({ userId, layerId: null })));
  else
    for (let level = 2; level >= 0 && places.length === 0; level -= 1)
      places = written
        .filter(({ layer }) => (layer.level ?? 0) === level)
        .flatMap((one) =>
          turnsIn(one, at).flatMap((turn) =>
            groupIn(one.layer, turn, (userId) => {
              if (settings.away?.has(userId)) return true;
              if (settings.onLeave !== 'passOn' || !onLeave.includes(userId)) return false;
              return !absences(one.layer.id).some((absence) => absence.userId === userId);
            }).map((userId) => ({ userId, layerId: one.layer.id })),
          ),
        );
  const isAbsent = (userId: string) => absences(null).some((absence) => absence.userId === userId);
  const replacing = overrides.filter(({ kind }) => kind === 'replace');
  const adding = overrides.filter(({ kind }) => kind === 'add');
  const everything = replacing.some(({ layerIds }) => layerIds === null);
  const kept = everything
    ? []
    : places
        .flatMap(({ userId, layerId }) =>
          cover(userId, layerId, new Set()).map((one) => ({ userId: one, layerId })),
        )
        .filter(
          ({ layerId }) => !replacing.some((one) => layerId !== null && one.layerIds?.has(layerId)),
        )
        .map(({ userId }) => userId);
  const online = [...replacing, ...(everything ? [] : adding)].map(({ userId }) => userId);
  const all = [...kept, ...online.filter((userId) => !isAbsent(userId))];
  return [...new Set(all)]
    .filter((userId) => !settings.away?.has(userId) && !onLeave.includes(userId))
    .sort();
}

function groupIn(layer: LayerSettings, turn: number, isOut: (userId: string) => boolean): string[] {
  const first = (layer.firstGroup ?? 0) + turn;
  const at = <T>(list: readonly T[], place: number) =>
    list[((place % list.length) + list.length) % list.length] as T;
  if (layer.groupSize) {
    const list = layer.groups.flatMap(({ userIds }) => userIds);
    const size = Math.min(layer.groupSize, list.length);
    const group: string[] = [];
    for (let n = 0; n < list.length && group.length < size; n += 1) {
      const userId = at(list, first * size + n);
      if (!isOut(userId) && !group.includes(userId)) group.push(userId);
    }
    return group;
  }
  if (at(layer.groups, first).userIds.length === 0) return [];
  for (let n = 0; n < layer.groups.length; n += 1) {
    const present = at(layer.groups, first + n).userIds.filter((userId) => !isOut(userId));
    if (present.length > 0) return present;
  }
  return [];
}
