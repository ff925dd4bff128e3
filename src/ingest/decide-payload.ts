import type { AlertInput, Circumstances } from '../incidents/index.ts';
import { type IntakeView, maintenanceAt } from '../integrations/index.ts';
import { circumstancesOf, type Silence } from '../silences/index.ts';
import type { AlertEvaluation } from './evaluate.ts';
import type { Decision, Outcome } from './model.ts';
import { toAlert } from './to-alert.ts';

/** What becomes of a payload before any incident is looked at. */
export interface PayloadDecision {
  outcome: Outcome;
  /** One sentence for a person. */
  reason: string;
  decisions: Decision[];
  /** Go on to incidents, which have the last word. */
  alerts: AlertInput[];
}

/** What an alert did to incidents, or would do. */
export interface AlertOutcome {
  outcome: Outcome;
  reason: string;
  incidentId: string | null;
}

/** The state of an integration that a decision depends on. */
export type DecisionView = Pick<
  IntakeView,
  | 'organizationId'
  | 'teamId'
  | 'integrationId'
  | 'displayName'
  | 'reopenWithinSeconds'
  | 'isMuted'
  | 'isInMaintenance'
  | 'windows'
  | 'snoozeSettings'
  | 'timeZoneId'
>;

/**
 * Decides what the alerts of a payload do at `now` (spec 3.3, 3.4, 4.1). Pure, and the only place that does: intake,
 * recovery, replays and dry runs all ask here.
 */
export function decidePayload(
  view: DecisionView,
  now: Date,
  evaluations: readonly AlertEvaluation[],
  silences: readonly Silence[],
  payloadId = '',
): PayloadDecision {
  const { isMuted, isInMaintenance } = maintenanceAt(view, now);
  const decision: PayloadDecision = {
    outcome: 'Discarded',
    reason: 'The payload contains no alert: the list to split is empty.',
    decisions: [],
    alerts: [],
  };
  for (const evaluation of evaluations) {
    const { setAside } = evaluation;
    if (setAside !== undefined) say(decision, 'set-aside', 'Discarded', setAside);
    else if (evaluation.outcome === 'Failed')
      say(decision, 'map', 'Failed', evaluation.failure ?? 'The mapping failed.');
    else if (evaluation.outcome === 'Discarded') say(decision, 'map', 'Discarded', discarded);
    else if (isInMaintenance && evaluation.outcome !== 'Resolved')
      say(decision, 'maintenance', 'Maintenance', maintenance);
    else {
      const alert = toAlert(view, payloadId, now, evaluation);
      const circumstances = circumstancesOf(view, now, alert, { isMuted, silences });
      noteCircumstances(decision.decisions, circumstances);
      decision.alerts.push({
        alert,
        circumstances: { ...circumstances, ...ifNoneOpen(isInMaintenance, evaluation) },
      });
    }
  }
  if (isMuted && decision.alerts.length > 0)
    note(decision.decisions, 'mute', 'Muted: nobody is told of a new incident.');
  return decision;
}

const discarded = 'The mapping discarded it (Discard is True).';
const maintenance =
  'A maintenance window is active: the payload is kept, no incident is opened or changed.';

/** Resolving alerts are applied during a maintenance, too, because tools send them once. A follow-up opens no incident. */
function ifNoneOpen(
  isInMaintenance: boolean,
  { isFollowUp }: AlertEvaluation,
): Pick<AlertInput['circumstances'], 'ifNoneOpen'> | null {
  if (isFollowUp)
    return {
      ifNoneOpen: {
        outcome: 'Discarded',
        reason: 'It refers to a problem for which no incident is open.',
      },
    };
  return isInMaintenance
    ? {
        ifNoneOpen: {
          outcome: 'Maintenance',
          reason: 'A maintenance window is active, and there is no open incident to resolve.',
        },
      }
    : null;
}

function noteCircumstances(decisions: Decision[], { silence, snoozed }: Circumstances): void {
  if (silence) {
    const { displayName, end } = silence;
    const until = end.toISOString();
    note(decisions, 'silence', `The silence “${displayName}” mutes a new incident until ${until}.`);
  }
  if (snoozed?.until)
    note(decisions, 'snooze', `A new incident is snoozed until ${snoozed.until.toISOString()}.`);
}

function say(decision: PayloadDecision, step: string, outcome: Outcome, reason: string): void {
  if (ranks.indexOf(outcome) >= ranks.indexOf(decision.outcome)) {
    decision.outcome = outcome;
    decision.reason = reason;
  }
  note(decision.decisions, step, reason);
}

/** What a person has to see of a payload with several alerts comes last. */
const ranks: readonly Outcome[] = ['Discarded', 'Maintenance', 'Failed'];

/** Repeats no reason that many alerts share, and shows only a few different failures. */
function note(decisions: Decision[], step: string, result: string): void {
  if (decisions.length >= decisionsMax) return;
  if (!decisions.some((one) => one.step === step && one.result === result))
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
