import type { Sentence } from '../sentences/index.ts';
import { incidentPlanOf } from './flow/index.ts';
import type { CallSessionDocument } from './model.ts';

type Standing = Pick<
  CallSessionDocument,
  'incidentId' | 'incidentReason' | 'isSettled' | 'session'
>;

/**
 * Why a call that is over has no incident; null where it has one, or it is not decided yet. A message that comes late
 * may still open one, so the decision is not stored. Pure.
 */
export function whyNoIncident({
  incidentId,
  incidentReason,
  isSettled,
  session,
}: Standing): Sentence | null {
  if (incidentId !== null || incidentReason !== null || !isSettled) return incidentReason;
  const plan = incidentPlanOf(session);
  return plan.isCreated ? null : plan.reason;
}
