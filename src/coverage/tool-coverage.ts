import type { Ctx } from '../kernel/index.ts';
import { outboundIntegrationKind, unconfiguredReason } from '../outbound/index.ts';
import { danglingReferences, listResources } from '../resources/index.ts';
import { type Routing, routingKind } from '../routing/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';

type TeamOf = (id: string) => FindingTeam | null;

/** Outbound integrations of the teams that nothing can be sent to. */
export async function toolsNotTold(
  ctx: Ctx,
  teamIds: readonly string[],
  teamOf: TeamOf,
): Promise<Finding[]> {
  const tools = await listResources(ctx, outboundIntegrationKind, {
    teamId: { $in: [...teamIds] },
  });
  return tools.items.flatMap((tool) => {
    const reason = unconfiguredReason(tool);
    if (reason === null) return [];
    // Somebody who paused it by hand knows of it.
    const isMeant = tool.wire.isPaused && (tool.internal.pausedReason ?? null) === null;
    const { displayName, type, teamId } = tool.wire;
    return [
      finding('ToolNotTold', isMeant ? 'Hint' : 'Gap', `${type} “${displayName}”: ${reason}`, {
        objectId: tool.id,
        team: teamOf(teamId),
      }),
    ];
  });
}

/** Members of rules that name objects which are not there any more. */
export async function deletedObjects(
  ctx: Ctx,
  routings: readonly Routing[],
  teamOf: TeamOf,
): Promise<Finding[]> {
  const dangling = await danglingReferences(ctx, routingKind, routings);
  return routings.flatMap(({ id, wire }) =>
    (dangling.get(id) ?? []).map(({ field, entityType }) =>
      finding(
        'DeletedObject',
        'Gap',
        `${ruleOf(wire, field)} names something of the kind ${entityType} that was deleted (${field}).`,
        { objectId: id, team: teamOf(wire.teamId) },
      ),
    ),
  );
}

function ruleOf({ displayName, rules }: Routing['wire'], field: string): string {
  const [, index] = /^rules\[(\d+)\]/.exec(field) ?? [];
  if (index === undefined) return `The routing “${displayName}”`;
  const name = rules[Number(index)]?.displayName;
  return `Rule ${Number(index) + 1}${name ? ` (${name})` : ''} of the routing “${displayName}”`;
}
