import type { IncidentDocument, Severity } from '../incidents/index.ts';
import type { Stop } from '../on-call/index.ts';
import type { Urgency } from '../urgency/index.ts';

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
  | { kind: 'assign'; tier: number; at: number }
  /** Passes over a step of a policy whose conditions do not hold when it is due. */
  | { kind: 'skip'; tier: number; loop: number; at: number };

export interface PlanCircumstances {
  status: IncidentDocument['status'];
  severity: Severity;
  isAcknowledged: boolean;
  /** The team's time zone, by which time filters are read. */
  timeZoneId: string;
  now: number;
  /** How many payloads came in about the incident from then on. */
  payloadsSince(since: number): number;
  /** How urgent it is at an instant, by its present severity. */
  urgencyAt(at: number): Urgency;
}

export const minute = 60_000;

/** The first of two at one time. */
export function earlier(first: Step | null, second: Step | null): Step | null {
  if (!first || !second) return first ?? second;
  return first.at <= second.at ? first : second;
}

/** An acknowledgement stops it, unless only the resolution is to. */
export function goesOn(stopsWhen: Stop, { isAcknowledged }: PlanCircumstances): boolean {
  return !isAcknowledged || stopsWhen === 'resolved';
}
