/**
 * Ingest: from a received payload to a stored one and what it did to incidents (spec 4.1). Owns payloads and their traces.
 * Reads bodies, evaluates, decides, stores and applies, recovers, replays, and tries out without storing. Knows no HTTP, and
 * never decides about an incident itself. Called by the webhook surface, by jobs, and by the API for lists and replays.
 *
 * Design notes: a payload and its incident are written side by side in one commit of the store, and the
 * answer waits for both. A crash between them is found by the watermark of the process (`recover.ts`).
 *
 * The forms a payload takes, each because it lives elsewhere or longer than the one before:
 * - `RawBody`: the request as sent, which is what is stored; `WrappedPayload`: the JSON that mappings read of it
 * - `Received`: both, with the integration and the moment, on its way through intake
 * - `AlertEvaluation`: what one alert in it says; `PayloadDecision`: what becomes of all of them, before incidents are asked
 * - `PendingAlert`: one alert on its way into incidents; `Work`: a document with its alerts and the sender who waits
 * - `PayloadDocument`: what is kept
 */
export type { IntakeAnswer } from './apply-payloads.ts';
export { bodyToPayload, type RawBody, type WrappedPayload } from './body-to-payload.ts';
export { decidePayload, type PayloadDecision } from './decide-payload.ts';
export { type DryRunEffect, dryRun, effectOf } from './dry-run.ts';
export { type AlertEvaluation, evaluatePayload, setAside } from './evaluate.ts';
export { type Handshake, handshakeOf } from './handshake.ts';
export type { Intake } from './intake.ts';
export { bodyBytesMax } from './limits.ts';
export { outcomes, type PayloadDocument, payloadModel } from './model.ts';
export { ingest } from './module.ts';
export { findPayload, getPayload, listPayloads, replayPayload } from './payloads.ts';
export { type Received, rawBodyOf, toReceived } from './received.ts';
export { resolvesOpenIncident } from './resolves-open-incident.ts';
export { type RunningIntake, startIntake } from './start-intake.ts';
export { unpackTraces } from './trace.ts';
