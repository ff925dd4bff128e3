import { nextOpening, type Weekday, weeklyWindow } from '../calendar/index.ts';
import type { IncidentDocument, Severity, TeamPlanState } from '../incidents/index.ts';
import { type EscalationsWire, type EscalationTier, escalates } from '../on-call/index.ts';

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
    }
  /** Assigns the teams of the present tier. */
  | { kind: 'assign'; at: number };

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
 * The next step of a plan (oncall-and-calls.md 3.1), computed anew at each look from where the plan stands, so that changed settings,
 * severities and acknowledgements count at once. Null: nothing follows unless something changes.
 */
export function nextStep(
  plan: TeamPlanState,
  escalations: Escalations,
  around: PlanCircumstances,
): Step | null {
  if (around.status !== 'Open') return null;
  const { escalationTiers } = escalations;
  if (plan.raisedAt) {
    const tier = Math.min(plan.tier + 1, Math.max(escalationTiers.length, 1));
    const repeat = tier === plan.tier ? plan.repeat + 1 : 0;
    const { loop } = plan;
    return { kind: 'alert', tier, repeat, loop, at: plan.raisedAt.getTime(), untilResolved: false };
  }
  const last = plan.lastAlertAt?.getTime();
  if (plan.tier === 0 || last === undefined) {
    const at = (plan.retryAt ?? plan.startedAt).getTime();
    if (around.isAcknowledged) return null;
    return { kind: 'alert', tier: 1, repeat: 0, loop: plan.loop, at, untilResolved: false };
  }
  const tier = escalationTiers[plan.tier - 1];
  return (
    (tier &&
      (repeatOf(plan, tier, last, around) ?? leave(plan, tier, escalations, last, around))) ??
    loopOf(plan, escalations, last, around)
  );
}

function repeatOf(
  plan: TeamPlanState,
  tier: EscalationTier,
  last: number,
  around: PlanCircumstances,
): Step | null {
  if (plan.repeat >= (tier.repeats ?? 0)) return null;
  if (!goesOn(tier.repeatsTierEscalationMode, around)) return null;
  const minutes =
    tier.repeatsAfterMinutes ?? tier.autoEscalationAfterMinutes ?? repeatMinutesDefault;
  const at = last + minutes * minute;
  const untilResolved = tier.repeatsTierEscalationMode === 'resolved';
  const repeat = plan.repeat + 1;
  return { kind: 'alert', tier: plan.tier, repeat, loop: plan.loop, at, untilResolved };
}

/** The teams of the tier are assigned at the pace of its escalation, with severities and times of their own. */
function leave(
  plan: TeamPlanState,
  tier: EscalationTier,
  { escalationTiers }: Escalations,
  last: number,
  around: PlanCircumstances,
): Step | null {
  if (!goesOn(tier.autoEscalationMode, around)) return null;
  const due = last + (tier.autoEscalationAfterMinutes ?? 0) * minute;
  const assignsAt =
    (tier.autoAssignToTeams ?? []).length > 0 && !plan.hasAssigned
      ? opening(tier.autoAssignToTeamsSeverities, tier.autoAssignToTeamsTimeFilters, due, around)
      : null;
  const alertsAt =
    escalates(tier) && plan.tier < escalationTiers.length
      ? opening(tier.autoEscalationSeverities, tier.autoEscalationTimeFilters, due, around)
      : null;
  if (assignsAt !== null && (alertsAt === null || assignsAt <= alertsAt))
    return { kind: 'assign', at: assignsAt };
  if (alertsAt === null) return null;
  const untilResolved = tier.autoEscalationMode === 'resolved';
  const next = plan.tier + 1;
  return { kind: 'alert', tier: next, repeat: 0, loop: plan.loop, at: alertsAt, untilResolved };
}

/** All tiers once more, after the last one that is reached. */
function loopOf(
  plan: TeamPlanState,
  { tierSettings }: Escalations,
  last: number,
  around: PlanCircumstances,
): Step | null {
  if (plan.loop >= (tierSettings?.repeats ?? 0)) return null;
  if (!goesOn(tierSettings?.autoEscalationMode, around)) return null;
  const minutes = tierSettings?.repeatsAfterMinutes ?? repeatMinutesDefault;
  const at = last + minutes * minute;
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
    weeklyWindow(daysOf(selectedDays), from ?? null, until ?? null),
  );
  const first = nextOpening(windows, due, timeZoneId);
  if (first === null || first >= now) return first;
  // Late: while it is open its first instant names the messages, else it waits again.
  const next = nextOpening(windows, now, timeZoneId);
  return next === now ? first : next;
}

function daysOf(days: readonly Weekday[] | null | undefined): readonly Weekday[] | null {
  return days && days.length > 0 ? days : null;
}
