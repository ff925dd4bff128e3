/**
 * Ingest: from a request on a webhook URL to a stored payload and what it did to incidents (spec 4.1).
 * Owns payloads and their traces. Checks, stores, maps, and hands alerts to `incidents`; never decides
 * about an incident itself. Called by the HTTP server, by jobs, and by the API for lists and replays.
 *
 * Design notes: a payload and its incident are written side by side in one commit of the store, and the
 * answer waits for both. A crash between them is found by the watermark of the process (`recover.ts`).
 */
export { bodyToPayload, type RawBody, type WrappedPayload } from './body-to-payload.ts';
export { clientAddress } from './client-address.ts';
export { type DryRunEffect, dryRun, effectOf } from './dry-run.ts';
export { evaluatePayload } from './evaluate.ts';
export { createIntake, type Intake, type IntakeAnswer, type Received } from './intake.ts';
export { keptHeaders } from './kept-headers.ts';
export { bodyBytesMax } from './limits.ts';
export { outcomes, type PayloadDocument, payloadModel } from './model.ts';
export { ingest } from './module.ts';
export { getPayload, listPayloads, replayPayload } from './payloads.ts';
export { previousIncidentOf } from './previous-incident.ts';
export { createReceiverHandler, receiverPrefix } from './receivers/index.ts';
export { createRecoveryTask, rawBodyOf, toReceived } from './recover.ts';
export { createSnsSender } from './signatures/index.ts';
export { unpackTraces } from './trace.ts';
export { createWatermarkTask, signOff } from './watermark.ts';
export { createWebhookHandler, webhookPrefix } from './webhook.ts';
