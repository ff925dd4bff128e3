import type { Interval } from '../calendar/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { isLost } from './calendar-facts.ts';
import { type PersonCalendar, personCalendarKind } from './calendar-kind.ts';
import { readingsOf, timesOf } from './times-of-calendars.ts';

/** How a calendar is doing. */
interface CalendarState {
  readAt: Date | null;
  failingSince: Date | null;
  problem: Sentence | null;
  events: number;
  ignored: number;
  /** The times that are not over yet; whole days by the clock of UTC. */
  upcoming: Interval[];
}

const shownMax = 20;
const unknown: CalendarState = {
  readAt: null,
  failingSince: null,
  problem: null,
  events: 0,
  ignored: 0,
  upcoming: [],
};

/** How these calendars are doing, by their ids. */
export async function calendarStates(
  ctx: Ctx,
  calendars: readonly PersonCalendar[],
): Promise<(id: string) => CalendarState> {
  const readings = await readingsOf(ctx, calendars);
  const now = ctx.clock.now().getTime();
  return (id) => {
    const reading = readings.get(id);
    if (!reading) return unknown;
    const upcoming = timesOf(reading, 'UTC').filter(({ end }) => end > now);
    return { ...reading, upcoming: upcoming.slice(0, shownMax) };
  };
}

export interface UnreadableCalendar {
  calendar: PersonCalendar;
  since: Date;
  problem: Sentence;
}

/** Calendars that the actor may change and that cannot be read for a day or longer. */
export async function unreadableCalendars(ctx: Ctx): Promise<UnreadableCalendar[]> {
  const { items } = await listResources(ctx, personCalendarKind);
  const readings = await readingsOf(ctx, items);
  const now = ctx.clock.now();
  return items.flatMap((calendar) => {
    const { failingSince = null, problem = null } = readings.get(calendar.id) ?? {};
    if (!failingSince || !problem || !isLost({ failingSince }, now)) return [];
    return [{ calendar, since: failingSince, problem }];
  });
}
