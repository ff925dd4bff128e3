import type { components } from '../contract/index.ts';
import { AppError, type Ctx, invalidField } from '../kernel/index.ts';
import { byTeam, canEditTeam, defineKind, type Resource, wireShapes } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { demandTeam, existingTeams } from '../teams/index.ts';

export type SuppressionRuleWire = Required<components['schemas']['SuppressionRuleInput']>;

export type SuppressionRule = Resource<SuppressionRuleWire>;

export const suppressionRuleKind = defineKind<SuppressionRuleWire>({
  entityType: 'SuppressionRule',
  noun: 'suppression-rule',
  collection: 'suppression_rules',
  shape: wireShapes.SuppressionRule,
  displayNameOf: ({ displayName }) => displayName,
  filters: { TeamId: byTeam },
  teamOf: (ctx, { teamId }) => demandTeam(ctx, teamId),
  async prepare(ctx, wire) {
    if (!Object.values(wire.source).some(isSet))
      throw invalidField('source', say('suppressionNeedsSource'));
    await demandOwnTeams(ctx, wire);
    return { wire, internal: {} };
  },
  removedWith: { Team: (id) => ({ teamId: id }) },
});

/** How `all` or `any` are meant is no condition. */
function isSet(condition: unknown): boolean {
  if (Array.isArray(condition)) return condition.length > 0;
  return typeof condition === 'object' && condition !== null;
}

/** Nobody may keep the incidents of others from being told. */
async function demandOwnTeams(ctx: Ctx, { teamIds }: SuppressionRuleWire): Promise<void> {
  const foreign = (teamIds ?? [])
    .map((id) => id.toLowerCase())
    .filter((id) => !canEditTeam(ctx, id));
  if (foreign.length === 0) return;
  const known = await existingTeams(ctx, ctx.organizationId, foreign);
  const teams = foreign.filter((id) => known.has(id));
  if (teams.length > 0)
    throw new AppError('forbidden', say('foreignSuppressedTeams', { teams: teams.join(', ') }));
}
