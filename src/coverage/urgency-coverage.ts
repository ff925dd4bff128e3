import { integrationKind } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { supportHoursKind } from '../urgency/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';

/** Integrations of the teams that name support hours which are not there any more: their incidents are all urgent. */
export async function supportHoursGone(
  ctx: Ctx,
  teamIds: readonly string[],
  teamOf: (id: string) => FindingTeam | null,
): Promise<Finding[]> {
  const named = await listResources(ctx, integrationKind, {
    teamId: { $in: [...teamIds] },
    'wire.urgencySettings.type': 'supportHours',
  });
  if (named.items.length === 0) return [];
  const { items: hours } = await listResources(ctx, supportHoursKind);
  const known = new Set(hours.map(({ id }) => id));
  return named.items.flatMap(({ id, wire: { displayName, teamId, urgencySettings } }) => {
    if (known.has((urgencySettings?.supportHoursId ?? '').toLowerCase())) return [];
    const text = say('integrationNamesNoHours', { name: displayName });
    return [finding('DeletedObject', 'Hint', text, { objectId: id, team: teamOf(teamId) })];
  });
}
