import { Construct } from 'constructs';
import type {
  TeamEscalationsEscalationTiers as EscalationTier,
  TeamEscalationsEscalationTiersSchedulesRotationSettings as RotationSettings,
} from 'tocsin-bindings';
import { TeamEscalations } from 'tocsin-bindings';
import type { Team } from './team.ts';
import type { Day, Severity, StopMode, Window } from './words.ts';

/** How people take turns. `none`: all of them, all the time. */
export type Rotation =
  | { readonly every: 'day'; readonly at?: string }
  | { readonly every: 'week' | 'two-weeks'; readonly on: Day; readonly at?: string }
  /** `on` counts from 1, the first day of the month. */
  | { readonly every: 'month'; readonly on: number; readonly at?: string }
  | {
      readonly every: { readonly hours: number } | { readonly days: number };
      readonly at?: string;
    };

export interface OnCallTier {
  /**
   * Names of members of the team. With a rotation each entry is a turn: one name, or several who
   * are on call together.
   */
  readonly members: readonly (string | readonly string[])[];
  readonly rotation?: Rotation;
  /** Only in these hours of the week; always when left out. */
  readonly during?: readonly Window[];
  /** Minutes until the next tier is called. The last tier has none. */
  readonly escalateAfterMinutes?: number;
  readonly escalateUntil?: StopMode;
  readonly severities?: readonly Severity[];
  readonly displayName?: string;
}

export interface OnCallScheduleProps {
  readonly team: Team;
  /** Called one after the other. */
  readonly tiers: readonly OnCallTier[];
  /** Start over with the first tier. */
  readonly repeat?: {
    readonly times: number;
    readonly afterMinutes: number;
    readonly until?: StopMode;
  };
}

/** Who is called for the incidents of a team, when, and who is next. A team has one. */
export class OnCallSchedule extends Construct {
  readonly resource: TeamEscalations;

  /** Throws on a member the team does not have, and on a tier nobody is in. */
  constructor(scope: Construct, id: string, { team, tiers, repeat }: OnCallScheduleProps) {
    super(scope, id);
    this.resource = new TeamEscalations(this, 'Resource', {
      teamId: team.id,
      escalationTiers: tiers.map((tier, index) => escalationTier(team, tier, index)),
      ...(repeat === undefined
        ? {}
        : {
            tierSettings: {
              repeats: repeat.times,
              repeatsAfterMinutes: repeat.afterMinutes,
              repeatsStopMode: repeat.until ?? 'acknowledged',
            },
          }),
    });
  }
}

function escalationTier(team: Team, tier: OnCallTier, index: number): EscalationTier {
  if (tier.members.length === 0)
    throw new Error(`Tier ${index + 1} has no members: nobody would be called.`);
  const turns = tier.members.map((turn) => (typeof turn === 'string' ? [turn] : turn));
  const rotations = tier.rotation === undefined ? [turns.flat()] : turns;
  return {
    ...(tier.escalateAfterMinutes === undefined
      ? {}
      : {
          autoEscalationEnabled: true,
          autoEscalationAfterMinutes: tier.escalateAfterMinutes,
          autoEscalationStopMode: tier.escalateUntil ?? 'acknowledged',
        }),
    ...(tier.severities === undefined ? {} : { autoEscalationSeverities: [...tier.severities] }),
    schedules: [
      {
        ...(tier.displayName === undefined ? {} : { displayName: tier.displayName }),
        ...(tier.during === undefined
          ? {}
          : { scheduleSettings: { weeklySchedules: tier.during.map(weeklySchedule) } }),
        ...(tier.rotation === undefined
          ? {}
          : { rotationSettings: rotationSettings(tier.rotation) }),
        rotations: rotations.map((names) => ({
          members: names.map((name) => ({ teamMembershipId: team.membershipId(name) })),
        })),
      },
    ],
  };
}

function weeklySchedule({ days, ...times }: Window) {
  return { selectedDays: [...days], ...times };
}

function rotationSettings(rotation: Rotation): RotationSettings {
  const at = rotation.at === undefined ? {} : { startsOnTime: rotation.at };
  const { every } = rotation;
  if (typeof every === 'object') {
    return 'hours' in every
      ? { repeats: 'custom', customRepeatUnit: 'hours', customRepeatValue: every.hours, ...at }
      : { repeats: 'custom', customRepeatUnit: 'days', customRepeatValue: every.days, ...at };
  }
  if (every === 'day') return { repeats: 'daily', ...at };
  if (every === 'month') {
    return {
      repeats: 'monthly',
      startsOnDateOfMonth: Number('on' in rotation ? rotation.on : 1) - 1,
      ...at,
    };
  }
  const repeats = every === 'week' ? 'weekly' : 'biweekly';
  return 'on' in rotation && typeof rotation.on === 'string'
    ? { repeats, startsOnDayOfWeek: rotation.on, ...at }
    : { repeats, ...at };
}
