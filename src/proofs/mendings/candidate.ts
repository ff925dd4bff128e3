import type { Severity } from '../../incidents/index.ts';
import type { Sentence } from '../../sentences/index.ts';
import type { ConfigurationChange, Snapshot } from '../../stage/index.ts';
import type { GuaranteeWire } from '../guarantee-kind.ts';
import type { ObjectOfPlay } from '../objects-of-play.ts';
import type { Time } from '../time-classes.ts';

/** One thing that could be set up otherwise. */
export interface Mending {
  text: Sentence;
  change: ConfigurationChange;
  /** The part of the object that is changed, such as `steps[0].afterMinutes`; null: the object as a whole. */
  member: string | null;
  /** As Terraform has it; null where it is nothing that one writes. */
  code: string | null;
}

/** One thing to try, with the most minutes that it may leave as they are. */
export interface Candidate {
  minutesMax: number;
  mending(minutes: number): Mending;
}

/** An incident that breaks a guarantee. */
export interface MendingQuestion {
  snapshot: Snapshot;
  told: GuaranteeWire['told'];
  severity: Severity;
  /** Whose integration opens it. */
  teamId: string;
  /** The objects that decided about it. */
  objects: readonly ObjectOfPlay[];
  /** The time around it in which the guarantee breaks. */
  hole: Time;
}

/** The largest number of people or steps that are tried; the first ones. */
export const eachMax = 4;
