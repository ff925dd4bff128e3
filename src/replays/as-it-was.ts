import { isDeepStrictEqual } from 'node:util';
import type { SceneFacts } from '../alerting/index.ts';
import type { Ctx } from '../kernel/index.ts';
import {
  type PeriodOf,
  type ScheduleFacts,
  scheduleHistories,
  scheduleKind,
  type TeamPlan,
  teamHistories,
} from '../on-call/index.ts';
import { listResources } from '../resources/index.ts';
import type { Rota } from '../rota/index.ts';
import type { Stage } from '../stage/index.ts';

/** Who was on call, by what was set up and known at each time. */
export interface PastDuty {
  teams: ReadonlyMap<string, readonly PeriodOf<TeamPlan>[]>;
  schedules: ReadonlyMap<string, readonly PeriodOf<Rota>[]>;
}

/** Reads it for all teams and schedules that are there now. */
export async function readPastDuty(
  ctx: Ctx,
  { from, until }: { from: Date; until: Date },
): Promise<PastDuty> {
  const { items } = await listResources(ctx, scheduleKind);
  const schedules = await scheduleHistories(ctx, items, from, until);
  const teams = await teamHistories(ctx, undefined, from, until);
  return {
    teams: new Map(teams.map((one) => [one.team.id, one.periodsAsKnown()])),
    schedules: new Map(schedules.map((one) => [one.schedule.id, one.periodsAsKnown()])),
  };
}

/** Who was perhaps on call, by teams and schedules. */
export function peopleThen({ teams, schedules }: PastDuty): Map<string, ReadonlySet<string>> {
  const ofTeams = [...teams].map(
    ([id, periods]) => [id, new Set(periods.flatMap(({ plan }) => [...plan.members]))] as const,
  );
  const ofSchedules = [...schedules].map(
    ([id, periods]) => [id, new Set(periods.flatMap(({ plan }) => peopleOf(plan)))] as const,
  );
  return new Map([...ofTeams, ...ofSchedules]);
}

function peopleOf({ levels, temporaries, overrides }: Rota): string[] {
  return [
    ...levels.flat().flatMap(({ groups }) => groups.flat()),
    ...temporaries.flatMap(({ shifts }) => shifts.flatMap(({ userIds }) => userIds)),
    ...overrides.flatMap(({ userId, replacements }) => [userId, ...replacements]),
  ];
}

/**
 * The stages on which those are on call who were, in teams and schedules that are the same on both: of what a change
 * touches, both sides are as the settings say now. Pure.
 */
export function asItWas(
  [present, changed]: readonly [Stage, Stage],
  duty: PastDuty,
): [Stage, Stage] {
  const isSameTeam = (id: string) =>
    isDeepStrictEqual(present.facts.teams.get(id), changed.facts.teams.get(id));
  const isSameSchedule = (id: string) =>
    isDeepStrictEqual(decisive(present.schedule(id)), decisive(changed.schedule(id)));
  const same: PastDuty = {
    teams: new Map([...duty.teams].filter(([id]) => isSameTeam(id))),
    schedules: new Map([...duty.schedules].filter(([id]) => isSameSchedule(id))),
  };
  return [stageThen(present, same), stageThen(changed, same)];
}

/** Who is away matters only of those whom the schedule may put on call. */
function decisive(facts: ScheduleFacts | null) {
  return facts && { ...facts, away: facts.away.intersection(facts.concerned) };
}

function stageThen(stage: Stage, { teams, schedules }: PastDuty): Stage {
  const all = [...teams.values(), ...schedules.values()];
  const starts = new Set(all.flatMap((periods) => periods.map(({ start }) => start)));
  const bounds = [...starts].sort((one, other) => one - other);
  // Time goes on, so the latest one is asked for again and again.
  let latest: { from: number; until: number; facts: SceneFacts } | null = null;
  const latestAt = (now: number) => {
    if (latest && latest.from <= now && now < latest.until) return latest;
    const from = bounds.findLast((bound) => bound <= now) ?? Number.NEGATIVE_INFINITY;
    const until = bounds.find((bound) => bound > now) ?? Number.POSITIVE_INFINITY;
    latest = { from, until, facts: factsThen(stage.facts, { teams, schedules }, now) };
    return latest;
  };
  return {
    ...stage,
    factsAt: (now) => latestAt(now).facts,
    factsChangeAfter: (now) => latestAt(now).until,
  };
}

function factsThen(facts: SceneFacts, { teams, schedules }: PastDuty, now: number): SceneFacts {
  const known = new Map(facts.teams);
  for (const [id, periods] of teams) {
    const planned = known.get(id);
    const plan = planAt(periods, now);
    // Alerting says whether it follows a policy in place of tiers.
    if (planned && plan) known.set(id, { ...planned, plan: withoutPolicy(plan) });
  }
  const { rota } = facts.policies;
  const rotaThen = (id: string) => planAt(schedules.get(id) ?? [], now) ?? rota(id);
  return { ...facts, teams: known, policies: { ...facts.policies, rota: rotaThen } };
}

function planAt<Plan>(periods: readonly PeriodOf<Plan>[], now: number): Plan | undefined {
  return periods.find(({ start, end }) => start <= now && now < end)?.plan;
}

function withoutPolicy({ policy: _, ...plan }: TeamPlan): TeamPlan {
  return plan;
}
