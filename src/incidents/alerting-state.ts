import type { Sentence } from '../sentences/index.ts';
import type { ChannelLimits } from './channel-limits.ts';
import type { IncidentDocument } from './model.ts';

/**
 * Where a team stands with telling its people about an incident, by its tiers or by a policy, of which there may be
 * several. What is said of tiers is meant of the steps of policies, too.
 */
export interface TeamPlanState {
  /** With `policyId`, the team that owns the policy. */
  teamId: string;
  /** The escalation policy that it follows; absent: the tiers of the team, unless nobody is told yet. */
  policyId?: string;
  /** Further teams for which the policy was chosen: nothing of their own begins. */
  alsoFor?: string[];
  /** Why it follows the policy. */
  because?: Sentence;
  /** The tier that was alerted last, from 1; 0: none yet. Of policies also a step that was passed over. */
  tier: number;
  /** How often this tier has been alerted again. */
  repeat: number;
  /** How often all tiers have been gone through again. */
  loop: number;
  /** The same whenever it is decided that it begins: part of every id. */
  startedAt: Date;
  /** Absent while no tier has been alerted. */
  lastAlertAt?: Date;
  /** When the present step of a policy was due: its repeats and the next step count from then. */
  lastDueAt?: Date;
  /** The repeat of the present step of a policy that somebody asked for: further ones count from it. */
  repeatsFrom?: number;
  /** Steps of a policy had nobody who could be told, and why those who are there could not. */
  triedInVain?: Sentence[];
  /** Nobody can be told: when that is tried again. */
  retryAt?: Date;
  /** Nobody is on call: `retryAt` is when somebody will be, as far as that is known, and comes sooner if they are. */
  awaitsDuty?: true;
  /** The teams of the present tier have been assigned. */
  hasAssigned?: true;
  /** The first alert leaves out people who were told before (auto-assign without repeated alerts). */
  sparesTold?: true;
  /** Somebody raised the alarm by hand: the next tier, whatever its severities and times say. */
  raisedAt?: Date;
  /** Name of the step of the last alert, which its messages carry. */
  lastStep?: string;
  /** Nobody was reached by the last alert: from then on the next tier need not wait, and why. */
  failing?: { at: Date; why: Sentence };
  /** It has been said that nobody could be told. */
  saidUnreached?: true;
  /** Who is being told instead, until the history says what became of it. */
  lastResort?: LastResort;
}

export interface LastResort {
  /** Name of the step, which their messages carry. */
  step: string;
  /** Everybody who was tried as such. */
  userIds: string[];
  since: Date;
}

/** An alert of which nothing has arrived: each message failed twice or for good, and some are tried again. */
export interface FailingStep {
  step: string;
  /** When that was noted. */
  at: Date;
  /** The latest failure. */
  why: Sentence;
}

/** A policy that a fired rule chose. */
export interface ChosenPolicy {
  policyId: string;
  /** Teams of the incident that the rule's routing is about. */
  teamIds: string[];
  at: Date;
  because: Sentence;
}

/** Actions of a rule that wait. */
export interface DelayedRule {
  key: string;
  at: Date;
}

/**
 * Says what is due for an incident. Every write of an incident sets `nextAt`; the rest belongs to the module
 * `alerting`, which raises `revision` with each of its writes.
 */
export interface AlertingState {
  /** When something may be due; absent when nothing can become due without another change. */
  nextAt?: Date;
  revision: number;
  /** How many events rules have looked at. */
  routed: number;
  /** How many events people and tools have been told of. */
  announced: number;
  /**
   * Raised when the incident is snoozed, reopened or assigned: answers to earlier messages then mean something else.
   */
  generation: number;
  plans: TeamPlanState[];
  /** Policies that rules chose: of those for a team the last one counts. */
  policies: ChosenPolicy[];
  /** Rules that have fired: once per rule and incident. */
  fired: string[];
  delayed: DelayedRule[];
  /** The channels to which fired rules limit later messages. */
  limits: ChannelLimits[];
  /** Users who were told of it. */
  told: string[];
  /** Outbound integrations it was forwarded to. */
  forwardedTo: string[];
  /** Turns of round robins that this incident has taken, by schedule: repeats go to the same people. */
  turns: Record<string, number>;
  /** Alerts of which no message arrived anywhere. */
  unreached: string[];
  /** Alerts of which nothing has arrived yet. */
  failing: FailingStep[];
  /** It is not urgent outside of support hours, and alerts anew as urgent then. */
  risesAt?: Date | undefined;
  /** A rule wants the incident deleted then. */
  deleteAt?: Date;
}

const fresh: AlertingState = {
  revision: 0,
  routed: 0,
  announced: 0,
  generation: 0,
  plans: [],
  policies: [],
  fired: [],
  delayed: [],
  limits: [],
  told: [],
  forwardedTo: [],
  turns: {},
  unreached: [],
  failing: [],
};

/** The state with its defaults: an incident that opens stores only when it is due. */
export function alertingOf({ alerting }: Pick<IncidentDocument, 'alerting'>): AlertingState {
  return { ...fresh, ...alerting };
}

/** The state as it is stored: without what `alertingOf` adds. */
export function storedAlerting(state: AlertingState): Partial<AlertingState> {
  const usual: Readonly<Record<string, unknown>> = { ...fresh };
  const told = Object.entries(state).filter(
    ([name, value]) => value !== usual[name] && !(name in usual && isEmpty(value)),
  );
  return Object.fromEntries(told);
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
