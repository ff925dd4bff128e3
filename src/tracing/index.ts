/**
 * Tracing: spans of the way from a webhook to a message, sent to a collector over OTLP, so that one trace shows why
 * somebody was told late. Only where the operator names a collector; nothing in the server depends on it, and what it
 * cannot send is lost.
 *
 * Design notes: the trace of an incident has the id of the incident, and the ids of spans are made of what they are
 * about. So a message that another process sends an hour later, after a crash, is in the right place, and nothing has
 * to be stored for it. A span begins when its work was due, not when somebody came to it: the waiting is what the
 * operator looks for. Attributes are ids, fixed words and numbers only. See `docs/decisions.md` for why there is no SDK
 * in it.
 */
export type { Journey } from './journey.ts';
export { createTracing } from './tracing.ts';
