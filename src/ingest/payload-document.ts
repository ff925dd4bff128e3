import { Binary } from 'bson';
import type { AlertInput } from '../incidents/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { Silence } from '../silences/index.ts';
import { type AlertOutcome, decidePayload, summarise } from './decide-payload.ts';
import { correlateDecision } from './decisions.ts';
import type { AlertEvaluation } from './evaluate.ts';
import type { Decision, PayloadDocument } from './model.ts';
import { headOf, type Received } from './received.ts';
import { canBeShownAgain, checkOf } from './shown-trace.ts';
import { packTraces } from './trace.ts';
import { afterUnreadable } from './unreadable.ts';

/** A payload on its way to the store, with all that was decided. */
export type DecidedPayload = PayloadDocument & { decisions: Decision[] };

/** An alert of a payload that is still to be applied to an incident. */
export interface PendingAlert extends AlertInput {
  /** The latest decision; it is final once `isApplied`. */
  result: AlertOutcome | null;
  isApplied: boolean;
  /** The reason for which a payload could not be read, for an alert about that payload itself. */
  failure?: Sentence;
}

/**
 * The document of a payload with everything but what happens to incidents, and the alerts it raises. `revision`: of
 * what evaluated it; null when that is not stored.
 */
export function toDocument(
  received: Received,
  evaluations: readonly AlertEvaluation[],
  silences: readonly Silence[],
  revision: string | null,
): { document: DecidedPayload; alerts: PendingAlert[] } {
  const { view, at, id } = received;
  const decision = decidePayload(view, at, evaluations, silences, id.toHexString());
  const document = blankDocument(received);
  document.outcome = decision.outcome;
  document.reason = decision.reason;
  if (revision !== null && canBeShownAgain(received, evaluations)) {
    document.revision = revision + checkOf(evaluations);
  } else {
    const { packedTraces = packTraces(evaluations.map(({ trace }) => trace)) } = received;
    document.trace = packedTraces;
  }
  document.decisions.push(...decision.decisions);
  if (evaluations[0]?.setAside !== undefined) document.setAside = true;
  const alerts: PendingAlert[] = decision.alerts.map((alert) => ({
    ...alert,
    result: null,
    isApplied: false,
  }));
  // Last, so that an incident that it is about stands for the payload.
  if (decision.outcome === 'Failed')
    raiseUnreadable(received, decision.reason, silences, { document, alerts });
  markApplied(received, document, alerts);
  return { document, alerts };
}

/** The document of a payload that our own code could not evaluate: kept, shown as failed, not tried again. */
export function toUnreadableDocument(
  received: Received,
  silences: readonly Silence[],
): { document: DecidedPayload; alerts: PendingAlert[] } {
  const document = blankDocument(received);
  document.trace = '[]';
  document.outcome = 'Failed';
  document.reason = say('evaluationFault');
  document.decisions.push({ step: 'map', result: document.reason });
  const alerts: PendingAlert[] = [];
  raiseUnreadable(received, document.reason, silences, { document, alerts });
  markApplied(received, document, alerts);
  return { document, alerts };
}

function raiseUnreadable(
  received: Received,
  reason: Sentence,
  silences: readonly Silence[],
  { document, alerts }: { document: DecidedPayload; alerts: PendingAlert[] },
): void {
  const follows = afterUnreadable(received, reason, silences);
  if (follows === null) return;
  if ('alert' in follows) alerts.push(follows.alert);
  else if ('untold' in follows) document.untold = follows.untold;
  else document.decisions.push(follows.decision);
}

export function blankDocument({
  id,
  view,
  raw,
  wrapped,
  ip,
  at,
  replayOf,
}: Received): DecidedPayload {
  const document: DecidedPayload = {
    _id: id,
    organizationId: view.organizationId,
    integrationId: view.integrationId,
    teamId: view.teamId,
    createdAt: at,
    ip,
    ...headOf(raw),
    body: new Binary(raw.body),
    outcome: 'Discarded',
    reason: say('payloadHasNoAlert'),
    incidentId: null,
    decisions: wrapped.problem ? [{ step: 'read', result: wrapped.problem }] : [],
  };
  if (replayOf) document.replayOf = replayOf;
  return document;
}

/** Alerts that a run before a crash applied already are not applied again. */
function markApplied(
  { appliedTo }: Received,
  document: DecidedPayload,
  alerts: PendingAlert[],
): void {
  // A mapping that was changed meanwhile may see other alerts in it: then all of them count as new.
  if (!appliedTo || appliedTo.length !== alerts.length) return;
  for (const [index, alert] of alerts.entries()) {
    const incidentId = appliedTo[index];
    if (!incidentId) continue;
    alert.result = { outcome: 'Updated', reason: say('appliedBefore'), incidentId };
    alert.isApplied = true;
  }
  recordResults(document, alerts);
}

/** Writes what happened to incidents into the payload's document. */
export function recordResults(document: DecidedPayload, alerts: readonly PendingAlert[]): void {
  const results = alerts.map((alert) => alert.result);
  if (results.every((result) => result === null)) return;
  const { outcome, reason, incidentId } = summarise(document, alerts.map(outcomeOf));
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

/** That an incident tells of a payload which could not be read does not make it one that was. */
function outcomeOf({ failure, result }: PendingAlert): AlertOutcome | null {
  if (!failure || result === null) return result;
  return { ...result, outcome: 'Failed', reason: failure };
}

function decisionOf({ outcome, reason, incidentId }: AlertOutcome): Decision {
  if (incidentId !== null) return correlateDecision(outcome, incidentId, reason);
  return { step: untouchedSteps[outcome] ?? 'set-aside', result: reason };
}

/** Why an alert that was decided touched no incident. */
const untouchedSteps: Partial<Record<AlertOutcome['outcome'], string>> = {
  Maintenance: 'maintenance',
  Silenced: 'silence',
};

/** A payload with many alerts shows this many correlations; `incidentIds` has all incidents. */
const correlationsShownMax = 50;
