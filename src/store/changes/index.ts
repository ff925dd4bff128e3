import type { Connection } from 'mongoose';
import { attemptMarks } from './001-attempt-marks.ts';
import { sentences } from './002-sentences.ts';
import { saidInHistories } from './003-said-in-histories.ts';
import { keptIncidents } from './004-kept-incidents.ts';
import { monitorTargets } from './005-monitor-targets.ts';
import { missedCalls } from './006-missed-calls.ts';
import { saidOfCalls } from './007-said-of-calls.ts';
import { saidOfPayloads } from './008-said-of-payloads.ts';
import { saidOfChecks } from './009-said-of-checks.ts';
import { saidOfPauses } from './010-said-of-pauses.ts';
import { saidOfDomains } from './011-said-of-domains.ts';
import { unansweredAttempts } from './012-unanswered-attempts.ts';

/**
 * Changes that bring data of an earlier version into the shape of this one, in order; the file of each begins with its
 * number. A change is safe to repeat, because it may be cut off, and because several processes may start at once. It
 * names collections and members itself, because the modules go on changing. New options of an index are a change, too,
 * which does nothing but raise the number.
 */
export const storeChanges: readonly StoreChange[] = [
  attemptMarks,
  sentences,
  saidInHistories,
  keptIncidents,
  monitorTargets,
  missedCalls,
  saidOfCalls,
  saidOfPayloads,
  saidOfChecks,
  saidOfPauses,
  saidOfDomains,
  unansweredAttempts,
];

export type StoreChange = (connection: Connection) => Promise<void>;
