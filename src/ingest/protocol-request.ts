import type { IncomingHttpHeaders } from 'node:http';
import type { RawBody } from '../bodies/index.ts';
import type { Protocol } from '../catalogue/index.ts';
import type { Sentence } from '../sentences/index.ts';

/** A request in the protocol of another product. Nothing but data: large ones are translated in the reading thread. */
export interface ProtocolRequest {
  method: string;
  /** Path below the base of the protocol, and query, as they came in. */
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  now: Date;
  body: Uint8Array;
}

export interface Reply {
  status: number;
  /** Undefined: no body at all. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** The content of a request by its protocol. */
export interface Delivery {
  /** The body that is stored. */
  raw: RawBody;
  /** The key that was in the body, for protocols that have it there. */
  key?: string;
  /** Stored without asking the mapping: why. */
  setAside?: Sentence;
  /** The answer of the protocol, where it does not depend on what comes of the payload. */
  reply?: Reply;
}

/**
 * Throws the `AppError` that the sender is to get. The surface of the protocols has it; the thread loads it by its
 * address.
 */
export type Translate = (protocol: Protocol, request: ProtocolRequest) => Delivery;
