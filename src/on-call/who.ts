import { type User, userKind } from '../identity/index.ts';
import { AppError, type Ctx } from '../kernel/index.ts';
import { listResources, lookupInstant, type Resource } from '../resources/index.ts';
import {
  type TeamMembership,
  type TeamWire,
  teamKind,
  teamMembershipKind,
} from '../teams/index.ts';
import { toActiveOverride } from './cover.ts';
import {
  type Availability,
  availabilitiesAt,
  type Duty,
  dutiesBetween,
  type TeamPlan,
} from './duty.ts';
import { type Escalations, escalationsKind, type Schedule } from './escalations.ts';
import { type Override, overrideKind } from './overrides.ts';
import type { PlannedSchedule } from './shifts.ts';

export type Team = Resource<TeamWire>;

export interface OnCallFilter {
  teamIds?: readonly string[] | undefined;
  userIds?: readonly string[] | undefined;
}

export interface OnCallMember {
  user: User;
  team: Team;
  availabilities: Availability[];
}

/** The members of the teams in sight with the tiers they have a part in, by team, at `at`. */
export async function whoIsOnCall(
  ctx: Ctx,
  filter: OnCallFilter,
  at: Date,
): Promise<OnCallMember[]> {
  const moment = at.getTime();
  const { plans, users } = await loadPlans(ctx, filter, at);
  return plans.flatMap(({ team, plan }) =>
    [...availabilitiesAt(plan, moment)].flatMap(([userId, availabilities]) => {
      const user = users.get(userId);
      return user ? [{ user, team, availabilities }] : [];
    }),
  );
}

export interface OnCallHistoryItem extends Duty {
  user: User;
  team: Team;
}

const itemsMax = 1_000_000;

/**
 * Who was on duty when, in order of teams and starts; the past as the present settings tell it. Throws 400
 * when that is more than an answer may hold.
 */
export async function onCallBetween(
  ctx: Ctx,
  filter: OnCallFilter,
  start: Date,
  end: Date,
): Promise<OnCallHistoryItem[]> {
  const { plans, users } = await loadPlans(ctx, filter, start);
  const items: OnCallHistoryItem[] = [];
  for (const { team, plan } of plans) {
    for (const duty of await dutiesBetween(plan, start.getTime(), end.getTime())) {
      const user = users.get(duty.userId);
      if (user) items.push({ ...duty, user, team });
    }
    if (items.length > itemsMax)
      throw new AppError(
        'validation-failed',
        `The report has more than ${itemsMax} times on duty; request a shorter interval or fewer teams.`,
      );
  }
  return items;
}

/** The plans of the teams in sight, and the wanted users; `from` leaves out overrides that have ended. */
async function loadPlans(ctx: Ctx, { teamIds, userIds }: OnCallFilter, from: Date) {
  const plans = await teamPlans(ctx, teamIds, from);
  const members = [...new Set(plans.flatMap(({ plan }) => [...plan.members]))];
  const wanted = userIds?.map((id) => id.toLowerCase());
  const shown = wanted ? members.filter((id) => wanted.includes(id)) : members;
  const users = await listResources(ctx, userKind, { _id: { $in: shown } });
  return { plans, users: new Map(users.items.map((user) => [user.id, user])) };
}

/** All that a team set up to be alerted. */
export interface PlannedTeam {
  team: Team;
  plan: TeamPlan;
  memberships: TeamMembership[];
  escalations: Escalations | undefined;
}

/** The teams in sight, all of them or those given, with who is on call in them when. */
export async function teamPlans(
  ctx: Ctx,
  teamIds: readonly string[] | undefined,
  from: Date,
): Promise<PlannedTeam[]> {
  const ids = teamIds?.map((id) => id.toLowerCase());
  const byTeamId = ids ? { teamId: { $in: ids } } : {};
  const ofOverrides = ids ? { teamId: { $in: [null, ...ids] } } : {};
  const [teams, memberships, escalations, overrides] = await Promise.all([
    listResources(ctx, teamKind, byTeamId),
    listResources(ctx, teamMembershipKind, byTeamId),
    listResources(ctx, escalationsKind, byTeamId),
    listResources(ctx, overrideKind, {
      ...ofOverrides,
      'lookup.endsAt': { $gt: lookupInstant(from) },
    }),
  ]);
  const membershipsByTeam = Map.groupBy(memberships.items, ({ teamId }) => teamId);
  const escalationsByTeam = new Map(escalations.items.map((item) => [item.id, item]));
  const overridesByTeam = Map.groupBy(overrides.items, ({ teamId }) => teamId);
  return teams.items.map((team) => {
    const ofTeam = membershipsByTeam.get(team.id) ?? [];
    const ofTiers = escalationsByTeam.get(team.id);
    // In order of creation, those for all teams of a user included.
    const covers = [
      ...(overridesByTeam.get(null) ?? []),
      ...(overridesByTeam.get(team.id) ?? []),
    ].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
    return {
      team,
      plan: toPlan(team, ofTeam, ofTiers, covers),
      memberships: ofTeam,
      escalations: ofTiers,
    };
  });
}

function toPlan(
  team: Team,
  memberships: readonly TeamMembership[],
  escalations: Escalations | undefined,
  overrides: readonly Override[],
): TeamPlan {
  const userByMembership = new Map(
    memberships.flatMap(({ id, wire }) =>
      wire.userId === null ? [] : [[id, wire.userId.toLowerCase()] as const],
    ),
  );
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
  const tiers = (escalations?.wire.escalationTiers ?? []).map(({ schedules }, tier) =>
    schedules.map((schedule, index) =>
      planned(schedule, escalations?.internal.anchors[tier]?.[index]),
    ),
  );
  return {
    timeZoneId: team.wire.timeZoneId ?? 'UTC',
    tiers,
    members: new Set(userByMembership.values()),
    overrides: overrides.map(({ wire }) => toActiveOverride(wire)),
  };
}
