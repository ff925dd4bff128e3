import { createHash } from 'node:crypto';
import type { MonitorState } from './model.ts';
import { isProbe, type Plan, targetOf, type WaitPlan } from './plan.ts';
import { deadlineOf, nextExpectedAfter } from './schedule.ts';

/** Beyond the time that a check may take: for what comes before and after it. */
const claimMarginSeconds = 15;

/** The times of a state that depend on the settings. Absent ones are removed. */
export type Planned = Pick<MonitorState, 'planKey' | 'claimSeconds'> &
  Partial<Pick<MonitorState, 'nextAt' | 'nextExpectedAt' | 'target'>>;

/**
 * How a monitor goes on after its settings were made or changed at `now`: checks at once, waits anew. Null when what it
 * already does is what the settings say.
 */
export function planAnew(
  plan: Plan | null,
  known: Pick<MonitorState, 'planKey'> | null,
  now: Date,
): Planned | null {
  const planKey = keyOf(plan);
  // Settings of checks may differ in secrets only, which the key does not hold.
  if (known?.planKey === planKey && (plan === null || !isProbe(plan))) return null;
  if (plan === null) return { planKey, claimSeconds: claimMarginSeconds };
  if (!isProbe(plan)) return { planKey, claimSeconds: claimMarginSeconds, ...waitTimes(plan, now) };
  return {
    planKey,
    claimSeconds: Math.ceil((plan.timeoutMilliseconds * packetsMax) / 1000) + claimMarginSeconds,
    target: targetOf(plan),
    ...(plan.isPaused ? {} : { nextAt: now }),
  };
}

/** A ping monitor waits for as many answers, one after the other. */
const packetsMax = 3;

/** When a monitor expects to hear something after `last`, and when silence becomes an alarm. */
export function waitTimes(
  plan: WaitPlan,
  last: Date,
): Partial<Pick<MonitorState, 'nextAt' | 'nextExpectedAt'>> {
  const nextExpectedAt = nextExpectedAfter(plan, last);
  return nextExpectedAt ? { nextExpectedAt, nextAt: deadlineOf(plan, nextExpectedAt) } : {};
}

function keyOf(plan: Plan | null): string {
  if (plan === null) return 'none';
  if (isProbe(plan)) return plan.kind;
  const { severity: _, ...schedule } = plan;
  return createHash('sha256').update(JSON.stringify(schedule)).digest('base64url');
}
