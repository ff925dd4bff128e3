import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { type User, userKind } from '../identity/index.ts';
import { AppError, type Ctx } from '../kernel/index.ts';
import { listResources, withIds } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { teamKind } from '../teams/index.ts';
import { type Availability, availabilitiesAt, type Duty, dutiesIn, everybodyOf } from './duty.ts';
import { dutyPlans } from './duty-plans.ts';
import { type TeamHistory, teamHistories } from './history.ts';
import { dutiesBySchedule, scheduleHistories } from './schedule-history.ts';
import { scheduleKind } from './schedule-kind.ts';
import type { Team } from './team-plans.ts';

export interface OnCallFilter {
  teamIds?: readonly string[] | undefined;
  userIds?: readonly string[] | undefined;
}

export interface DutyFilter extends OnCallFilter {
  /** Duty by these schedules instead of that in teams; the teams are then those that own them. */
  scheduleIds?: readonly string[] | undefined;
}

interface OnCallMember {
  userId: string;
  user: User;
  team: Team;
  availabilities: Availability[];
}

/** Until then a question about now may take to get here, and a change to be noted. */
const recentMilliseconds = 5000;

/**
 * The members of the teams in sight, and whoever has a part in the policies these follow, with their tiers or steps, by
 * team, at `at`; in the past by the settings of that time. People who have left the organization are left out.
 */
export async function whoIsOnCall(
  ctx: Ctx,
  filter: OnCallFilter,
  at: Date,
): Promise<OnCallMember[]> {
  const moment = at.getTime();
  const isNow = moment > ctx.clock.now().getTime() - recentMilliseconds;
  // Nearly everybody asks about now, which needs no history.
  const teams: Pick<TeamHistory, 'team' | 'periods'>[] = isNow
    ? (await dutyPlans(ctx, filter.teamIds, at)).map(({ team, plan }) => ({
        team,
        periods: [{ start: moment, end: moment + 1, plan }],
      }))
    : await teamHistories(ctx, filter.teamIds, at, new Date(moment + 1));
  const users = await membersOf(ctx, teams, filter.userIds);
  return teams.flatMap(({ team, periods: [period] }) =>
    period === undefined
      ? []
      : [...availabilitiesAt(period.plan, moment)].flatMap(([userId, availabilities]) => {
          const user = users.get(userId);
          return user ? [{ userId, user, team, availabilities }] : [];
        }),
  );
}

export interface OnCallHistoryItem extends Duty {
  /** Null for somebody who has left the organization. */
  user: User | null;
  team: Team;
  /** Absent for duty in a team. */
  scheduleId?: string;
}

const itemsMax = 1_000_000;

/**
 * Who was on duty when, in order of teams and starts, by the settings of the time. Throws 400 when that is more than an
 * answer may hold.
 */
export async function onCallBetween(
  ctx: Ctx,
  filter: DutyFilter,
  start: Date,
  end: Date,
  options: { separatesFillUp?: boolean } = {},
): Promise<OnCallHistoryItem[]> {
  if (filter.scheduleIds?.length) return bySchedules(ctx, filter, start, end);
  const teams = await teamHistories(ctx, filter.teamIds, start, end);
  const wanted = filter.userIds?.map((id) => id.toLowerCase());
  const users = await membersOf(ctx, teams, filter.userIds);
  const items: OnCallHistoryItem[] = [];
  for (const { team, periods } of teams) {
    for (const duty of await dutiesIn(periods, options)) {
      if (wanted && !wanted.includes(duty.userId)) continue;
      items.push({ ...duty, user: users.get(duty.userId) ?? null, team });
    }
    demandFew(items);
  }
  return items;
}

/** In order of the schedules' creation. */
async function bySchedules(
  ctx: Ctx,
  { teamIds, userIds, scheduleIds = [] }: DutyFilter,
  start: Date,
  end: Date,
): Promise<OnCallHistoryItem[]> {
  const ofTeams = teamIds ? { teamId: { $in: teamIds.map((id) => id.toLowerCase()) } } : {};
  const { items: schedules } = await listResources(ctx, scheduleKind, {
    ...withIds(scheduleIds.map((id) => id.toLowerCase())),
    ...ofTeams,
  });
  const histories = await scheduleHistories(ctx, schedules, start, end);
  const owners = schedules.flatMap(({ teamId }) => teamId ?? []);
  const teams = await listResources(ctx, teamKind, withIds(owners));
  const wanted = userIds?.map((id) => id.toLowerCase());
  const found: (Duty & { scheduleId: string; team: Team })[] = [];
  for (const history of histories) {
    const { id: scheduleId, teamId } = history.schedule;
    const team = teams.items.find(({ id }) => id === teamId);
    if (!team) continue;
    for (const duty of dutiesBySchedule(history))
      if (!wanted || wanted.includes(duty.userId))
        found.push({ ...duty, tier: 1, scheduleId, team });
    demandFew(found);
    await turnOfOthers();
  }
  const users = await membersOf(ctx, [], userIds, found);
  return found.map((one) => ({ ...one, user: users.get(one.userId) ?? null }));
}

function demandFew(items: readonly unknown[]): void {
  if (items.length > itemsMax)
    throw new AppError('validation-failed', say('dutyReportTooLong', { max: itemsMax }));
}

/**
 * Members at any of these times, those with a part in the steps of a policy, and others who are named, as far as they
 * are wanted and still in the organization.
 */
export async function membersOf(
  ctx: Ctx,
  teams: readonly Pick<TeamHistory, 'periods'>[],
  userIds?: readonly string[],
  others: readonly { userId: string }[] = [],
): Promise<Map<string, User>> {
  const members = [
    ...new Set([
      ...teams.flatMap(({ periods }) => periods.flatMap(({ plan }) => [...everybodyOf(plan)])),
      ...others.map(({ userId }) => userId),
    ]),
  ];
  const wanted = userIds?.map((id) => id.toLowerCase());
  const shown = wanted ? members.filter((id) => wanted.includes(id)) : members;
  const { items } = await listResources(ctx, userKind, { _id: { $in: shown } });
  return new Map(items.map((user) => [user.id, user]));
}
