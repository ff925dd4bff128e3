import type { Ctx } from '../kernel/index.ts';
import { dutiesBetween, dutyPlans, type PlannedTeam } from '../on-call/index.ts';
import { say } from '../sentences/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';
import type { Period } from './team-coverage.ts';

/** A tier that assigns a team to incidents that nobody has acknowledged. */
export interface Assignment {
  team: FindingTeam;
  tier: number;
}

/** Each team that tiers assign, with the first tier that does. */
export function assignedTeams({ escalationPlan }: PlannedTeam): Map<string, number> {
  const assigned = new Map<string, number>();
  for (const [index, { assigns }] of escalationPlan.steps.entries())
    for (const id of assigns?.teamIds ?? [])
      if (!assigned.has(id.toLowerCase())) assigned.set(id.toLowerCase(), index + 1);
  return assigned;
}

/**
 * Tiers that count on a team of which nobody is on call in all the period, as far as the caller sees it. The
 * administrators of that team are told of shorter gaps.
 */
export async function assignedInVain(
  ctx: Ctx,
  assigned: ReadonlyMap<string, readonly Assignment[]>,
  { from, until }: Period,
): Promise<Finding[]> {
  if (assigned.size === 0) return [];
  const findings: Finding[] = [];
  for (const { team, plan } of await dutyPlans(ctx, [...assigned.keys()], new Date(from))) {
    if ((await dutiesBetween(plan, from, until)).length > 0) continue;
    const { displayName } = team.wire;
    for (const { team: assigning, tier } of assigned.get(team.id) ?? [])
      findings.push(
        finding('AssignsToNobody', 'Gap', say('tierAssignsInVain', { tier, team: displayName }), {
          team: assigning,
          objectId: team.id,
        }),
      );
  }
  return findings;
}
