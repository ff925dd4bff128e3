import { isAcknowledged } from '../incidents/index.ts';
import { say } from '../sentences/index.ts';
import { urgencyAt, urgencyBegins } from '../urgency/index.ts';
import type { Draft } from './draft.ts';
import type { Scene } from './scene.ts';
import { beginsAgain } from './team-plan.ts';

/**
 * Plans that began while the incident was not urgent begin anew when its support hours do, unless somebody has
 * acknowledged it. They begin at that instant, which is in the keys of their messages: deciding again tells once.
 */
export function raiseUrgency(draft: Draft, scene: Scene): void {
  const { incident, state, now } = draft;
  if (isAcknowledged(incident)) return;
  const sources = scene.urgency(incident);
  const { severity } = incident;
  const isUrgent = urgencyAt(sources, severity, now.getTime()).urgency === 'High';
  let raisedAt: number | null = null;
  state.plans = state.plans.map((plan) => {
    // Late, after these hours, it waits for the next ones.
    const since = isUrgent ? plan.startedAt : now;
    const begins = urgencyBegins(sources, severity, since.getTime());
    if (begins === null) return plan;
    if (begins > now.getTime()) {
      draft.dueAt(begins);
      state.risesAt = new Date(Math.min(begins, state.risesAt?.getTime() ?? begins));
      return plan;
    }
    raisedAt = Math.min(raisedAt ?? begins, begins);
    state.unreached = state.unreached.filter((step) => step !== plan.lastStep);
    state.failing = state.failing.filter(({ step }) => step !== plan.lastStep);
    return beginsAgain(plan, new Date(begins));
  });
  if (raisedAt === null) return;
  state.generation += 1;
  const at = new Date(raisedAt);
  draft.addEvent('urgent', at, { intent: 'Escalated', message: say('urgencyRaised') });
}
