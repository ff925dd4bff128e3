import type { Ctx } from '../kernel/index.ts';
import { listResources, withIds } from '../resources/index.ts';
import { toActiveOverride } from './cover.ts';
import type { TeamPlan } from './duty.ts';
import { stepsOfTeams } from './duty-plans.ts';
import {
  counting,
  formerOverridesOf,
  overridesAbout,
  overridesInTime,
} from './former-overrides.ts';
import { asKnown, cancelledLate, enteredLate, type InTime } from './in-time.ts';
import type { OverrideWire } from './overrides.ts';
import { countingFrom, type PeriodOf, periodsBy } from './periods.ts';
import { type ScheduleHistory, scheduleHistories } from './schedule-history.ts';
import { scheduleKind } from './schedule-kind.ts';
import type { PolicyDuty, StepPeople } from './step-duty.ts';
import { type PlannedTeam, teamPlans } from './team-plans.ts';
import { contentOf, type PlanVersion, printOf, versionHeads, versionsOf } from './versions.ts';

/** A time in which the same settings decided who is on call. */
export type Period = PeriodOf<TeamPlan>;

export interface TeamHistory {
  team: PlannedTeam['team'];
  periods: Period[];
  /** The same as one knew it at each time. */
  periodsAsKnown(): Period[];
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
  const stepsNow = await stepsOfTeams(ctx, planned, start);
  const now = ctx.clock.now().getTime();
  const ids = planned.map(({ team }) => team.id);
  const [versionsByTeam, former] = await Promise.all([
    versionsWithin(ctx, ids, start, end),
    formerOverridesOf(ctx)
      .find({
        organizationId: ctx.organizationId,
        cancelledAt: { $gt: start },
        teamId: { $in: [null, ...ids] },
        scheduleId: null,
      })
      .toArray(),
  ]);
  const ofSteps = await schedulesOfSteps(
    ctx,
    [
      ...stepsNow.values(),
      ...[...versionsByTeam.values()].flat().flatMap(({ steps = [] }) => [steps]),
    ].flat(),
    { start, end },
  );
  return planned.map((one) => {
    const { id } = one.team;
    const ofTeam = former.filter(({ teamId }) => teamId === null || teamId === id);
    const inTime = overridesInTime(one.overrides, ofTeam);
    const interval = { start: start.getTime(), end: end.getTime(), now };
    const steps = stepsNow.get(id);
    const ofPast = versionsByTeam.get(id) ?? [];
    const changes = [
      ...[one.team, ...one.memberships, ...one.overrides].map(({ updatedAt }) => updatedAt),
      ...[one.escalations, one.defaultPolicy].flatMap((given) => given?.updatedAt ?? []),
      ...(steps ?? []).flatMap(({ schedules }) =>
        schedules.flatMap(({ scheduleId }) => ofSteps.get(scheduleId)?.changedAt ?? []),
      ),
      ...ofTeam.map(({ cancelledAt }) => cancelledAt),
      ...ofPast.map(({ validFrom }) => validFrom),
    ];
    const rotas = new Map([...ofSteps].map(([schedule, found]) => [schedule, found.periods]));
    const present = withSteps({ ...one.plan, overrides: counting(inTime) }, steps, rotas);
    const periods = periodsOf(present, ofPast, interval, rotas);
    return {
      team: one.team,
      periods,
      periodsAsKnown: () => knownPeriods(periods, inTime),
      overrides: one.overrides,
      changedAt: new Date(Math.max(...changes.map((change) => change.getTime()))),
      unplanned: new Set([
        ...periods.map((period) => period.start),
        ...ofTeam.flatMap(cancelledLate),
        ...one.overrides.flatMap((given) => enteredLate(toActiveOverride(given.wire), given)),
      ]),
    };
  });
}

function knownPeriods(
  periods: readonly Period[],
  overrides: readonly InTime<OverrideWire>[],
): Period[] {
  const people = periods.flatMap(({ plan }) => [...plan.members]);
  const own = overridesAbout(people, overrides);
  return asKnown(periods, own, (plan, isKnown) => ({
    ...plan,
    overrides: own.filter(isKnown).map(({ wire }) => toActiveOverride(wire)),
  }));
}

/** The versions of teams that count between two instants, in order, by team. */
async function versionsWithin(
  ctx: Ctx,
  teamIds: readonly string[],
  start: Date,
  end: Date,
): Promise<Map<string, PlanVersion[]>> {
  const heads = await versionHeads(ctx, teamIds, end);
  const counting = [...heads.values()].flatMap((own) => countingFrom(own, start.getTime()));
  const found = await versionsOf(ctx)
    .find({ _id: { $in: counting.map(({ _id }) => _id) } })
    .sort({ teamId: 1, number: 1 })
    .toArray();
  return Map.groupBy(found, ({ teamId }) => teamId);
}

/** The schedules that steps name, with the settings of each time; those that are gone are left out. */
async function schedulesOfSteps(
  ctx: Ctx,
  steps: readonly StepPeople[],
  { start, end }: { start: Date; end: Date },
): Promise<Map<string, ScheduleHistory>> {
  const ids = steps.flatMap(({ schedules }) => schedules.map(({ scheduleId }) => scheduleId));
  if (ids.length === 0) return new Map();
  const { items } = await listResources(ctx, scheduleKind, withIds([...new Set(ids)]));
  const histories = await scheduleHistories(ctx, items, start, end);
  return new Map(histories.map((one) => [one.schedule.id, one]));
}

/**
 * Pure; `versions` are those that begin before the end, in order, `rotas` the schedules of their steps as they were at
 * each time.
 */
export function periodsOf(
  present: TeamPlan,
  versions: readonly PlanVersion[],
  interval: { start: number; end: number; now: number },
  rotas: PolicyDuty['rotas'] = new Map(),
): Period[] {
  return periodsBy(
    { plan: present, print: printOf(contentOf(present)) },
    versions.map((version) => ({
      at: version.validFrom.getTime(),
      plan: withSteps(planOf(version, present), version.steps, rotas),
      print: version.print,
    })),
    interval,
  );
}

function withSteps(
  plan: TeamPlan,
  steps: readonly StepPeople[] | undefined,
  rotas: PolicyDuty['rotas'],
): TeamPlan {
  return steps ? { ...plan, policy: { steps, rotas } } : plan;
}

function planOf({ timeZoneId, tiers, members }: PlanVersion, { overrides }: TeamPlan): TeamPlan {
  return { timeZoneId, tiers, members: new Set(members), overrides };
}
