import type { Decision, PayloadDocument } from './model.ts';

/** What was decided, in order. Its own outcome is not stored a second time as a decision. */
export function decisionsOf(
  payload: Pick<PayloadDocument, 'decisions' | 'outcome' | 'reason' | 'incidentId' | 'incidentIds'>,
): Decision[] {
  const kept = payload.decisions ?? [];
  const last = ownDecision(payload);
  if (last === null || kept.some(({ step }) => step === last.step)) return kept;
  return [...kept, last];
}

/** Those that have to be stored, so that `decisionsOf` gives all of them. */
export function keptDecisions(
  payload: Parameters<typeof decisionsOf>[0] & { decisions: Decision[] },
): Decision[] {
  const { decisions } = payload;
  const own = ownDecision(payload);
  const last = decisions.at(-1);
  if (last === undefined || own === null) return decisions;
  if (last.step !== own.step || last.result !== own.result) return decisions;
  const kept = decisions.slice(0, -1);
  return kept.some(({ step }) => step === own.step) ? decisions : kept;
}

/** That of an alert on its incident, in the words of the payload. */
export function correlateDecision(outcome: string, incidentId: string, reason: string): Decision {
  return { step: 'correlate', result: `${outcome} ${incidentId}: ${reason}` };
}

function ownDecision({
  outcome,
  reason,
  incidentId,
  incidentIds,
}: Parameters<typeof decisionsOf>[0]): Decision | null {
  if (incidentId === null || incidentIds !== undefined) return null;
  if (outcome !== 'Opened' && outcome !== 'Updated' && outcome !== 'Resolved') return null;
  return correlateDecision(outcome, incidentId, reason);
}
