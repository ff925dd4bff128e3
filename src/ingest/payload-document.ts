import { Binary } from 'bson';
import type { AlertInput } from '../incidents/index.ts';
import type { Silence } from '../silences/index.ts';
import { type AlertOutcome, decidePayload, summarise } from './decide-payload.ts';
import type { AlertEvaluation } from './evaluate.ts';
import type { Decision, PayloadDocument } from './model.ts';
import type { Received } from './received.ts';
import { packTraces } from './trace.ts';

/** An alert of a payload that is still to be applied to an incident. */
export interface PendingAlert extends AlertInput {
  /** The latest decision; it is final once `isApplied`. */
  result: AlertOutcome | null;
  isApplied: boolean;
}

/** The document of a payload with everything but what happens to incidents, and the alerts it raises. */
export function toDocument(
  received: Received,
  evaluations: readonly AlertEvaluation[],
  silences: readonly Silence[],
): { document: PayloadDocument; alerts: PendingAlert[] } {
  const { view, at, id } = received;
  const decision = decidePayload(view, at, evaluations, silences, id.toHexString());
  const document = blankDocument(received);
  document.outcome = decision.outcome;
  document.reason = decision.reason;
  document.trace = packTraces(evaluations.map((evaluation) => evaluation.trace));
  document.decisions.push(...decision.decisions);
  if (evaluations[0]?.setAside !== undefined) document.setAside = true;
  const alerts = decision.alerts.map((alert) => ({ ...alert, result: null, isApplied: false }));
  markApplied(received, document, alerts);
  return { document, alerts };
}

/** The document of a payload that our own code could not evaluate: kept, shown as failed, not tried again. */
export function toUnreadableDocument(received: Received): PayloadDocument {
  const document = blankDocument(received);
  document.outcome = 'Failed';
  document.reason = 'A fault in the server prevented its evaluation; see the log of the server.';
  document.decisions.push({ step: 'map', result: document.reason });
  return document;
}

function blankDocument({ id, view, raw, wrapped, ip, at, replayOf }: Received): PayloadDocument {
  const document: PayloadDocument = {
    _id: id,
    organizationId: view.organizationId,
    integrationId: view.integrationId,
    teamId: view.teamId,
    createdAt: at,
    ip,
    method: raw.method,
    contentType: raw.contentType,
    headers: raw.headers,
    query: raw.query,
    body: new Binary(raw.body),
    outcome: 'Discarded',
    reason: '',
    incidentId: null,
    trace: '[]',
    decisions: wrapped.problem ? [{ step: 'read', result: wrapped.problem }] : [],
  };
  if (replayOf) document.replayOf = replayOf;
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
    alert.result = { outcome: 'Updated', reason: 'It was already applied.', incidentId };
    alert.isApplied = true;
  }
  recordResults(document, alerts);
}

/** Writes what happened to incidents into the payload's document. */
export function recordResults(document: PayloadDocument, alerts: readonly PendingAlert[]): void {
  const results = alerts.map((alert) => alert.result);
  if (results.every((result) => result === null)) return;
  const { outcome, reason, incidentId } = summarise(document, results);
  document.outcome = outcome;
  document.reason = reason;
  document.incidentId = incidentId;
  if (results.length > 1)
    document.incidentIds = results.map((result) => result?.incidentId ?? null);
  const told = results.filter((result) => result !== null).slice(0, correlationsShownMax);
  document.decisions = [
    ...document.decisions.filter(({ step }) => step !== 'correlate'),
    ...told.map(decisionOf),
  ];
}

function decisionOf({ outcome, reason, incidentId }: AlertOutcome): Decision {
  if (incidentId !== null)
    return { step: 'correlate', result: `${outcome} ${incidentId}: ${reason}` };
  return { step: outcome === 'Maintenance' ? 'maintenance' : 'set-aside', result: reason };
}

/** Of a payload with many alerts; `incidentIds` has them all. */
const correlationsShownMax = 50;
