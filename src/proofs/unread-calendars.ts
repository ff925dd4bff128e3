import { type Sentence, say } from '../sentences/index.ts';
import type { Reach, Setup, Source } from '../stage/index.ts';

/** Why it is not known what calendars say until then that have a part in who is told of incidents. Pure. */
export function unreadCalendars(
  { calendars, facts, organizationId }: Setup,
  { integrationId }: Source,
  { scheduleIds }: Reach,
  until: number,
): Sentence[] {
  const own = facts.integrations.get(integrationId)?.urgency;
  const hours = facts.organizations.get(organizationId)?.supportHours.keys() ?? [];
  // The urgency of an integration counts for all of its incidents; nobody knows which services these affect.
  const asked = own ? [own.supportHoursId?.toLowerCase() ?? ''] : [...hours];
  const followed = [
    ...[...scheduleIds].flatMap((id) => calendars.bySchedule(id)),
    ...asked.flatMap((id) => calendars.byHours(id)),
  ];
  return followed.flatMap(({ displayName: calendar, person, follower, unreadWhy }) => {
    const why = unreadWhy(new Date(until));
    if (!why) return [];
    return person === null
      ? say('proofHolidaysUnread', { follower, calendar, why })
      : say('proofLeaveUnread', { follower, calendar, person, why });
  });
}
