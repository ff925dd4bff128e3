/**
 * Ingest: stores received payloads and applies them to incidents (spec 4.1). Owns payloads and their traces.
 * Reads bodies, evaluates, decides, stores and applies, recovers, replays, and does dry runs. Knows no HTTP, and
 * never decides about an incident itself. Called by the webhook surface, by jobs, and by the API for lists and replays.
 *
 * Design notes: a payload and its incident are written side by side in one commit of the store, and the
 * answer waits for both. A crash between them is found by the watermark of the process (`recover.ts`).
 *
 * A payload of many alerts, and one beyond what an integration may bring at once, is stored first and says that it
 * waits (`pending`). The process that took it applies it (`intake.ts`, `recover.ts`); when that has died, another does.
 *
 * A body above 64 KB, and one that would keep others waiting for milliseconds (`reading-cost.ts`; a mapping counts its
 * steps), is read and evaluated in a thread (`reading-threads.ts`), by the same code and before it is accepted:
 * recovery and replays as well as requests, and what the API shows or tries out. It keeps its JSON there, so what
 * intake has to know of it is in a `Reading`. A request of another product's protocol is translated there by the
 * surface's own code, which the thread loads.
 *
 * A trace is not stored where it can be made anew from the body and the mapping of that time (`shown-trace.ts`): it was
 * half of every payload. What evaluated a payload is stored once per mapping (`revisions.ts`).
 *
 * The forms of a payload; each one is kept elsewhere or longer than the one before:
 * - `RawBody`: the request as sent, which is what is stored; `WrappedPayload`: the JSON that mappings read of it
 * - `Received`: both, with the integration and the moment, on its way through intake
 * - `Reading`: what is known of a body that a thread read, whose JSON never leaves the thread that read it
 *   (`reading-threads.ts`)
 * - `AlertEvaluation`: the result of one alert; `PayloadDecision`: the decision on all of them, before incidents are
 *   read
 * - `PendingAlert`: one alert to be applied to incidents; `Work`: a document with its alerts and the waiting sender
 * - `PayloadDocument`: the stored form
 */
export { acceptOwn } from './accept-own.ts';
export type { IntakeAnswer } from './apply-payloads.ts';
export { createIngest, createReading } from './create-ingest.ts';
export { decidePayload } from './decide-payload.ts';
export { decisionsOf } from './decisions.ts';
export { draftFromPayload } from './draft-from-payload.ts';
export { type DryRunInput, dryRun, effectOf } from './dry-run.ts';
export { parseDryRunCall } from './dry-run-call.ts';
export { type AlertEvaluation, type FindPrevious, setAside } from './evaluate.ts';
export { type Handshake, handshakeOf } from './handshake.ts';
export { findPayloadHealth, type PayloadHealth } from './health.ts';
export type { Intake } from './intake.ts';
export type { ReadingLimits } from './limits.ts';
export { type PayloadDocument, payloadModel } from './model.ts';
export { ingest } from './module.ts';
export {
  countReceived,
  evaluateStored,
  type PastView,
  payloadsReceived,
  type StoredBody,
  storedBodyOf,
} from './past-payloads.ts';
export {
  findPayload,
  getPayload,
  listLatestHeaders,
  listPayloads,
  listWholePayloads,
  type PayloadSummary,
  payloadsById,
  replayPayload,
  sendTestPayload,
} from './payloads.ts';
export { demandPayloadReader, type PayloadArrival, payloadsSince } from './payloads-since.ts';
export { previousOf } from './previous-incident.ts';
export type { Delivery, ProtocolRequest, Reply, Translate } from './protocol-request.ts';
export { isCostly } from './reading-cost.ts';
export { readRaw, receive } from './receive.ts';
export { type Received, rawBodyOf } from './received.ts';
export { resolvesOpenIncident } from './resolves-open-incident.ts';
export { searchPayloads } from './search-payloads.ts';
export { showPayloads } from './show-payloads.ts';
export { traceOf } from './shown-trace.ts';
export { tellUnreadableTask } from './tell-unreadable.ts';
export { type StoredTrial, type TriedPayload, tryOnStored } from './try-on-stored.ts';
export { openUnreadableEpisodes } from './unreadable-episode.ts';
export { unappliedSince } from './watermark.ts';
