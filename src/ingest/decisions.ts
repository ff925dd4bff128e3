import { isSame, type Sentence, say } from '../sentences/index.ts';
import type { Decision, Outcome, PayloadDocument } from './model.ts';

type Decided = Pick<
  PayloadDocument,
  'decisions' | 'outcome' | 'reason' | 'incidentId' | 'incidentIds' | 'untold'
>;

/**
 * The decisions, in order. The payload's own outcome is not stored a second time as a decision, nor is work that is
 * under way.
 */
export function decisionsOf(payload: Decided): Decision[] {
  const kept = [...(payload.decisions ?? []), ...(payload.untold === undefined ? [] : [telling])];
  const last = ownDecision(payload);
  if (last === null || kept.some(({ step }) => step === last.step)) return kept;
  return [...kept, last];
}

const telling: Decision = {
  step: 'tell',
  result: say('unreadBeingTold'),
};

/** The decisions that must be stored, so that `decisionsOf` can give all of them. */
export function keptDecisions(payload: Decided & { decisions: Decision[] }): Decision[] {
  const { decisions } = payload;
  const own = ownDecision(payload);
  const last = decisions.at(-1);
  if (last === undefined || own === null) return decisions;
  if (last.step !== own.step || !isSame(last.result, own.result)) return decisions;
  const kept = decisions.slice(0, -1);
  return kept.some(({ step }) => step === own.step) ? decisions : kept;
}

/** That of an alert on its incident. */
export function correlateDecision(outcome: Outcome, incident: string, why: Sentence): Decision {
  const code = correlated[outcome];
  return { step: 'correlate', result: code ? say(code, { incident, why }) : why };
}

const correlated: Partial<Record<Outcome, CorrelatedCode>> = {
  Opened: 'incidentOpened',
  Updated: 'incidentUpdated',
  Resolved: 'incidentResolved',
  Failed: 'incidentFailed',
};

type CorrelatedCode = `incident${'Opened' | 'Updated' | 'Resolved' | 'Failed'}`;

function ownDecision({ outcome, reason, incidentId, incidentIds }: Decided): Decision | null {
  if (incidentId === null || incidentIds !== undefined) return null;
  if (outcome !== 'Opened' && outcome !== 'Updated' && outcome !== 'Resolved') return null;
  return correlateDecision(outcome, incidentId, reason);
}
