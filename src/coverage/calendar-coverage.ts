import type { Ctx } from '../kernel/index.ts';
import { unreadableCalendars } from '../person-calendars/index.ts';
import { canEditTeam } from '../resources/index.ts';
import { say, zonedMoment } from '../sentences/index.ts';
import { type Finding, finding } from './finding.ts';

/** Calendars of leave and of holidays that cannot be read for a day or longer: who is away next is not known. */
export async function calendarsUnreadable(caller: Ctx): Promise<Finding[]> {
  const unreadable = await unreadableCalendars(caller);
  return unreadable
    .filter(({ calendar: { teamId } }) => canEditTeam(caller, teamId))
    .map(({ calendar, since, problem }) =>
      finding(
        'CalendarUnreadable',
        'Hint',
        say('calendarUnreadable', {
          calendar: calendar.wire.displayName,
          since: zonedMoment(since.getTime(), 'UTC'),
          why: problem,
        }),
        {
          userId: calendar.wire.userId?.toLowerCase() ?? null,
          objectId: calendar.id,
          start: since.toISOString(),
        },
      ),
    );
}
