import { acknowledgement, applyOperations } from '../incidents/index.ts';
import { say } from '../sentences/index.ts';
import { begunAt } from './begin-plans.ts';
import type { Draft, Ending } from './draft.ts';
import type { Scene } from './scene.ts';
import { minute } from './step.ts';
import { beginsAgain } from './team-plan.ts';

/**
 * Does what policies do at times of their own, once all steps that are due are taken: however late this runs, the
 * same steps come before.
 */
export function endByTime(draft: Draft, scene: Scene): void {
  noteEndings(draft, scene);
  const [ending] = draft.endings.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  // One at a time, in their order: the next look takes what is left.
  if (!lapse(draft, scene, ending?.at ?? draft.now) && ending) resolve(draft, ending);
}

/** Notes which policies say that the incident has been open for long enough. */
function noteEndings(draft: Draft, scene: Scene): void {
  for (const { policyId } of draft.state.plans) {
    const policy = policyId === undefined ? undefined : scene.policy(policyId);
    const minutes = policy?.plan.resolvesAfterMinutes ?? null;
    if (!policy || minutes === null) continue;
    const at = new Date(begunAt(draft).getTime() + minutes * minute);
    const message = say('resolvedByPolicy', { policy: policy.displayName, minutes });
    if (at > draft.now) draft.dueAt(at.getTime());
    else draft.endings.push({ key: `end ${policy.id}`, at, policy, message });
  }
}

function resolve(draft: Draft, { key, at, policy, message }: Ending): void {
  const appendIntent = {
    intent: 'Resolved',
    message,
    messageIsPublic: false,
    options: {},
    eventId: draft.idOf(key, at),
  } as const;
  const by = { kind: 'policy', id: policy.id, displayName: policy.displayName } as const;
  draft.change(applyOperations(draft.incident, { appendIntent }, by, draft.now));
}

/**
 * An acknowledgement of an incident that is open still counts for some time only: after it, whoever acknowledged may
 * have forgotten it. The policies that say so begin again. True where one that is due by `until` lapses.
 */
function lapse(draft: Draft, scene: Scene, until: Date): boolean {
  const { state } = draft;
  const acknowledged = acknowledgement(draft.incident);
  if (!acknowledged) return false;
  const lapsing = state.plans.flatMap((plan) => {
    const policy = plan.policyId === undefined ? undefined : scene.policy(plan.policyId);
    const minutes = policy?.plan.lapsesAfterMinutes ?? null;
    return policy && minutes !== null ? [{ plan, policy, minutes }] : [];
  });
  const minutes = Math.min(...lapsing.map((one) => one.minutes));
  const first = lapsing.find((one) => one.minutes === minutes);
  if (!first) return false;
  const at = new Date(acknowledged.at.getTime() + minutes * minute);
  if (at > until) {
    draft.dueAt(at.getTime());
    return false;
  }
  draft.change({ ...draft.incident, unattended: true });
  // Without an author: people are told by the alert that follows.
  draft.addEvent(`lapse ${acknowledged.id}`, at, {
    intent: 'Unacknowledged',
    message: say('acknowledgementLapsed', { minutes, policy: first.policy.displayName }),
  });
  const again = lapsing.flatMap((one) => (one.minutes === minutes ? one.plan : []));
  state.plans = state.plans.map((plan) => (again.includes(plan) ? beginsAgain(plan, at) : plan));
  return true;
}
