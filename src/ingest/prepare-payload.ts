import { Binary } from 'bson';
import type { AlertInput } from '../incidents/index.ts';
import { type IntakeView, maintenanceAt, snoozeUntil } from '../integrations/index.ts';
import type { Evaluation } from '../mapping/index.ts';
import type { Received } from './intake.ts';
import type { Decision, Outcome, PayloadDocument } from './model.ts';
import { toAlert } from './to-alert.ts';
import { packTraces } from './trace.ts';

/** An alert of a payload on its way into an incident. */
export interface PendingAlert extends AlertInput {
  /** What the latest decision says; it holds once `isApplied`. */
  result: AlertOutcome | null;
  isApplied: boolean;
}

export interface AlertOutcome {
  outcome: Outcome;
  reason: string;
  incidentId: string;
}

/** A payload with its document and the alerts it raises. */
export interface PreparedPayload {
  received: Received;
  document: PayloadDocument;
  alerts: PendingAlert[];
}

/** The document of a payload with everything but what happens to incidents, and the alerts it raises. */
export function preparePayload(
  received: Received,
  evaluations: readonly Evaluation[],
): PreparedPayload {
  const { view, at } = received;
  const maintenance = maintenanceAt(view, at);
  const document = toDocument(received, evaluations);
  const alerts: PendingAlert[] = [];
  for (const evaluation of evaluations) {
    if (evaluation.outcome === 'Failed') {
      document.outcome = 'Failed';
      document.reason = evaluation.failure ?? 'The mapping failed.';
      note(document.decisions, 'map', document.reason);
    } else if (evaluation.outcome === 'Discarded') {
      note(document.decisions, 'map', 'The mapping discarded it (Discard is True).');
    } else if (maintenance.isInMaintenance) {
      document.outcome = 'Maintenance';
      document.reason =
        'A maintenance window is active: the payload is kept, no incident is opened or changed.';
      note(document.decisions, 'maintenance', document.reason);
    } else
      alerts.push({
        alert: toAlert(view, received.id.toHexString(), at, evaluation),
        circumstances: circumstancesOf(view, at, maintenance, evaluation, document.decisions),
        result: null,
        isApplied: false,
      });
  }
  markApplied(received, document, alerts);
  return { received, document, alerts };
}

/** The document of a payload that our own code could not evaluate: kept, shown as failed, not tried again. */
export function prepareUnreadable(received: Received): PreparedPayload {
  const document = toDocument(received, []);
  document.outcome = 'Failed';
  document.reason = 'It could not be evaluated because of a fault in the server; see its log.';
  document.decisions.push({ step: 'map', result: document.reason });
  return { received, document, alerts: [] };
}

function toDocument(received: Received, evaluations: readonly Evaluation[]): PayloadDocument {
  const { view, raw, wrapped } = received;
  const document: PayloadDocument = {
    _id: received.id,
    organizationId: view.organizationId,
    integrationId: view.integrationId,
    teamId: view.teamId,
    createdAt: received.at,
    ip: received.ip,
    method: raw.method,
    contentType: raw.contentType,
    headers: raw.headers,
    query: raw.query,
    body: new Binary(raw.body),
    outcome: 'Discarded',
    reason: received.setAside ?? 'The mapping discarded it.',
    incidentId: null,
    trace: packTraces(evaluations.map((evaluation) => evaluation.trace)),
    decisions: wrapped.problem ? [{ step: 'read', result: wrapped.problem }] : [],
  };
  if (received.replayOf) document.replayOf = received.replayOf;
  if (received.setAside !== undefined) {
    document.setAside = true;
    document.decisions.push({ step: 'set-aside', result: received.setAside });
  }
  return document;
}

/** Alerts that a run before a crash applied already are not applied again. */
function markApplied(
  { appliedTo }: Received,
  document: PayloadDocument,
  alerts: PendingAlert[],
): void {
  // A mapping that was changed meanwhile may see other alerts in it: then all of them count as new.
  if (!appliedTo || appliedTo.length !== alerts.length) return;
  for (const [index, alert] of alerts.entries()) {
    const incidentId = appliedTo[index];
    if (!incidentId) continue;
    alert.result = { outcome: 'Updated', reason: 'It was applied before.', incidentId };
    alert.isApplied = true;
  }
  recordResults(document, alerts);
}

function circumstancesOf(
  view: IntakeView,
  at: Date,
  maintenance: { isMuted: boolean },
  evaluation: Evaluation,
  decisions: Decision[],
): AlertInput['circumstances'] {
  if (maintenance.isMuted) note(decisions, 'mute', 'Muted: nobody is told of a new incident.');
  const until =
    evaluation.status === 'Open' ? snoozeUntil(view.snoozeSettings, at, view.timeZoneId) : null;
  if (until) note(decisions, 'snooze', `A new incident is snoozed until ${until.toISOString()}.`);
  return { isMuted: maintenance.isMuted, snoozed: until ? { until } : null };
}

/** What holds for many alerts of a payload is said once, and of different failures a few. */
function note(decisions: Decision[], step: string, result: string): void {
  if (decisions.length >= decisionsMax) return;
  if (!decisions.some((one) => one.step === step && one.result === result))
    decisions.push({ step, result });
}

const decisionsMax = 50;

/** Writes what happened to incidents into the payload's document. */
export function recordResults(document: PayloadDocument, alerts: readonly PendingAlert[]): void {
  const results = alerts.map((alert) => alert.result);
  const first = results.find((result) => result !== null);
  if (!first) return;
  document.outcome = first.outcome;
  document.reason = first.reason;
  document.incidentId = first.incidentId;
  if (results.length > 1)
    document.incidentIds = results.map((result) => result?.incidentId ?? null);
  document.decisions = [
    ...document.decisions.filter((decision) => decision.step !== 'correlate'),
    ...results
      .filter((result) => result !== null)
      .slice(0, correlationsShownMax)
      .map(({ outcome, reason, incidentId }) => ({
        step: 'correlate',
        result: `${outcome} ${incidentId}: ${reason}`,
      })),
  ];
}

/** Of a payload with many alerts; `incidentIds` has them all. */
const correlationsShownMax = 50;
