/**
 * The surface where monitoring tools report: `/api/webhook/` and, below `/api/receivers/`, the event APIs of other
 * products. Decides who may send and how much, reads bodies, writes answers and errors in the dialect of the address,
 * and records what it refuses. `ingest` decides what a payload means and does. Called by the HTTP server.
 *
 * Design notes: in front of Express, because its router costs more than all of this. One handler for all dialects
 * (`handle-request.ts`) keeps the order of checks; a dialect only knows where to find things. The id of an integration
 * is a credential and never appears in a log line or an answer.
 */
export { protocolTranslator } from './dialects/index.ts';
export { createSnsSender } from './signatures/index.ts';
export { createWebhookSurface } from './surface.ts';
