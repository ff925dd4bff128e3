import { integrationKind } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { personCalendarKind } from '../person-calendars/index.ts';
import { danglingReferences, listResources } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { supportHoursKind } from '../urgency/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';

/**
 * Integrations of the teams that name support hours which are not there any more, so their incidents are all urgent,
 * and support hours that name such calendars.
 */
export async function supportHoursGone(
  ctx: Ctx,
  teamIds: readonly string[],
  teamOf: (id: string) => FindingTeam | null,
): Promise<Finding[]> {
  const named = await listResources(ctx, integrationKind, {
    teamId: { $in: [...teamIds] },
    'wire.urgencySettings.type': 'supportHours',
  });
  const { items: hours } = await listResources(ctx, supportHoursKind);
  const known = new Set(hours.map(({ id }) => id));
  const own = hours.filter(({ teamId }) => teamIds.includes(teamId ?? ''));
  const gone = await danglingReferences(ctx, supportHoursKind, own);
  const withoutCalendar = own.flatMap(({ id, teamId, wire }) => {
    if (!gone.get(id)?.some(({ entityType }) => entityType === personCalendarKind.entityType))
      return [];
    const text = say('hoursNameNoCalendar', { name: wire.displayName });
    return [finding('DeletedObject', 'Hint', text, { objectId: id, team: teamOf(teamId ?? '') })];
  });
  const withoutHours = named.items.flatMap(
    ({ id, wire: { displayName, teamId, urgencySettings } }) => {
      if (known.has((urgencySettings?.supportHoursId ?? '').toLowerCase())) return [];
      const text = say('integrationNamesNoHours', { name: displayName });
      return [finding('DeletedObject', 'Hint', text, { objectId: id, team: teamOf(teamId) })];
    },
  );
  return [...withoutHours, ...withoutCalendar];
}
