import type { Ctx } from '../kernel/index.ts';
import { toActiveOverride } from './cover.ts';
import type { TeamPlan } from './duty.ts';
import { formerOverridesOf, overridesInTime } from './former-overrides.ts';
import { type PeriodOf, periodsBy } from './periods.ts';
import { type PlannedTeam, teamPlans } from './team-plans.ts';
import { contentOf, type PlanVersion, printOf, versionsOf } from './versions.ts';

/** A time in which the same settings decided who is on call. */
export type Period = PeriodOf<TeamPlan>;

export interface TeamHistory {
  team: PlannedTeam['team'];
  periods: Period[];
  /** As they are stored now; those that were deleted are in the plans only. */
  overrides: PlannedTeam['overrides'];
  /** When something last changed that decides who is on call. */
  changedAt: Date;
  /** Instants at which who is on call may differ because somebody changed something, not because a shift ended. */
  unplanned: ReadonlySet<number>;
}

/**
 * The teams in sight with the settings they had at each time of the interval. Before the first version, and from now
 * on, those that they have now.
 */
export async function teamHistories(
  ctx: Ctx,
  teamIds: readonly string[] | undefined,
  start: Date,
  end: Date,
): Promise<TeamHistory[]> {
  const planned = await teamPlans(ctx, teamIds, start);
  const now = ctx.clock.now().getTime();
  const ids = planned.map(({ team }) => team.id);
  const [versions, former] = await Promise.all([
    versionsOf(ctx)
      .find({ teamId: { $in: ids }, validFrom: { $lt: end } })
      .sort({ teamId: 1, number: 1 })
      .toArray(),
    formerOverridesOf(ctx)
      .find({
        organizationId: ctx.organizationId,
        cancelledAt: { $gt: start },
        teamId: { $in: [null, ...ids] },
        scheduleId: null,
      })
      .toArray(),
  ]);
  const versionsByTeam = Map.groupBy(versions, ({ teamId }) => teamId);
  return planned.map((one) => {
    const { id } = one.team;
    const ofTeam = former.filter(({ teamId }) => teamId === null || teamId === id);
    const overrides = overridesInTime(one.overrides, ofTeam);
    const interval = { start: start.getTime(), end: end.getTime(), now };
    const present = { ...one.plan, overrides };
    const ofPast = versionsByTeam.get(id) ?? [];
    const changes = [
      ...[one.team, ...one.memberships, ...one.overrides].map(({ updatedAt }) => updatedAt),
      ...(one.escalations ? [one.escalations.updatedAt] : []),
      ...ofTeam.map(({ cancelledAt }) => cancelledAt),
      ...ofPast.map(({ validFrom }) => validFrom),
    ];
    const periods = periodsOf(present, ofPast, interval);
    return {
      team: one.team,
      periods,
      overrides: one.overrides,
      changedAt: new Date(Math.max(...changes.map((change) => change.getTime()))),
      unplanned: new Set([
        ...periods.map((period) => period.start),
        ...ofTeam.map(({ cancelledAt }) => cancelledAt.getTime()),
        ...one.overrides.flatMap(enteredLate),
      ]),
    };
  });
}

/** Pure; `versions` are those that begin before the end, in order. */
export function periodsOf(
  present: TeamPlan,
  versions: readonly PlanVersion[],
  interval: { start: number; end: number; now: number },
): Period[] {
  return periodsBy(
    { plan: present, print: printOf(contentOf(present)) },
    versions.map((version) => ({
      at: version.validFrom.getTime(),
      plan: planOf(version, present),
      print: version.print,
    })),
    interval,
  );
}

function planOf({ timeZoneId, tiers, members }: PlanVersion, { overrides }: TeamPlan): TeamPlan {
  return { timeZoneId, tiers, members: new Set(members), overrides };
}

/** The ends of an override as far as they had passed when it was entered. */
export function enteredLate({
  wire,
  createdAt,
}: Pick<PlannedTeam['overrides'][number], 'wire' | 'createdAt'>): number[] {
  const { start, end } = toActiveOverride(wire);
  return [start, end].filter((instant) => instant <= createdAt.getTime());
}
