import { localClock } from '../calendar/index.ts';
import type { components } from '../contract/index.ts';
import { type Ctx, repeatableId } from '../kernel/index.ts';
import { getResource } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { convertSchedule } from './convert-schedule.ts';
import { type Passage, type PlanStep, planOfTiers, type TierPlan } from './escalation-plan.ts';
import { type EscalationsWire, type EscalationTier, escalationsKind } from './escalations.ts';
import type { PolicyStepWire } from './policy-kind.ts';
import type { PlannedSchedule } from './shifts.ts';
import { teamPlans, tiersOf } from './team-plans.ts';
import { onDays } from './tier-layer.ts';

type ScheduleInput = components['schemas']['OnCallScheduleInput'];
type PolicyInput = components['schemas']['EscalationPolicyInput'];

/** The tiers of a team, with who they name. */
export interface TiersToConvert {
  team: { id: string; displayName: string; timeZoneId: string };
  wire: Pick<EscalationsWire, 'escalationTiers' | 'tierSettings'>;
  /** By tier, with their members by user. */
  schedules: readonly (readonly PlannedSchedule[])[];
  /** How many overrides of the team count now or later. */
  overrides: number;
}

export interface ConvertedEscalations {
  /** One for each tier. `id` stands for it in the policy: nothing is stored. */
  schedules: { id: string; wire: ScheduleInput }[];
  policy: PolicyInput;
  /** The differences to the present escalations; empty: nobody notices. */
  differences: Sentence[];
}

/** The same of a team as it is stored; null where it has no tiers. Throws 404. */
export async function convertedEscalations(
  ctx: Ctx,
  id: string,
): Promise<ConvertedEscalations | null> {
  const escalations = await getResource(ctx, escalationsKind, id);
  const [planned] = await teamPlans(ctx, [escalations.id], ctx.clock.now());
  if (!planned || escalations.wire.escalationTiers.length === 0) return null;
  const { team, memberships, overrides } = planned;
  const { displayName, timeZoneId } = team.wire;
  return convertEscalations({
    team: { id: team.id, displayName, timeZoneId: timeZoneId ?? 'UTC' },
    wire: escalations.wire,
    schedules: tiersOf(memberships, escalations),
    overrides: overrides.filter(({ wire }) => wire.teamId !== null).length,
  });
}

/** So long after the step before that it only follows where nobody of that can be told. */
const never = 2_630_000;
const shareMax = 50;
const nameMax = 480;

/**
 * The tiers of a team as a schedule for each and a policy that names them. Without differences the same people are on
 * call at every instant, and everybody is told at the same instants. Pure.
 */
export function convertEscalations({
  team,
  wire,
  schedules,
  overrides,
}: TiersToConvert): ConvertedEscalations {
  const clock = localClock(team.timeZoneId);
  const plan = planOfTiers(wire);
  const differences: Sentence[] = [];
  const converted = schedules.map((ofTier, index) => {
    const names = wire.escalationTiers[index]?.schedules ?? [];
    const parts = ofTier.map((one, place) =>
      convertSchedule(one, clock, names[place]?.displayName ?? null),
    );
    if (parts.some(({ cutsWindows }) => cutsWindows))
      differences.push(say('convertsCuttingWindows', { tier: index + 1 }));
    return {
      id: repeatableId(0, team.id, 'schedule of tier', index + 1),
      wire: {
        displayName: `${team.displayName.slice(0, nameMax)} tier ${index + 1}`,
        teamId: team.id,
        timeZoneId: team.timeZoneId,
        layers: parts.flatMap(({ layers }) => layers),
      },
    };
  });
  const steps = plan.steps.flatMap((step, index): PolicyStepWire[] => {
    const before = plan.steps[index - 1];
    const after = assigning(before, index);
    return [
      ...after,
      {
        ...entryOf(plan, index),
        ...(after.length > 0 && before?.next ? { afterMinutes: 0 } : {}),
        displayName: null,
        targets: [{ scheduleId: converted[index]?.id ?? null, pick: 'onCall' }],
        repeats: step.repeats.count,
        repeatsAfterMinutes: Math.max(1, step.repeats.afterMinutes),
        ...shareOf(wire.escalationTiers[index], differences, index),
      },
    ];
  });
  steps.push(...assigning(plan.steps.at(-1), plan.steps.length));
  differences.push(...differencesOf(plan, wire.escalationTiers));
  if (overrides > 0) differences.push(say('convertsOverrides', { count: overrides }));
  const last = plan.steps.at(-1);
  return {
    schedules: converted,
    policy: {
      displayName: team.displayName,
      teamId: team.id,
      isDefault: true,
      steps,
      loops: plan.rounds.count,
      // Rounds count from the last alert, and policies from when the last step was due.
      loopAfterMinutes: Math.max(1, plan.rounds.afterMinutes + (last ? told(last) : 0)),
      loopWhile: plan.rounds.stopsWhen,
    },
    differences,
  };
}

/** How long the people of a tier are told again. */
function told({ repeats }: PlanStep): number {
  return repeats.count * repeats.afterMinutes;
}

/** When the step of a tier is taken, and for which incidents: for those of all passages that lead to it. */
function entryOf(plan: TierPlan, index: number): PolicyStepWire {
  const before = plan.steps[index - 1];
  if (!before) return { afterMinutes: 0, stopsWhen: 'acknowledged' };
  const { next } = before;
  const passages = plan.steps.slice(0, index).map((step) => step.next);
  if (!next) return { afterMinutes: never, stopsWhen: 'acknowledged' };
  const wanted = passages.flatMap((passage) => (passage?.severities ? [passage.severities] : []));
  const [first, ...others] = wanted;
  const severities = first?.filter((one) => others.every((list) => list.includes(one)));
  const isForNone = severities?.length === 0;
  return {
    afterMinutes: isForNone ? never : waitOf(before, next),
    stopsWhen: next.stopsWhen,
    ...(severities && !isForNone ? { severities } : {}),
    ...hoursOf(next),
  };
}

function waitOf(before: PlanStep, { afterMinutes }: Passage): number {
  return Math.min(never, told(before) + afterMinutes);
}

/** A step for the teams that a tier assigns, at its pace. */
function assigning(before: PlanStep | undefined, index: number): PolicyStepWire[] {
  const assigns = before?.assigns;
  if (!before || !assigns || index === 0) return [];
  return [
    {
      afterMinutes: waitOf(before, assigns),
      stopsWhen: assigns.stopsWhen,
      ...(assigns.severities ? { severities: [...assigns.severities] } : {}),
      ...hoursOf(assigns),
      assignTeamIds: [...assigns.teamIds],
    },
  ];
}

/** Windows of days, as those of the week that begin on each of them. */
function hoursOf({ windows }: Passage): Pick<PolicyStepWire, 'hours'> {
  if (!windows) return {};
  const textOf = (time: Temporal.PlainTime) => time.toString({ smallestUnit: 'minute' });
  const hours = windows.flatMap(({ days, from, until }) =>
    onDays(days, textOf(from), textOf(until)),
  );
  return { hours };
}

function shareOf(
  tier: EscalationTier | undefined,
  differences: Sentence[],
  index: number,
): Pick<PolicyStepWire, 'share'> {
  const sizes = (tier?.schedules ?? []).flatMap(
    ({ roundRobinSettings }) => roundRobinSettings?.roundRobinSize ?? [],
  );
  const [size] = sizes;
  if (size === undefined) return {};
  if (tier?.schedules.length === 1)
    return { share: { size: Math.min(size, shareMax), over: 'people' } };
  differences.push(say('convertsRoundRobins', { tier: index + 1 }));
  return {};
}

/** The parts of the escalations that change with the conversion. */
function differencesOf(plan: TierPlan, tiers: readonly EscalationTier[]): Sentence[] {
  const { steps, rounds } = plan;
  const numbered = steps.map((step, index) => ({ ...step, tier: index + 1, of: tiers[index] }));
  return numbered
    .flatMap(({ repeats, next, assigns, tier }) => {
      const isLast = tier === steps.length;
      const stops = [
        ...(repeats.count > 0 ? [repeats.stopsWhen] : []),
        ...(next && !isLast ? [next.stopsWhen] : []),
      ];
      return [
        ...(stops.includes('resolved') ? [say('convertsStops', { tier })] : []),
        // A next tier that follows at once ends the repeats.
        ...(repeats.count > 0 && next?.afterMinutes === 0 && !isLast
          ? [say('convertsLastRepeat', { tier })]
          : []),
        ...(!isLast && next && (next.severities || next.windows)
          ? [say('convertsConditions', { tier })]
          : []),
        ...(assigns ? [say('convertsAssignments', { tier })] : []),
      ];
    })
    .concat(rounds.count > 0 ? [say('convertsRounds')] : []);
}
