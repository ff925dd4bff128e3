import { suspendedAmong } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { byCreation, listResources, lookupInstant, type Resource } from '../resources/index.ts';
import {
  type TeamMembership,
  type TeamWire,
  teamKind,
  teamMembershipKind,
} from '../teams/index.ts';
import { toActiveOverride } from './cover.ts';
import type { TeamPlan } from './duty.ts';
import { planOfTiers, type TierPlan } from './escalation-plan.ts';
import { type Escalations, escalationsKind, type Schedule } from './escalations.ts';
import { type Override, overrideKind } from './overrides.ts';
import { defaultPolicies, type EscalationPolicy } from './policy-kind.ts';
import type { PlannedSchedule } from './shifts.ts';
import { withoutSuspended } from './without-suspended.ts';

export type Team = Resource<TeamWire>;

/** All that a team set up to be alerted. */
export interface PlannedTeam {
  team: Team;
  plan: TeamPlan;
  memberships: TeamMembership[];
  escalations: Escalations | undefined;
  /** After how long it goes further; without steps where there are no escalations. */
  escalationPlan: TierPlan;
  /** The policy that it follows instead, unless something else is chosen. */
  defaultPolicy: EscalationPolicy | undefined;
  /** The overrides of `plan`, as they are stored. */
  overrides: Override[];
  /** Members who are suspended. `plan` is made as if they were not there. */
  suspended: ReadonlySet<string>;
}

/** The teams in sight, all of them or those given, with who is on call in them when. Nobody who is suspended is. */
export async function teamPlans(
  ctx: Ctx,
  teamIds: readonly string[] | undefined,
  from: Date,
): Promise<PlannedTeam[]> {
  const ids = teamIds?.map((id) => id.toLowerCase());
  const byTeamId = ids ? { teamId: { $in: ids } } : {};
  const ofOverrides = {
    ...(ids ? { teamId: { $in: [null, ...ids] } } : {}),
    'lookup.scheduleId': { $exists: false },
  };
  const [teams, memberships, escalations, overrides, defaults] = await Promise.all([
    listResources(ctx, teamKind, byTeamId),
    listResources(ctx, teamMembershipKind, byTeamId),
    listResources(ctx, escalationsKind, byTeamId),
    listResources(ctx, overrideKind, {
      ...ofOverrides,
      'lookup.endsAt': { $gt: lookupInstant(from) },
    }),
    defaultPolicies(ctx, ids),
  ]);
  const suspended = await suspendedAmong(
    ctx,
    memberships.items.flatMap(({ wire }) => wire.userId ?? []),
  );
  return plannedTeamsOf({
    teams: teams.items,
    memberships: memberships.items,
    escalations: escalations.items,
    overrides: overrides.items,
    defaults,
    suspended,
  });
}

/** The documents that say who is on call in teams. */
interface TeamDocuments {
  teams: readonly Team[];
  memberships: readonly TeamMembership[];
  escalations: readonly Escalations[];
  /** Overrides of teams, and absences in all teams of a person; none of schedules. */
  overrides: readonly Override[];
  /** By team. */
  defaults: ReadonlyMap<string, EscalationPolicy>;
  /** Members who are suspended, and perhaps others. */
  suspended: ReadonlySet<string>;
}

/** The plans of these teams. Pure. */
export function plannedTeamsOf({
  teams,
  memberships,
  escalations,
  overrides,
  defaults,
  suspended,
}: TeamDocuments): PlannedTeam[] {
  const membershipsByTeam = Map.groupBy(memberships, ({ teamId }) => teamId);
  const escalationsByTeam = new Map(escalations.map((item) => [item.id, item]));
  const overridesByTeam = Map.groupBy(overrides, ({ teamId }) => teamId);
  return teams.map((team) => {
    const ofTeam = membershipsByTeam.get(team.id) ?? [];
    const ofTiers = escalationsByTeam.get(team.id);
    // In order of creation, those for all teams of a user included.
    const covers = [
      ...(overridesByTeam.get(null) ?? []),
      ...(overridesByTeam.get(team.id) ?? []),
    ].sort(byCreation);
    return {
      team,
      plan: withoutSuspended(toPlan(team, ofTeam, ofTiers, covers), suspended),
      memberships: ofTeam,
      escalations: ofTiers,
      defaultPolicy: defaults.get(team.id),
      escalationPlan: ofTiers ? planOfTiers(ofTiers.wire) : noPlan,
      overrides: covers,
      suspended: new Set(
        ofTeam.flatMap(({ wire }) => {
          const id = wire.userId?.toLowerCase() ?? '';
          return suspended.has(id) ? [id] : [];
        }),
      ),
    };
  });
}

/** Members who administer the team and are not suspended. */
export function administratorsOf({ memberships, plan }: PlannedTeam): string[] {
  return memberships.flatMap(({ wire }) => {
    const userId = wire.userId?.toLowerCase() ?? '';
    return wire.role === 'Administrator' && plan.members.has(userId) ? [userId] : [];
  });
}

const noPlan = planOfTiers({ escalationTiers: [], tierSettings: null });

/** The plan of the team with other escalations than it has. */
export function planWith(
  { team, memberships, overrides, suspended }: PlannedTeam,
  escalations: Pick<Escalations, 'wire' | 'internal'>,
): TeamPlan {
  return withoutSuspended(toPlan(team, memberships, escalations, overrides), suspended);
}

function toPlan(
  team: Team,
  memberships: readonly TeamMembership[],
  escalations: Pick<Escalations, 'wire' | 'internal'> | undefined,
  overrides: readonly Override[],
): TeamPlan {
  return {
    timeZoneId: team.wire.timeZoneId ?? 'UTC',
    tiers: tiersOf(memberships, escalations),
    members: new Set(usersByMembership(memberships).values()),
    overrides: overrides.map(({ wire }) => toActiveOverride(wire)),
  };
}

function usersByMembership(memberships: readonly TeamMembership[]): Map<string, string> {
  return new Map(
    memberships.flatMap(({ id, wire }) =>
      wire.userId === null ? [] : [[id, wire.userId.toLowerCase()] as const],
    ),
  );
}

/** The schedules of tiers with their members by user, suspended ones included. */
export function tiersOf(
  memberships: readonly TeamMembership[],
  escalations: Pick<Escalations, 'wire' | 'internal'> | undefined,
): PlannedSchedule[][] {
  const userByMembership = usersByMembership(memberships);
  const planned = (schedule: Schedule, anchor: string | undefined): PlannedSchedule => ({
    settings: schedule,
    anchor:
      schedule.rotationSettings?.effectiveFrom ??
      schedule.scheduleSettings?.effectiveFrom ??
      anchor ??
      '1970-01-01',
    rotations: schedule.rotations.map(({ members }) =>
      members.flatMap((member) => {
        return userByMembership.get(member.teamMembershipId.toLowerCase()) ?? [];
      }),
    ),
  });
  return (escalations?.wire.escalationTiers ?? []).map(({ schedules }, tier) =>
    schedules.map((schedule, index) =>
      planned(schedule, escalations?.internal.anchors[tier]?.[index]),
    ),
  );
}
