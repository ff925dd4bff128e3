/**
 * The surface where monitoring tools report: `/api/webhook/` and, below `/api/receivers/`, the event APIs of other products.
 * Decides who may send and how much, reads bodies, words answers and errors in the dialect of the address, and leaves a
 * trace of what it refuses. What a payload means and does is the business of `ingest`. Called by the HTTP server.
 *
 * Design notes: in front of Express, because its router costs more than all of this. One handler for all dialects
 * (`handle-request.ts`) keeps the order of checks; a dialect only says where things stand. The id of an integration is a
 * credential and never stands in a log line or an answer.
 */
export { clientAddress } from './client-address.ts';
export { keptHeaders } from './kept-headers.ts';
export { createSnsSender } from './signatures/index.ts';
export { createWebhookSurface, type WebhookSurface } from './surface.ts';
