import { type Interval, joined, toInstant } from '../calendar/index.ts';
import { userKind } from '../identity/index.ts';
import { type Ctx, invalidField, systemContext } from '../kernel/index.ts';
import { listResources, withIds } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { driverCollection } from '../store/index.ts';
import { type PersonCalendar, personCalendarKind } from './calendar-kind.ts';
import { type CalendarReading, calendarReadingModel } from './model.ts';
import type { Days } from './times-of-events.ts';

/** The time in which a person is on leave. */
export interface Leave extends Interval {
  userId: string;
}

/** When these people are on leave by their calendars, as far as it ends after `from`; whoever asks sees it. */
export async function leavesOf(ctx: Ctx, userIds: readonly string[], from: Date): Promise<Leave[]> {
  const ids = userIds.map((id) => id.toLowerCase());
  if (ids.length === 0) return [];
  const all = systemContext(ctx, ctx.organizationId);
  const filter = { 'lookup.kind': 'leave', 'lookup.userId': { $in: ids } };
  const { items } = await listResources(all, personCalendarKind, filter);
  if (items.length === 0) return [];
  const readings = await readingsOf(ctx, items);
  const named = items.flatMap(({ wire }) => wire.userId ?? []);
  const people = await listResources(all, userKind, withIds(named));
  const zones = new Map(people.items.map(({ id, wire }) => [id, wire.timeZoneId]));
  const leaves = leavesIn(items, readings, (id) => zones.get(id) ?? null);
  return leaves.filter(({ end }) => end > from.getTime());
}

/** When people are on leave by what was read of these calendars. Days are those of the person's time zone. Pure. */
export function leavesIn(
  calendars: readonly PersonCalendar[],
  readings: ReadonlyMap<string, Times>,
  zoneOf: (userId: string) => string | null,
): Leave[] {
  return calendars.flatMap(({ id, wire }) => {
    const reading = readings.get(id);
    if (!reading || wire.kind !== 'leave') return [];
    const userId = wire.userId?.toLowerCase() ?? '';
    return timesOf(reading, zoneOf(userId) ?? 'UTC').map((time) => ({ userId, ...time }));
  });
}

/** The days that each of these calendars of holidays names, in order, by its id; those that are gone name none. */
export async function holidaysOf(
  ctx: Ctx,
  calendarIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (calendarIds.length === 0) return new Map();
  const all = systemContext(ctx, ctx.organizationId);
  const filter = { ...withIds(calendarIds), 'lookup.kind': 'holidays' };
  const { items } = await listResources(all, personCalendarKind, filter);
  return holidaysIn(items, await readingsOf(ctx, items));
}

/** The same by what was read of these calendars. Pure. */
export function holidaysIn(
  calendars: readonly PersonCalendar[],
  readings: ReadonlyMap<string, Times>,
): Map<string, string[]> {
  return new Map(
    calendars.flatMap(({ id, wire }) => {
      const reading = readings.get(id);
      if (!reading || wire.kind !== 'holidays') return [];
      return [[id, [...new Set(reading.days.flatMap(eachDay))].sort()]];
    }),
  );
}

/** The calendars whose times became others at that time or later. */
export async function calendarsChangedSince(ctx: Ctx, since: Date): Promise<PersonCalendar[]> {
  const changed = await driverCollection(calendarReadingModel(ctx.store))
    .find({ organizationId: ctx.organizationId, changedAt: { $gte: since } })
    .project<Pick<CalendarReading, '_id'>>({ _id: 1 })
    .toArray();
  if (changed.length === 0) return [];
  const ids = changed.map(({ _id }) => _id);
  return (await listResources(ctx, personCalendarKind, withIds(ids))).items;
}

/** When times of a calendar of the organization last became others; null: never. */
export async function calendarsChangedAt(ctx: Ctx): Promise<Date | null> {
  const [last] = await driverCollection(calendarReadingModel(ctx.store))
    .find({ organizationId: ctx.organizationId, changedAt: { $gt: new Date(0) } })
    .project<Pick<CalendarReading, 'changedAt'>>({ changedAt: 1 })
    .sort({ changedAt: -1 })
    .limit(1)
    .toArray();
  return last?.changedAt ?? null;
}

/** The calendars of holidays that somebody names. Throws 400 for one of leave. */
export async function demandHolidays(ctx: Ctx, calendarIds: readonly string[]): Promise<void> {
  if (calendarIds.length === 0) return;
  const all = systemContext(ctx, ctx.organizationId);
  const filter = { ...withIds(calendarIds), 'lookup.kind': 'leave' };
  const { items } = await listResources(all, personCalendarKind, filter);
  if (items.length > 0) throw invalidField('holidayCalendarIds', say('notHolidays'));
}

type Times = Pick<CalendarReading, 'days' | 'times'>;

export async function readingsOf(
  ctx: Ctx,
  calendars: readonly Pick<PersonCalendar, 'id'>[],
): Promise<Map<string, CalendarReading>> {
  const readings = driverCollection(calendarReadingModel(ctx.store));
  const ids = calendars.map(({ id }) => id);
  const found = await readings
    .find({ _id: { $in: ids }, organizationId: ctx.organizationId })
    .toArray();
  return new Map(found.map((reading) => [reading._id, reading]));
}

/** Days are whole days where the person is. */
export function timesOf({ days, times }: Times, timeZoneId: string): Interval[] {
  const midnight = (day: string) =>
    toInstant(Temporal.PlainDate.from(day).toPlainDateTime(), timeZoneId);
  return joined([
    ...times,
    ...days.map(({ from, until }) => ({ start: midnight(from), end: midnight(until) })),
  ]);
}

function eachDay({ from, until }: Days): string[] {
  const days: string[] = [];
  const first = Temporal.PlainDate.from(from);
  for (let next = 0; ; next += 1) {
    const day = first.add({ days: next }).toString();
    if (day >= until) return days;
    days.push(day);
  }
}
