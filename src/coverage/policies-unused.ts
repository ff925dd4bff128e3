import { integrationKind, phoneNumbersIn, routesOf } from '../integrations/index.ts';
import { type Ctx, systemContext } from '../kernel/index.ts';
import { namedBy, planOfPolicy, policyKind } from '../on-call/index.ts';
import { listResources } from '../resources/index.ts';
import { routingKind } from '../routing/index.ts';
import { say } from '../sentences/index.ts';
import { serviceKind } from '../services/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';

/**
 * Policies of the teams that no incident and no call follows, whatever happens: nothing of the organization names them.
 */
export async function policiesUnused(
  ctx: Ctx,
  teamIds: readonly string[],
  teamOf: (id: string) => FindingTeam | null,
): Promise<Finding[]> {
  const filter = { teamId: { $in: [...teamIds] } };
  const { items } = await listResources(ctx, policyKind, filter);
  const chosen = items.filter(({ wire }) => !wire.isDefault);
  if (chosen.length === 0) return [];
  const used = await usedPolicies(systemContext(ctx, ctx.organizationId));
  return chosen.flatMap(({ id, teamId, wire }) =>
    used.has(id)
      ? []
      : finding('PolicyUnused', 'Hint', say('policyUnused', { policy: wire.displayName }), {
          team: teamOf(teamId ?? ''),
          objectId: id,
        }),
  );
}

async function usedPolicies(ctx: Ctx): Promise<Set<string>> {
  const [integrations, services, routings, policies] = await Promise.all([
    listResources(ctx, integrationKind),
    listResources(ctx, serviceKind),
    listResources(ctx, routingKind),
    listResources(ctx, policyKind),
  ]);
  const ids = [
    ...integrations.items.flatMap(({ wire }) => [
      wire.escalationPolicyId,
      ...phoneNumbersIn(wire.integrationSettings).flatMap(({ flow }) =>
        routesOf(flow).map(({ route }) => route.escalationPolicyId),
      ),
    ]),
    ...services.items.map(({ wire }) => wire.escalationPolicyId),
    ...routings.items.flatMap(({ wire }) =>
      wire.rules.map(({ actions }) => actions?.useEscalationPolicyId),
    ),
    ...policies.items.flatMap(({ wire }) => namedBy(planOfPolicy(wire)).policyIds),
  ];
  return new Set(ids.flatMap((id) => id?.toLowerCase() ?? []));
}
