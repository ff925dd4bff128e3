import { type User, userKind } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { listResources, type Resource } from '../resources/index.ts';
import { type TeamWire, teamKind, teamMembershipKind } from '../teams/index.ts';
import {
  type Availability,
  availabilitiesAt,
  type Duty,
  dutiesBetween,
  type TeamDuty,
} from './availability.ts';
import { escalationsKind } from './escalations.ts';
import { overrideKind } from './overrides.ts';

export type Team = Resource<TeamWire>;

export interface OnCallMember {
  user: User;
  team: Team;
  availabilities: Availability[];
}

export interface OnCallFilter {
  teamIds?: readonly string[] | undefined;
  userIds?: readonly string[] | undefined;
}

/** Who has a part in the tiers of the teams in sight at `at`, by team and user. */
export async function whoIsOnCall(
  ctx: Ctx,
  filter: OnCallFilter,
  at: Date,
): Promise<OnCallMember[]> {
  const { duties, teams, users } = await loadDuties(ctx, filter.teamIds);
  const wanted = filter.userIds?.map((id) => id.toLowerCase());
  return duties.flatMap((duty) =>
    [...availabilitiesAt(duty, at)].flatMap(([userId, availabilities]) => {
      const user = users.get(userId);
      const team = teams.get(duty.teamId);
      if (!user || !team || (wanted && !wanted.includes(userId))) return [];
      return [{ user, team, availabilities }];
    }),
  );
}

export interface OnCallHistoryItem extends Duty {
  user: User;
  team: Team;
}

/** Who was online when, as today's escalations and overrides say; a change of escalations is not remembered. */
export async function onCallBetween(
  ctx: Ctx,
  filter: OnCallFilter,
  start: Date,
  end: Date,
): Promise<OnCallHistoryItem[]> {
  const { duties, teams, users } = await loadDuties(ctx, filter.teamIds);
  const wanted = filter.userIds?.map((id) => id.toLowerCase());
  return duties.flatMap((duty) =>
    dutiesBetween(duty, start, end).flatMap((item) => {
      const user = users.get(item.userId);
      const team = teams.get(item.teamId);
      if (!user || !team || (wanted && !wanted.includes(item.userId))) return [];
      return [{ ...item, user, team }];
    }),
  );
}

async function loadDuties(ctx: Ctx, teamIds: readonly string[] | undefined) {
  const ids = teamIds?.map((id) => id.toLowerCase());
  const ofTeams = ids ? { teamId: { $in: ids } } : {};
  const [teams, memberships, escalations, overrides, users] = await Promise.all([
    listResources(ctx, teamKind, ofTeams),
    listResources(ctx, teamMembershipKind, ofTeams),
    listResources(ctx, escalationsKind, ofTeams),
    listResources(ctx, overrideKind, ids ? { teamId: { $in: [null, ...ids] } } : {}),
    listResources(ctx, userKind),
  ]);
  const duties: TeamDuty[] = teams.items.map((team) => ({
    teamId: team.id,
    tiers: escalations.items.find(({ id }) => id === team.id)?.wire.escalationTiers ?? [],
    userByMembership: new Map(
      memberships.items
        .filter((membership) => membership.teamId === team.id)
        .map((membership) => [membership.id, membership.wire.userId?.toLowerCase() ?? '']),
    ),
    overrides: overrides.items.map(({ wire }) => wire),
  }));
  return {
    duties,
    teams: new Map(teams.items.map((team) => [team.id, team])),
    users: new Map(users.items.map((user) => [user.id, user])),
  };
}
