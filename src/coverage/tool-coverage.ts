import type { Ctx } from '../kernel/index.ts';
import { userGroupFailure } from '../notifications/index.ts';
import { isOnlyForPeople, outboundIntegrationKind, unconfiguredReason } from '../outbound/index.ts';
import { danglingReferences, listResources } from '../resources/index.ts';
import { type Routing, routingKind } from '../routing/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';

type TeamOf = (id: string) => FindingTeam | null;

/** Outbound integrations of the teams that nothing can be sent to, or whose user group is not kept. */
export async function toolsNotTold(
  ctx: Ctx,
  teamIds: readonly string[],
  teamOf: TeamOf,
): Promise<Finding[]> {
  const tools = await listResources(ctx, outboundIntegrationKind, {
    teamId: { $in: [...teamIds] },
  });
  const found: Finding[] = [];
  for (const tool of tools.items) {
    const { displayName: name, type, teamId } = tool.wire;
    const about = { objectId: tool.id, team: teamOf(teamId) };
    const reason = unconfiguredReason(tool);
    if (reason !== null && !isOnlyForPeople(tool.wire)) {
      // Somebody who paused it by hand knows of it.
      const isMeant = tool.wire.isPaused && tool.internal.pausedReason === null;
      const said = say('toolCannotSend', { tool: type, name, reason });
      found.push(finding('ToolNotTold', isMeant ? 'Hint' : 'Gap', said, about));
    }
    const why = await userGroupFailure(ctx, tool);
    if (why)
      found.push(finding('ToolNotTold', 'Hint', say('userGroupNotKept', { name, why }), about));
  }
  return found;
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
      finding('DeletedObject', 'Gap', namesDeleted(wire, field, entityType), {
        objectId: id,
        team: teamOf(wire.teamId),
      }),
    ),
  );
}

function namesDeleted(
  { displayName: name, rules }: Routing['wire'],
  field: string,
  kind: string,
): Sentence {
  const [, index] = /^rules\[(\d+)\]/.exec(field) ?? [];
  if (index === undefined) return say('routingNamesDeleted', { name, kind, field });
  const rule = rules[Number(index)]?.displayName;
  const number = Number(index) + 1;
  return rule
    ? say('namedRuleNamesDeleted', { number, rule, name, kind, field })
    : say('ruleNamesDeleted', { number, name, kind, field });
}
