import { type AlertInput, type Circumstances, heldInWords, holdFor } from '../incidents/index.ts';
import { type IntakeSettings, maintenanceAt } from '../integrations/index.ts';
import { isSame, type Sentence, say, zonedMoment } from '../sentences/index.ts';
import {
  type ActiveSilence,
  circumstancesOf,
  opensNothing,
  type Silence,
} from '../silences/index.ts';
import type { AlertEvaluation } from './evaluate.ts';
import type { Decision, Outcome } from './model.ts';
import { toAlert } from './to-alert.ts';

/** The decision on a payload before any incident is looked at. */
interface PayloadDecision {
  outcome: Outcome;
  reason: Sentence;
  decisions: Decision[];
  /** Go on to incidents, which have the last word. */
  alerts: AlertInput[];
}

/** The result of an alert for incidents, applied or tried out. */
export interface AlertOutcome {
  outcome: Outcome;
  reason: Sentence;
  incidentId: string | null;
}

/**
 * Decides what the alerts of a payload do at `now` (spec 3.3, 3.4, 4.1). Pure, and the only place that does: intake,
 * recovery, replays and dry runs all ask here.
 */
export function decidePayload(
  view: IntakeSettings,
  now: Date,
  evaluations: readonly AlertEvaluation[],
  silences: readonly Silence[],
  payloadId = '',
): PayloadDecision {
  const { isMuted, isInMaintenance } = maintenanceAt(view, now);
  const decision: PayloadDecision = {
    outcome: 'Discarded',
    reason: say('payloadHasNoAlert'),
    decisions: [],
    alerts: [],
  };
  for (const evaluation of evaluations) {
    const { setAside } = evaluation;
    if (setAside !== undefined) become(decision, 'set-aside', 'Discarded', setAside);
    else if (evaluation.outcome === 'Failed')
      become(decision, 'map', 'Failed', evaluation.failure ?? say('mappingFailed'));
    else if (evaluation.outcome === 'Discarded')
      become(decision, 'map', 'Discarded', say('mappingDiscarded'));
    else if (isInMaintenance && evaluation.outcome !== 'Resolved')
      become(decision, 'maintenance', 'Maintenance', say('maintenanceKeepsIt'));
    else {
      const alert = toAlert(view, payloadId, now, evaluation);
      const circumstances = {
        ...circumstancesOf(view, now, alert, { isMuted, silences }),
        // Phone calls, and what is wrong with payloads themselves, are never held back.
        hold: isMuted ? null : holdFor(view.holdSettings, alert),
      };
      noteCircumstances(decision.decisions, circumstances, view.timeZoneId);
      decision.alerts.push({
        alert,
        circumstances: {
          ...circumstances,
          ...ifNoneOpen(isInMaintenance, evaluation, circumstances.silence),
        },
      });
    }
  }
  if (isMuted && decision.alerts.length > 0)
    note(decision.decisions, 'mute', say('newIncidentMuted'));
  return decision;
}

/**
 * Resolving alerts are applied during a maintenance, too, because tools send them once. A follow-up opens no incident.
 */
function ifNoneOpen(
  isInMaintenance: boolean,
  { isFollowUp }: AlertEvaluation,
  silence: ActiveSilence | null,
): Pick<AlertInput['circumstances'], 'ifNoneOpen'> | null {
  if (isFollowUp)
    return {
      ifNoneOpen: {
        outcome: 'Discarded',
        reason: say('followUpOfNothing'),
      },
    };
  if (isInMaintenance)
    return { ifNoneOpen: { outcome: 'Maintenance', reason: say('maintenanceEndsNothing') } };
  return silence?.opensNothing
    ? { ifNoneOpen: { outcome: 'Silenced', reason: opensNothing(silence) } }
    : null;
}

function noteCircumstances(
  decisions: Decision[],
  { silence, snoozed, hold }: Circumstances & { silence: ActiveSilence | null },
  timeZoneId: string,
): void {
  // That nothing opens is said once it is known that nothing was open.
  if (silence && !silence.opensNothing) {
    const { displayName, end } = silence;
    const until = zonedMoment(end.getTime(), timeZoneId);
    note(decisions, 'silence', say('newIncidentSilenced', { silence: displayName, until }));
  }
  if (snoozed?.until) {
    const until = zonedMoment(snoozed.until.getTime(), timeZoneId);
    note(decisions, 'snooze', say('newIncidentSnoozed', { until }));
  }
  if (hold) note(decisions, 'hold', say('newIncidentHeld', { why: heldInWords(hold, timeZoneId) }));
}

function become(decision: PayloadDecision, step: string, outcome: Outcome, reason: Sentence): void {
  if (ranks.indexOf(outcome) >= ranks.indexOf(decision.outcome)) {
    decision.outcome = outcome;
    decision.reason = reason;
  }
  note(decision.decisions, step, reason);
}

/** The outcome that a person has to see of a payload with several alerts comes last. */
const ranks: readonly Outcome[] = ['Discarded', 'Maintenance', 'Failed'];

/** Repeats no reason that many alerts share, and shows only a few different failures. */
function note(decisions: Decision[], step: string, result: Sentence): void {
  if (decisions.length >= decisionsMax) return;
  if (!decisions.some((one) => one.step === step && isSame(one.result, result)))
    decisions.push({ step, result });
}

const decisionsMax = 50;

/** The word on the whole payload: that of its first alert that reached incidents, else the decision's own. */
export function summarise(
  decision: Pick<PayloadDecision, 'outcome' | 'reason'>,
  results: readonly (AlertOutcome | null)[],
): AlertOutcome {
  const told = results.filter((result) => result !== null);
  return (
    told.find(({ incidentId }) => incidentId !== null) ??
    told[0] ?? { outcome: decision.outcome, reason: decision.reason, incidentId: null }
  );
}
