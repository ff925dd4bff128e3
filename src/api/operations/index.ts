import type { Handlers } from '../handlers.ts';

/** Every operation of the document by its operationId; the router refuses to start when one is missing. */
export const operations: Handlers = {};
