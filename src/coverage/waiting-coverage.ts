import type { Ctx } from '../kernel/index.ts';
import { canEditTeam, danglingReferences, listResources } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { serviceKind } from '../services/index.ts';
import { suppressionRuleKind } from '../suppression/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';

/** Services that depend on one which was deleted, so their incidents do not wait for what took its place. */
export async function dependenciesGone(caller: Ctx): Promise<Finding[]> {
  if (!canEditTeam(caller, null)) return [];
  const { items } = await listResources(caller, serviceKind, {
    'wire.dependsOn.0': { $exists: true },
  });
  const gone = await danglingReferences(caller, serviceKind, items);
  return items.flatMap(({ id, wire }) => {
    if (!gone.get(id)?.some(({ field }) => field.startsWith('dependsOn'))) return [];
    const text = say('serviceNeedsDeleted', { name: wire.displayName });
    return [finding('DeletedObject', 'Hint', text, { objectId: id })];
  });
}

/** Suppression rules of the teams that name what was deleted, or may hold back what is Critical. */
export async function suppressionHints(
  ctx: Ctx,
  teamIds: readonly string[],
  teamOf: (id: string) => FindingTeam | null,
): Promise<Finding[]> {
  const { items } = await listResources(ctx, suppressionRuleKind);
  const own = items.filter(({ teamId }) => teamId !== null && teamIds.includes(teamId));
  const gone = await danglingReferences(ctx, suppressionRuleKind, own);
  return own.flatMap(({ id, teamId, wire }) => {
    const { displayName: name, target } = wire;
    const severities = target.severities ?? [];
    const about = { objectId: id, team: teamOf(teamId ?? '') };
    return [
      ...(gone.get(id)?.length
        ? [finding('DeletedObject', 'Hint', say('suppressionNamesDeleted', { name }), about)]
        : []),
      ...(severities.length === 0 || severities.includes('Critical')
        ? [finding('SuppressesCritical', 'Hint', say('suppressionOfCritical', { name }), about)]
        : []),
    ];
  });
}
