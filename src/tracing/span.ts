import { hash } from 'node:crypto';

export interface Span {
  traceId: string;
  spanId: string;
  /** Absent: the trace begins with it. */
  parentSpanId?: string;
  name: 'webhook' | 'payload' | 'incident' | 'decision' | 'message';
  /** When its work was due, and when it was done. */
  from: Date;
  until: Date;
  /** When the work began; the time before it was waiting. */
  startedAt: Date;
  /** Ids, fixed words and numbers only: a collector is no place for what people write, or for how they are reached. */
  attributes: Readonly<Record<string, string | number | boolean>>;
  /** The same payload in the trace of another incident. */
  link?: { traceId: string; spanId: string };
  hasFailed?: boolean;
}

/** An incident's id has the 16 bytes of a trace id; whoever has one can ask for the other. */
export function traceOfIncident(incidentId: string): string {
  return incidentId.replaceAll('-', '');
}

/** For a payload that no incident came of. */
export function traceOfPayload(payloadId: string): string {
  return payloadId.padEnd(32, '0');
}

/** The id of the span about these things, the same in every process. */
export function spanIdOf(...about: readonly (string | number)[]): string {
  return hash('sha256', JSON.stringify(about)).slice(0, 16);
}
