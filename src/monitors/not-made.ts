import { OutboundError } from '../egress/index.ts';
import { inEnglish, say } from '../sentences/index.ts';
import type { Finding } from './decide.ts';

/**
 * What a check is worth whose host this server could not look up: nothing. Null for other failures, which are the
 * target's.
 */
export function notMade(error: unknown): Omit<Finding, 'elapsedMilliseconds'> | null {
  if (!(error instanceof OutboundError) || error.failure !== 'lookup' || !error.sentence)
    return null;
  const sentence = say('checkNotMade', { why: error.sentence });
  // The level is the one before; this one counts nowhere.
  return { level: 'Up', reason: inEnglish(sentence), notMade: sentence };
}
