import type { Span } from './span.ts';

const kinds = { webhook: 2, payload: 1, incident: 1, decision: 1, message: 3 } as const;
const statusError = 2;

/** The body of `POST /v1/traces` (OTLP 1.x, JSON). `serviceVersion`: that of this program. */
export function toOtlp(spans: readonly Span[], serviceVersion: string): string {
  const resource = { 'service.name': 'tocsin', 'service.version': serviceVersion };
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: toAttributes(resource) },
        scopeSpans: [{ scope: { name: 'tocsin' }, spans: spans.map(toOtlpSpan) }],
      },
    ],
  });
}

function toOtlpSpan(span: Span) {
  const { traceId, spanId, parentSpanId, name, from, startedAt, until, attributes, link } = span;
  const hasWaited = startedAt > from;
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: kinds[name],
    startTimeUnixNano: toNanoseconds(from),
    // The clock of the machine may have been set back meanwhile.
    endTimeUnixNano: toNanoseconds(until < from ? from : until),
    attributes: toAttributes(attributes),
    ...(hasWaited && { events: [{ name: 'started', timeUnixNano: toNanoseconds(startedAt) }] }),
    ...(link && { links: [link] }),
    ...(span.hasFailed && { status: { code: statusError } }),
  };
}

const toNanoseconds = (at: Date) => `${at.getTime()}000000`;

function toAttributes(attributes: Span['attributes']) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }));
}

function toValue(value: string | number | boolean) {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'string') return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
