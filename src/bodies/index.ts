/**
 * Bodies: what was sent in, as it is stored and as the JSON that mappings read of it (spec 4.1). Pure: no store, no
 * HTTP, nothing of integrations. Called by `ingest` and by the surfaces that receive payloads.
 *
 * Design note: a module of its own, because the thread that reads large bodies loads it, and each module above it would
 * bring the store along: three quarters of the memory of that thread, and of the time until it is ready.
 */
export { bodyToPayload, type RawBody, type WrappedPayload } from './body-to-payload.ts';
export { keptHeaders } from './kept-headers.ts';
export { keptQuery } from './kept-query.ts';
export { bodyBytesMax } from './limits.ts';
