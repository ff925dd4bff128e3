import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import {
  type EventSource,
  type IncidentDocument,
  type IncidentEvent,
  type Severity,
  severities,
} from './model.ts';

/** The conditions to wait for before anybody is told: the settings of an integration, or of a rule. */
export interface HoldSettings {
  /** Until so many payloads of one incident came in within a time; `below` says what follows when they do not. */
  threshold?: { payloads: number; withinMinutes: number; below: 'alert' | 'forget' } | null;
  /** For so long, in case it ends by itself. */
  pauseMinutes?: number | null;
}

/** Why an open incident alerts nobody yet. It alerts as soon as its condition holds, and in any case at `until`. */
export interface IncidentHold {
  reason: 'Threshold' | 'Pause' | 'Dependency' | 'Suppression';
  /** The rule of a routing that wants it; absent: the integration. */
  rule?: { id: string; routingId: string; displayName: string };
  since: Date;
  until: Date;
  /** A higher severity than this one ends it. */
  severity: Severity;
  need?: { payloads: number; withinMinutes: number; below: 'alert' | 'forget' };
  /** When the latest payloads came in, oldest first; no more than are needed. */
  seen?: Date[];
  /** The suppression rule that wants it. Without `because` it gives what may explain the incident time to open. */
  suppressionRule?: Named;
  /** The incident that it waits for. */
  because?: AwaitedIncident;
}

interface Named {
  id: string;
  displayName: string;
}

export interface AwaitedIncident {
  incidentId: string;
  /** A service of the one that waits, and what that depends on and this one affects. */
  service?: Named;
  dependsOn?: Named;
  graceMinutes: number;
  /** It has ended, and nothing else is waited for. */
  endedAt?: Date;
}

export type HoldReason = IncidentHold['reason'];

/** Nothing is held back for longer, whatever holds it. */
export const heldMillisecondsMax = 24 * 3_600_000;
const minute = 60_000;

/** The hold of an incident that opens with a payload at `at`; null where nothing asks for one. Pure. */
export function holdFor(
  settings: HoldSettings | null | undefined,
  { at, severity }: { at: Date; severity: Severity },
  seen: readonly Date[] = [at],
): IncidentHold | null {
  const { threshold, pauseMinutes } = settings ?? {};
  if (threshold) {
    const { payloads, withinMinutes, below } = threshold;
    const need = { payloads, withinMinutes, below };
    return counted({ reason: 'Threshold', since: at, until: at, severity, need }, seen, at);
  }
  if (!pauseMinutes) return null;
  return { reason: 'Pause', since: at, until: after(at, pauseMinutes * minute), severity };
}

/** The hold with the payloads that it has seen; null once there are enough of them. */
function counted(hold: IncidentHold, seen: readonly Date[], at: Date): IncidentHold | null {
  const { need } = hold;
  if (!need) return hold;
  const { payloads, withinMinutes, below } = need;
  const within = withinMinutes * minute;
  // They may be applied in another order than they came in: of a batch, and after a crash. It must decide nothing.
  const inOrder = seen.toSorted((a, b) => a.getTime() - b.getTime());
  const isEnough = inOrder.some((one, place) => {
    const last = inOrder[place + payloads - 1];
    return last !== undefined && last.getTime() - one.getTime() <= within;
  });
  if (isEnough) return null;
  const since = earlier(hold.since, inOrder[0] ?? at);
  // An incident that may be forgotten has to be below the threshold at every moment, and not only from its first
  // payload on.
  const from = below === 'forget' ? (inOrder.at(-1) ?? at) : since;
  const until = earlier(after(from, within), longestFrom(since));
  return { ...hold, since, seen: inOrder.slice(-payloads), until };
}

/** The hold after one more payload; null where that ends it, with why. */
export function afterPayload(
  hold: IncidentHold,
  { at, severity, isCounted }: { at: Date; severity: Severity; isCounted: boolean },
): { hold: IncidentHold; because: null } | { hold: null; because: Sentence } {
  if (isRise(hold, severity)) return { hold: null, because: roseTo(severity) };
  const next = isCounted ? counted(hold, [...(hold.seen ?? []), at], at) : hold;
  if (next) return { hold: next, because: null };
  const { payloads: count = 0, withinMinutes: minutes = 0 } = hold.need ?? {};
  return { hold: null, because: say('holdReached', { count, minutes }) };
}

export function isRise(hold: IncidentHold, severity: Severity): boolean {
  return severities.indexOf(severity) > severities.indexOf(hold.severity);
}

export function roseTo(severity: Severity): Sentence {
  return say('holdSeverityRose', { severity });
}

/** Whether a hold whose time is over ends without an alert, as too little came in; otherwise it alerts. */
export function isForgotten({ need, seen = [], since, until }: IncidentHold): boolean {
  if (need?.below !== 'forget') return false;
  // At the end of the longest time that is allowed payloads may still be coming in: that is nothing to forget.
  return after(seen.at(-1) ?? since, need.withinMinutes * minute) <= until;
}

/** The text in the history about a hold. */
export function heldInWords(
  { reason, need, until: end, because, suppressionRule }: IncidentHold,
  timeZoneId = 'UTC',
): Sentence {
  const until = zonedMoment(end.getTime(), timeZoneId);
  const isEnding = because?.endedAt !== undefined;
  if (suppressionRule) {
    const code = isEnding ? 'heldForRuleGrace' : because ? 'heldForRule' : 'heldForSource';
    return say(code, { rule: suppressionRule.displayName, until });
  }
  if (because?.service && because.dependsOn) {
    const [service, dependsOn] = [because.service.displayName, because.dependsOn.displayName];
    return say(isEnding ? 'heldForGrace' : 'heldForService', { service, dependsOn, until });
  }
  if (reason === 'Pause' || !need) return say('heldForPause', { until });
  const { payloads: count, withinMinutes: minutes, below } = need;
  return below === 'forget'
    ? say('heldOrForgotten', { count, minutes })
    : say('heldForPayloads', { count, minutes, until });
}

/** Whom the hold is from, for the history. */
export function holderOf({ rule }: IncidentHold): EventSource | undefined {
  return rule && { kind: 'rule', ...rule };
}

/** Nobody is held back any more; what the caller adds to the history says why. */
export function withoutHold(incident: IncidentDocument): IncidentDocument {
  const { hold: _hold, ...rest } = incident;
  return rest;
}

/** Ended while it was held back: nobody has heard of it, and nobody will. */
export function endedWhileHeld(incident: IncidentDocument): IncidentDocument {
  const { hold, ...rest } = incident;
  return hold ? { ...rest, transient: hold } : incident;
}

/** The hold of an incident that waits for another one. `since`: where it was held back before, for both together. */
export function holdBehind(
  because: Omit<AwaitedIncident, 'endedAt'>,
  held: Pick<IncidentHold, 'since' | 'severity' | 'suppressionRule'>,
): IncidentHold {
  const reason = held.suppressionRule ? 'Suppression' : 'Dependency';
  return { reason, ...held, until: longestFrom(held.since), because };
}

/** The hold of an incident that gives another one time to open. */
export function holdForSource(
  held: Pick<IncidentHold, 'since' | 'until' | 'severity'> & { suppressionRule: Named },
): IncidentHold {
  return { reason: 'Suppression', ...held };
}

/** Once what it waits for is over, it waits for as long as its service or rule says, and never longer than any hold. */
export function inGrace(hold: IncidentHold, endedAt: Date): IncidentHold {
  const { because, since } = hold;
  if (!because) return hold;
  const until = earlier(after(endedAt, because.graceMinutes * minute), longestFrom(since));
  return { ...hold, until, because: { ...because, endedAt } };
}

/**
 * Whether others may wait for it: it is open, and itself what people know of or will be told of. Not what is part of
 * another one, which ends with that; nor what may yet be nothing, because too few payloads came in or nobody could read
 * them.
 */
export function holdsOthers({
  status,
  isArchived,
  isUnreadable,
  mergedInto,
  hold,
}: Pick<
  IncidentDocument,
  'status' | 'isArchived' | 'isUnreadable' | 'mergedInto' | 'hold'
>): boolean {
  if (status !== 'Open' || isArchived || isUnreadable || mergedInto) return false;
  return hold?.reason !== 'Threshold';
}

/** Enough payloads came in. That ends their hold, and is nobody's word that people are to be told. */
export function isReached({ intent, by, message }: IncidentEvent): boolean {
  return intent === 'Released' && by === undefined && message?.code === 'holdReached';
}

function longestFrom(since: Date): Date {
  return after(since, heldMillisecondsMax);
}

function after(at: Date, milliseconds: number): Date {
  return new Date(at.getTime() + milliseconds);
}

function earlier(one: Date, other: Date): Date {
  return one <= other ? one : other;
}
