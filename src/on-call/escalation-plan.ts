import { type WeeklyWindow, weeklyWindow } from '../calendar/index.ts';
import type { components } from '../contract/index.ts';
import { type EscalationsWire, type EscalationTier, escalates } from './escalations.ts';
import type { PolicyPlan } from './policy-plan.ts';

type Severity = components['schemas']['Severity'];

/** The event that ends the waiting for something that would follow by itself. */
export type Stop = 'acknowledged' | 'resolved';

/** When the same follows again. */
export interface Repeats {
  count: number;
  afterMinutes: number;
  stopsWhen: Stop;
}

/** When something follows by itself, and for which incidents. */
export interface Passage {
  afterMinutes: number;
  stopsWhen: Stop;
  /** Null: all. */
  severities: readonly Severity[] | null;
  /** In the team's time zone; null: always. */
  windows: readonly WeeklyWindow[] | null;
}

export interface PlanStep {
  repeats: Repeats;
  /** Null: the next step does not follow by itself. */
  next: Passage | null;
  assigns: (Passage & { teamIds: readonly string[]; repeatAlerts: boolean }) | null;
}

/** The tiers of a team as decisions know them. Their times run from when people were told. */
export interface TierPlan {
  kind: 'tiers';
  steps: readonly PlanStep[];
  rounds: Repeats;
}

/**
 * After how long it goes further, and with what: the one form in which decisions know it, whatever it was compiled
 * from. Who is told in each step is another question, which depends on the instant.
 */
export type EscalationPlan = TierPlan | PolicyPlan;

/** Between alerts where nothing is set. */
const repeatMinutesDefault = 5;

/** The tiers of a team, each of them a step (oncall-and-calls.md 3.1). */
export function planOfTiers({
  escalationTiers,
  tierSettings,
}: Pick<EscalationsWire, 'escalationTiers' | 'tierSettings'>): TierPlan {
  return {
    kind: 'tiers',
    steps: escalationTiers.map(stepOf),
    rounds: {
      count: tierSettings?.repeats ?? 0,
      afterMinutes: tierSettings?.repeatsAfterMinutes ?? repeatMinutesDefault,
      stopsWhen: tierSettings?.autoEscalationMode ?? 'acknowledged',
    },
  };
}

function stepOf(tier: EscalationTier): PlanStep {
  const afterMinutes = tier.autoEscalationAfterMinutes ?? 0;
  const stopsWhen = tier.autoEscalationMode ?? 'acknowledged';
  const teamIds = tier.autoAssignToTeams ?? [];
  return {
    repeats: {
      count: tier.repeats ?? 0,
      afterMinutes:
        tier.repeatsAfterMinutes ?? tier.autoEscalationAfterMinutes ?? repeatMinutesDefault,
      stopsWhen: tier.repeatsTierEscalationMode ?? 'acknowledged',
    },
    next: escalates(tier)
      ? {
          afterMinutes,
          stopsWhen,
          severities: listed(tier.autoEscalationSeverities),
          windows: windowsOf(tier.autoEscalationTimeFilters),
        }
      : null,
    // At the pace of the escalation, with severities and times of their own.
    assigns:
      teamIds.length > 0
        ? {
            afterMinutes,
            stopsWhen,
            severities: listed(tier.autoAssignToTeamsSeverities),
            windows: windowsOf(tier.autoAssignToTeamsTimeFilters),
            teamIds,
            repeatAlerts: tier.autoAssignToTeamsRepeatAlerts ?? true,
          }
        : null,
  };
}

function windowsOf(filters: EscalationTier['autoEscalationTimeFilters']): WeeklyWindow[] | null {
  return (
    listed(filters)?.map(({ selectedDays, from, until }) =>
      weeklyWindow(selectedDays, from, until),
    ) ?? null
  );
}

/** Null where nothing is listed: that means all. */
function listed<Item>(items: readonly Item[] | null | undefined): readonly Item[] | null {
  return items && items.length > 0 ? items : null;
}
