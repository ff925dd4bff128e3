import { type Ctx, systemContext } from '../kernel/index.ts';
import { loadRecipients } from '../notifications/index.ts';
import { type PlannedTeam, teamPlans } from '../on-call/index.ts';
import { PolicyScenes } from './policy-scenes.ts';
import type { SceneFacts } from './scene-facts.ts';

/**
 * All that decides whom incidents of these teams tell where no rule, integration or service says otherwise: what the
 * teams follow, whatever that leads to, whoever may see it, and everybody in it.
 */
export async function followedFacts(
  { organizationId, ...world }: Ctx,
  planned: readonly PlannedTeam[],
): Promise<SceneFacts> {
  const ctx = systemContext(world, organizationId);
  const teams = new Map<string, PlannedTeam | null>(planned.map((one) => [one.team.id, one]));
  const policies = new PolicyScenes();
  const loaded = {
    get: (id: string) => teams.get(id),
    async load(ids: readonly string[]) {
      const missing = [...new Set(ids)].filter((id) => !teams.has(id));
      if (missing.length === 0) return;
      for (const id of missing) teams.set(id, null);
      for (const one of await teamPlans(ctx, missing, ctx.clock.now())) teams.set(one.team.id, one);
    },
  };
  const people: string[] = [];
  const followed = new Set<string>();
  // Teams may assign others, which assign others in turn.
  for (let ids = [...teams.keys()]; ids.length > 0; ids = assignedBy(teams, followed)) {
    people.push(...(await policies.follow(ctx, ids, [], loaded)));
    for (const id of ids) followed.add(id);
  }
  for (const one of teams.values()) if (one) people.push(...one.plan.members, ...one.suspended);
  return {
    teams,
    policies,
    organizations: new Map(),
    integrations: new Map(),
    people: await loadRecipients(ctx, [...new Set(people)]),
  };
}

/** Teams that tiers of known teams assign, and that were not followed yet. */
function assignedBy(
  teams: ReadonlyMap<string, PlannedTeam | null>,
  followed: ReadonlySet<string>,
): string[] {
  const ids = [...teams.values()].flatMap(
    (one) => one?.escalationPlan.steps.flatMap(({ assigns }) => assigns?.teamIds ?? []) ?? [],
  );
  return [...new Set(ids.map((id) => id.toLowerCase()))].filter((id) => !followed.has(id));
}
