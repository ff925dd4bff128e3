import type { Severity } from '../incidents/index.ts';
import type { FirstTold, RuleWithoutObjects, Source } from '../stage/index.ts';
import type { Witness } from './incident-classes.ts';
import type { ObjectOfPlay } from './objects-of-play.ts';
import type { Play, Played } from './verdict.ts';

/** An incident that has opened, as rules leave it before anybody is told. */
export interface Beginning<Result extends Played> extends FirstTold {
  /** Equal ones go on in the same way, as long as no rule looks at them again. */
  key: string;
  /** Whether rules may have done so. */
  wasRuledAgain(played: Result): boolean;
}

/** An integration, and how its incidents are played. */
export interface StagedSource<Result extends Played = Played> extends Source {
  /** With which its incidents may open: null: all. */
  severities: readonly Severity[] | null;
  play: Play<Result>;
  /** The objects that its incidents follow if no rule says otherwise. */
  follows: readonly ObjectOfPlay[];
  /** The schedules that a step of a policy names; the first one is 1. */
  schedulesOf(policyId: string, step: number): readonly ObjectOfPlay[];
  /** Rules about its incidents that can never fire. */
  neverFire(): readonly RuleWithoutObjects[];
  /** Null: something of it waits for a time, so when it opens counts for more than whom it tells. */
  begin(witness: Witness, at: number): Beginning<Result> | null;
}
