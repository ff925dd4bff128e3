import { type User, userKind } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { netMinutes, type OnCallHistoryItem, onCallBetween } from '../on-call/index.ts';
import { listResources } from '../resources/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';
import type { ReportPeriod } from './report-period.ts';

/** How long somebody was on call. Seconds that passed, not what clocks showed: a night in spring is an hour shorter. */
export interface PersonOnCall {
  userId: string;
  /** Null for somebody who has left the organization. */
  user: User | null;
  /** On call in several teams at once counts once (spec 2.9). */
  seconds: number;
  /** In each team; together they may be more. */
  teams: { team: NamedTeam; seconds: number }[];
}

interface NamedTeam {
  id: string;
  displayName: string;
}

export interface OnCallReportRequest {
  period: ReportPeriod;
  teamIds: readonly string[] | undefined;
  userIds: readonly string[] | undefined;
  /** Duty by these instead of that in teams. */
  scheduleIds?: readonly string[] | undefined;
  /** Tiers up to this one. */
  tierMax: number;
}

export interface OnCallReport {
  /** Exclusive; earlier than the end of a period that is not over. */
  countedUntil: Date;
  isRunning: boolean;
  /** Longest first; without duty last. */
  people: PersonOnCall[];
}

/** Who was on call for how long in the period, members of the teams without duty included. */
export async function onCallReport(ctx: Ctx, request: OnCallReportRequest): Promise<OnCallReport> {
  const { items, countedUntil, isRunning } = await onCallTimes(ctx, request);
  const byUser = Map.groupBy(items, ({ userId }) => userId);
  const people = [...byUser].map(([userId, own]): PersonOnCall => {
    const byTeam = Map.groupBy(own, ({ team }) => team.id);
    return {
      userId,
      user: own[0]?.user ?? null,
      seconds: secondsOf(own),
      teams: [...byTeam.values()]
        .flatMap((inTeam) => {
          const team = inTeam[0]?.team;
          return team ? [{ team: named(team), seconds: secondsOf(inTeam) }] : [];
        })
        .sort((a, b) => b.seconds - a.seconds),
    };
  });
  // Schedules have no members.
  if (!request.scheduleIds)
    people.push(...(await withoutDuty(ctx, request, new Set(byUser.keys()))));
  return {
    countedUntil,
    isRunning,
    people: people.sort((a, b) => b.seconds - a.seconds || nameOf(a).localeCompare(nameOf(b))),
  };
}

/** Every uninterrupted time of duty; tier 1 that somebody filled up is told apart. */
export async function onCallTimes(
  ctx: Ctx,
  { period: { interval }, tierMax, ...filter }: OnCallReportRequest,
): Promise<{ items: OnCallHistoryItem[]; countedUntil: Date; isRunning: boolean }> {
  const now = ctx.clock.now().getTime();
  const end = Math.max(interval.start, Math.min(interval.end, now));
  const all =
    end === interval.start
      ? []
      : await onCallBetween(ctx, filter, new Date(interval.start), new Date(end), {
          separatesFillUp: true,
        });
  return {
    items: all.filter(({ tier }) => tier <= tierMax),
    countedUntil: new Date(end),
    isRunning: end < interval.end,
  };
}

async function withoutDuty(
  ctx: Ctx,
  { teamIds, userIds }: OnCallReportRequest,
  onDuty: ReadonlySet<string>,
): Promise<PersonOnCall[]> {
  const ids = teamIds?.map((id) => id.toLowerCase());
  const [teams, memberships] = await Promise.all([
    listResources(ctx, teamKind, ids ? { _id: { $in: ids } } : {}),
    listResources(ctx, teamMembershipKind, ids ? { teamId: { $in: ids } } : {}),
  ]);
  const names = new Map(teams.items.map(({ id, wire }) => [id, wire.displayName]));
  const wanted = userIds && new Set(userIds.map((id) => id.toLowerCase()));
  const idle = memberships.items.flatMap(({ wire: { userId, teamId } }) => {
    const id = userId?.toLowerCase();
    if (id === undefined || onDuty.has(id) || (wanted && !wanted.has(id))) return [];
    return [{ userId: id, teamId: teamId.toLowerCase() }];
  });
  const byUser = Map.groupBy(idle, ({ userId }) => userId);
  const users = await listResources(ctx, userKind, { _id: { $in: [...byUser.keys()] } });
  return users.items.map((user) => ({
    userId: user.id,
    user,
    seconds: 0,
    teams: (byUser.get(user.id) ?? []).flatMap(({ teamId: id }) => {
      const displayName = names.get(id);
      return displayName === undefined ? [] : [{ team: { id, displayName }, seconds: 0 }];
    }),
  }));
}

export function nameOf({ user, userId }: Pick<PersonOnCall, 'user' | 'userId'>): string {
  return user?.wire.displayName ?? user?.wire.email ?? userId;
}

function named({ id, wire }: OnCallHistoryItem['team']): NamedTeam {
  return { id, displayName: wire.displayName };
}

function secondsOf(items: readonly OnCallHistoryItem[]): number {
  return Math.round(netMinutes(items) * 60);
}
