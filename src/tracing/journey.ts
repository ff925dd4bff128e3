import { type Span, spanIdOf, traceOfIncident, traceOfPayload } from './span.ts';
import type { SpanExporter } from './span-exporter.ts';

/** Says of each step of an alert's way when it was due, began and was done. */
export interface Journey {
  /** A request was answered; its payload is on disk. */
  webhook(steps: WebhookSteps): void;
  /** A payload was applied to its incidents. */
  payload(steps: PayloadSteps): void;
  /** It was decided who is told of an incident, and their messages are on disk. */
  decision(steps: DecisionSteps): void;
  /** A message was tried, or dropped at the last moment. */
  message(steps: MessageSteps): void;
}

interface Owned {
  organizationId: string;
  integrationId: string | null;
}

interface Steps {
  startedAt: Date;
  until: Date;
}

interface WebhookSteps extends Owned, Steps {
  payloadId: string;
  incidentId: string | null;
  outcome: string;
}

export interface PayloadSteps extends Owned, Steps {
  payloadId: string;
  /** One for each alert in it; null where none came of it. */
  incidentIds: readonly (string | null)[];
  outcome: string;
  /** It waited for its turn since then. */
  from: Date;
  /** A request of this process waits for it, which makes a span of its own. */
  isRequest: boolean;
}

interface DecisionSteps extends Owned, Steps {
  incidentId: string;
  /** The latest payload that opened, reopened or ended the incident. */
  payloadId: string | null;
  /** The time at which the decision was due: messages carry it as the time at which they were made. */
  from: Date;
  messages: number;
  dropped: number;
}

interface MessageSteps extends Owned, Steps {
  incidentId: string;
  deliveryId: string;
  /** When what it tells was due to be decided. */
  decidedFrom: Date;
  /** When it was due to be sent. */
  from: Date;
  channel: string;
  outcome: string;
  /** From 1. */
  attempt: number;
  /** It was told by a message about other incidents, too. */
  isBundled: boolean;
}

const failures = new Set(['retry', 'refused']);

/** Makes the spans; the only place that says what is in them. */
export function createJourney(exporter: Pick<SpanExporter, 'record'>): Journey {
  const { record } = exporter;
  return {
    webhook({ payloadId, incidentId, outcome, ...steps }) {
      record({
        ...spanOf('webhook', steps, { 'tocsin.payload.id': payloadId, 'tocsin.outcome': outcome }),
        traceId: incidentId === null ? traceOfPayload(payloadId) : traceOfIncident(incidentId),
        spanId: webhookSpanId(payloadId),
        from: steps.startedAt,
      });
    },
    payload: (steps) => recordPayload(record, steps),
    decision({ incidentId, payloadId, messages, dropped, ...steps }) {
      record({
        ...spanOf('decision', steps, {
          'tocsin.incident.id': incidentId,
          'tocsin.messages': messages,
          'tocsin.messages.dropped': dropped,
        }),
        traceId: traceOfIncident(incidentId),
        spanId: decisionSpanId(incidentId, steps.from),
        ...(payloadId !== null && { parentSpanId: incidentSpanId(payloadId, incidentId) }),
      });
    },
    message({ incidentId, deliveryId, decidedFrom, attempt, isBundled, ...steps }) {
      record({
        ...spanOf('message', steps, {
          'tocsin.incident.id': incidentId,
          'tocsin.delivery.id': deliveryId,
          'tocsin.channel': steps.channel,
          'tocsin.outcome': steps.outcome,
          'tocsin.attempt': attempt,
          'tocsin.bundled': isBundled,
        }),
        traceId: traceOfIncident(incidentId),
        spanId: spanIdOf('message', deliveryId, attempt),
        parentSpanId: decisionSpanId(incidentId, decidedFrom),
        hasFailed: failures.has(steps.outcome),
      });
    },
  };
}

/** In the trace of each of its incidents; those behind the first are linked with it. */
function recordPayload(record: SpanExporter['record'], steps: PayloadSteps): void {
  const { payloadId, incidentIds, outcome, isRequest } = steps;
  const about = { 'tocsin.payload.id': payloadId, 'tocsin.outcome': outcome };
  const [first = null, ...others] = [...new Set(incidentIds.filter((id) => id !== null))];
  const spanId = spanIdOf('payload', payloadId);
  const traceId = first === null ? traceOfPayload(payloadId) : traceOfIncident(first);
  record({
    ...spanOf('payload', steps, about),
    traceId,
    spanId,
    ...(isRequest && { parentSpanId: webhookSpanId(payloadId) }),
  });
  for (const other of others)
    record({
      ...spanOf('payload', steps, about),
      traceId: traceOfIncident(other),
      spanId,
      link: { traceId, spanId },
    });
  for (const incidentId of first === null ? [] : [first, ...others])
    record({
      ...spanOf('incident', { ...steps, from: steps.startedAt }, about),
      traceId: traceOfIncident(incidentId),
      spanId: incidentSpanId(payloadId, incidentId),
      parentSpanId: spanId,
    });
}

function spanOf(
  name: Span['name'],
  {
    organizationId,
    integrationId,
    startedAt,
    until,
    from = startedAt,
  }: Owned & Steps & { from?: Date },
  attributes: Span['attributes'],
): Omit<Span, 'traceId' | 'spanId'> {
  return {
    name,
    from,
    startedAt,
    until,
    attributes: {
      'tocsin.organization.id': organizationId,
      ...(integrationId !== null && { 'tocsin.integration.id': integrationId }),
      ...attributes,
      'tocsin.late_seconds': Math.max(0, (startedAt.getTime() - from.getTime()) / 1000),
    },
  };
}

const webhookSpanId = (payloadId: string) => spanIdOf('webhook', payloadId);

const incidentSpanId = (payloadId: string, incidentId: string) =>
  spanIdOf('incident', payloadId, incidentId);

const decisionSpanId = (incidentId: string, from: Date) =>
  spanIdOf('decision', incidentId, from.getTime());
