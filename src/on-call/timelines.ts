import type { User } from '../identity/index.ts';
import { AppError, type Ctx } from '../kernel/index.ts';
import { findResource, getResource, prepareResource } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { teamKind } from '../teams/index.ts';
import { everybodyOf } from './duty.ts';
import { type EscalationsWire, escalationsKind } from './escalations.ts';
import { type TeamHistory, teamHistories } from './history.ts';
import type { Override } from './overrides.ts';
import { planWith, type Team, teamPlans } from './team-plans.ts';
import { type Timeline, timelineOf } from './timeline.ts';
import { membersOf } from './who.ts';

export interface TeamTimeline extends Timeline {
  team: Team;
  /** Overrides of its members within the time, in order of creation. */
  overrides: Override[];
}

export interface Timelines {
  teams: TeamTimeline[];
  /** Everybody who is named, as far as they are still in the organization. */
  users: User[];
}

/** As many as a year of hourly shifts: more can neither be drawn nor read. */
const shiftsMax = 10_000;

/**
 * Who is on call when and why in those of the teams that are in sight; the past by the settings of its time. Throws
 * 400.
 */
export async function timelinesBetween(
  ctx: Ctx,
  teamIds: readonly string[],
  start: Date,
  end: Date,
): Promise<Timelines> {
  return timelinesOf(ctx, await teamHistories(ctx, teamIds, start, end), end);
}

/**
 * The answer of `timelinesBetween` as if these escalations had been stored; nothing is stored. Throws 400 as storing
 * them does, and 404 for a team out of sight.
 */
export async function previewTimeline(
  ctx: Ctx,
  given: Partial<EscalationsWire> & { teamId: string },
  start: Date,
  end: Date,
): Promise<Timelines> {
  const id = given.teamId.toLowerCase();
  await getResource(ctx, teamKind, id);
  const current = (await findResource(ctx, escalationsKind, { _id: id })) ?? undefined;
  const escalations = await prepareResource(ctx, escalationsKind, given, current);
  const planned = await teamPlans(ctx, [id], start);
  const teams = planned.map((one) => ({
    team: one.team,
    overrides: one.overrides,
    periods: [{ start: start.getTime(), end: end.getTime(), plan: planWith(one, escalations) }],
  }));
  return timelinesOf(ctx, teams, end);
}

async function timelinesOf(
  ctx: Ctx,
  histories: readonly Pick<TeamHistory, 'team' | 'periods' | 'overrides'>[],
  end: Date,
): Promise<Timelines> {
  const teams: TeamTimeline[] = [];
  let count = 0;
  for (const { team, periods, overrides } of histories) {
    const timeline = await timelineOf(periods);
    for (const { shifts, absences } of timeline.tiers) count += shifts.length + absences.length;
    if (count > shiftsMax)
      throw new AppError('validation-failed', say('timelineTooLong', { max: shiftsMax }));
    const members = new Set(periods.flatMap(({ plan }) => [...everybodyOf(plan)]));
    const shown = overrides.filter(
      ({ wire }) =>
        members.has(wire.userId.toLowerCase()) &&
        (wire.start === null || Date.parse(wire.start) < end.getTime()),
    );
    teams.push({ ...timeline, team, overrides: shown });
  }
  return { teams, users: [...(await membersOf(ctx, histories)).values()] };
}
