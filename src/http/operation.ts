import type { Operation } from './document.ts';
import type { Through } from './in-process.ts';

/** A request as it arrives, before anybody has looked at what it asks for. */
export interface Arrival {
  headers: Headers;
  requestId: string;
  /** Address of the client, behind the trusted proxies. */
  address: string;
  /** Path and query, as the client wrote them. */
  url: string;
  /** When it reached the server, in milliseconds of `performance.now()`. */
  arrivedAt: number;
  /** Whether the client has closed the connection, so that no answer reaches it. */
  isGone(): boolean;
  /** Another surface of this server, which asks for its caller; undefined for a request from outside. */
  through: Through | undefined;
  /** The body byte for byte, which is what senders sign; undefined when none was sent. */
  rawBody(): Promise<Buffer | undefined>;
}

/** The request as a handler gets it: valid by the document and spelled as it spells. */
export interface OperationRequest<Traits = object> {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  /** The body as it was sent, for the few that need more of it than values: the digits of numbers, for example. */
  rawBody: Arrival['rawBody'];
  headers: Record<string, string | undefined>;
  operation: Operation & Traits;
}

export interface OperationAnswer<Body = unknown> {
  status: number;
  /** JSON value; absent for an empty answer. */
  body?: Body;
  /** Instead of `body`: text, the bytes of one, or chunks to stream with back-pressure. */
  text?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  /** Instead of `body`: server-sent events, for as long as both sides like. The router says so in the headers. */
  events?: AsyncIterable<string>;
  /** Instead of `body`: a file, of which the router answers the part that was asked for. */
  bytes?: ByteContent;
  headers?: Record<string, string | string[]>;
  /** Version of the object that the body shows: part of its `ETag`, for `If-Match`. */
  version?: number;
}

/** The content of a file that never changes under its `etag`. */
export interface ByteContent {
  byteCount: number;
  /** Strong, in its quotes. */
  etag: string;
  /** The bytes from `start` up to `end`, which is not included. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

export type OperationHandler<Caller, Traits = object> = (
  caller: Caller,
  request: OperationRequest<Traits>,
) => Promise<OperationAnswer>;
