import { OutboundError } from '../egress/index.ts';
import { type Sentence, say, words } from '../sentences/index.ts';
import type { Finding } from './decide.ts';

/**
 * What a check is worth whose host this server could not look up: nothing. Null for other failures, which are the
 * target's.
 */
export function notMade(error: unknown): Omit<Finding, 'elapsedMilliseconds'> | null {
  if (!(error instanceof OutboundError) || error.failure !== 'lookup' || !error.sentence)
    return null;
  // The level is the one before; this one counts nowhere.
  return { level: 'Up', reason: say('checkNotMade', { why: error.sentence }), notMade: true };
}

/** What a check failed by that got no answer. */
export function whyNot(error: unknown): Sentence {
  if (error instanceof OutboundError && error.sentence) return error.sentence;
  return words(error instanceof Error ? error.message : String(error));
}
