import { OutboundError } from '../egress/index.ts';
import { type Sentence, say, words } from '../sentences/index.ts';
import type { Finding } from './decide.ts';

/**
 * The finding of a check whose host this server could not look up: none. Null for other failures, which are the
 * target's.
 */
export function notMade(error: unknown): Omit<Finding, 'elapsedMilliseconds'> | null {
  if (!(error instanceof OutboundError) || error.failure !== 'lookup' || !error.sentence)
    return null;
  // The level is the one before; this one counts nowhere.
  return { level: 'Up', reason: say('checkNotMade', { why: error.sentence }), notMade: true };
}

/** The failure of a check that got no answer. */
export function whyNot(error: unknown): Sentence {
  if (error instanceof OutboundError && error.sentence) return error.sentence;
  return words(error instanceof Error ? error.message : String(error));
}
