import { type PlanStage, repeatByHand, stageOf } from '../../src/alerting/team-plan.ts';
import { nextOpening, weeklyWindow } from '../../src/calendar/index.ts';
import type { IncidentDocument, Severity, TeamPlanState } from '../../src/incidents/index.ts';
import { type EscalationsWire, type EscalationTier, escalates } from '../../src/on-call/index.ts';

/** The next step of a team's plan, and its time (epoch milliseconds). */
export type Step =
  /** Alerts a tier, for the first time or again. */
  | {
      kind: 'alert';
      tier: number;
      repeat: number;
      loop: number;
      at: number;
      /** An acknowledgement does not make it void. */
      untilResolved: boolean;
      /** It was planned for then, and is brought forward because nobody of the tier before it is reached. */
      insteadOf?: number;
    }
  /** Assigns the teams of the present tier. */
  | { kind: 'assign'; tier: number; at: number };

export interface PlanCircumstances {
  status: IncidentDocument['status'];
  severity: Severity;
  isAcknowledged: boolean;
  /** The team's time zone, by which time filters are read. */
  timeZoneId: string;
  now: number;
}

type Escalations = Pick<EscalationsWire, 'escalationTiers' | 'tierSettings'>;
type TimeFilters = EscalationTier['autoEscalationTimeFilters'];

/** Between alerts of one tier where nothing is set. */
const repeatMinutesDefault = 5;
const minute = 60_000;

/**
 * The next step of a plan (oncall-and-calls.md 3.1), computed anew at each look from where the plan stands, so that
 * changed settings, severities and acknowledgements count at once. Null: nothing follows unless something changes.
 */
export function nextStep(
  plan: TeamPlanState,
  escalations: Escalations,
  around: PlanCircumstances,
): Step | null {
  if (around.status !== 'Open') return null;
  const { escalationTiers } = escalations;
  const { loop, raisedAt } = plan;
  const stage = stageOf(plan);
  if (raisedAt) return raisedStep(plan, stage, raisedAt, escalationTiers.length);
  switch (stage.kind) {
    case 'untold': {
      const at = stage.at.getTime();
      if (around.isAcknowledged) return null;
      return { kind: 'alert', tier: 1, repeat: 0, loop, at, untilResolved: false };
    }
    case 'alerted': {
      const tier = escalationTiers[stage.tier - 1];
      if (!tier) return loopOf(plan, stage, escalations, around);
      const repeat = repeatOf(plan, stage, tier, around);
      const onwards = earlier(
        assignmentOf(plan, stage, tier, around),
        nextTierOf(plan, stage, escalations, around),
      );
      // The same people once more would help less than others.
      const inTier = plan.failing ? earlier(onwards, repeat) : (repeat ?? onwards);
      return inTier ?? loopOf(plan, stage, escalations, around);
    }
    case 'roundOver':
      // Tiers may have been added.
      return (
        nextTierOf(plan, stage, escalations, around) ?? loopOf(plan, stage, escalations, around)
      );
  }
}

type Untold = PlanStage & { kind: 'untold' };
type Alerted = PlanStage & { kind: 'alerted' };
/** Somebody was told. */
type Begun = Exclude<PlanStage, Untold>;

/** The next tier, or the last one again, at any time and severity. */
function raisedStep(
  { loop }: TeamPlanState,
  stage: PlanStage,
  raisedAt: Date,
  tiers: number,
): Step {
  const present = stage.kind === 'untold' ? 0 : stage.tier;
  const tier = Math.min(present + 1, Math.max(tiers, 1));
  const repeat = tier === present ? repeatAfter(stage) : 0;
  return { kind: 'alert', tier, repeat, loop, at: raisedAt.getTime(), untilResolved: false };
}

/** Which repeat of the present tier an alert would be. */
function repeatAfter(stage: PlanStage): number {
  switch (stage.kind) {
    case 'untold':
      return 0;
    case 'alerted':
      return stage.repeat + 1;
    case 'roundOver':
      return repeatByHand;
  }
}

function repeatOf(
  { loop }: TeamPlanState,
  stage: Alerted,
  settings: EscalationTier,
  around: PlanCircumstances,
): Step | null {
  const { tier, repeat, lastAlertAt } = stage;
  if (repeat >= (settings.repeats ?? 0)) return null;
  if (!goesOn(settings.repeatsTierEscalationMode, around)) return null;
  const minutes =
    settings.repeatsAfterMinutes ?? settings.autoEscalationAfterMinutes ?? repeatMinutesDefault;
  const at = lastAlertAt.getTime() + minutes * minute;
  const untilResolved = settings.repeatsTierEscalationMode === 'resolved';
  return { kind: 'alert', tier, repeat: repeat + 1, loop, at, untilResolved };
}

/** The teams of a tier are assigned at the pace of its escalation, with severities and times of their own. */
function assignmentOf(
  plan: TeamPlanState,
  { tier, hasAssigned, lastAlertAt }: Alerted,
  settings: EscalationTier,
  around: PlanCircumstances,
): Step | null {
  if (hasAssigned || (settings.autoAssignToTeams ?? []).length === 0) return null;
  if (!goesOn(settings.autoEscalationMode, around)) return null;
  const { autoAssignToTeamsSeverities, autoAssignToTeamsTimeFilters } = settings;
  const due = hastened(plan, dueAfter(settings, lastAlertAt));
  const at = opening(autoAssignToTeamsSeverities, autoAssignToTeamsTimeFilters, due, around);
  return at === null ? null : { kind: 'assign', tier, at };
}

function nextTierOf(
  plan: TeamPlanState,
  { tier, lastAlertAt }: Begun,
  { escalationTiers }: Escalations,
  around: PlanCircumstances,
): Step | null {
  const settings = escalationTiers[tier - 1];
  if (!settings || tier >= escalationTiers.length || !escalates(settings)) return null;
  if (!goesOn(settings.autoEscalationMode, around)) return null;
  const { autoEscalationSeverities, autoEscalationTimeFilters } = settings;
  const openingFrom = (due: number) =>
    opening(autoEscalationSeverities, autoEscalationTimeFilters, due, around);
  const due = dueAfter(settings, lastAlertAt);
  const planned = openingFrom(due);
  const at = openingFrom(hastened(plan, due));
  if (planned === null || at === null) return null;
  const untilResolved = settings.autoEscalationMode === 'resolved';
  return {
    kind: 'alert',
    tier: tier + 1,
    repeat: 0,
    loop: plan.loop,
    at,
    untilResolved,
    ...(at < planned ? { insteadOf: planned } : {}),
  };
}

/** An alert by which nobody is reached need not run its time. */
function hastened({ failing }: TeamPlanState, due: number): number {
  return failing ? Math.min(due, failing.at.getTime()) : due;
}

function dueAfter({ autoEscalationAfterMinutes }: EscalationTier, lastAlertAt: Date): number {
  return lastAlertAt.getTime() + (autoEscalationAfterMinutes ?? 0) * minute;
}

/** The first of two at one time. */
function earlier(first: Step | null, second: Step | null): Step | null {
  if (!first || !second) return first ?? second;
  return first.at <= second.at ? first : second;
}

/** All tiers once more, after the last one that is reached. */
function loopOf(
  plan: TeamPlanState,
  { lastAlertAt }: Begun,
  { tierSettings }: Escalations,
  around: PlanCircumstances,
): Step | null {
  if (plan.loop >= (tierSettings?.repeats ?? 0)) return null;
  if (!goesOn(tierSettings?.autoEscalationMode, around)) return null;
  const minutes = tierSettings?.repeatsAfterMinutes ?? repeatMinutesDefault;
  const at = lastAlertAt.getTime() + minutes * minute;
  const untilResolved = tierSettings?.autoEscalationMode === 'resolved';
  return { kind: 'alert', tier: 1, repeat: 0, loop: plan.loop + 1, at, untilResolved };
}

/** An acknowledgement stops it, unless only the resolution is to. */
function goesOn(
  stopMode: 'acknowledged' | 'resolved' | null | undefined,
  { isAcknowledged }: PlanCircumstances,
): boolean {
  return !isAcknowledged || stopMode === 'resolved';
}

/** The first instant from `due` on that the filters allow; null for other severities. Empty means all. */
function opening(
  severities: readonly Severity[] | null | undefined,
  filters: TimeFilters,
  due: number,
  { severity, timeZoneId, now }: PlanCircumstances,
): number | null {
  if (severities && severities.length > 0 && !severities.includes(severity)) return null;
  if (!filters || filters.length === 0) return due;
  const windows = filters.map(({ selectedDays, from, until }) =>
    weeklyWindow(selectedDays, from, until),
  );
  const first = nextOpening(windows, due, timeZoneId);
  if (first === null || first >= now) return first;
  // Late: while it is open its first instant names the messages, else it waits again.
  const next = nextOpening(windows, now, timeZoneId);
  return next === now ? first : next;
}
