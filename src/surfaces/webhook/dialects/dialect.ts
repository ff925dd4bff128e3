import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../../../http/index.ts';
import type { IntakeAnswer, RawBody } from '../../../ingest/index.ts';
import type { IntakeView, Protocol } from '../../../integrations/index.ts';
import type { World } from '../../../kernel/index.ts';

/** A request before its body is read. */
export interface RequestHead {
  method: string;
  /** Path below the base of the dialect, and query, as they came in. */
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  now: Date;
}

export interface WebhookRequest extends RequestHead {
  body: Uint8Array;
}

export interface Reply {
  status: number;
  /** Undefined: no body at all. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Who a request is for and what it may be, before anyone has looked whether there is such an integration. */
export interface Credentials {
  /** The id of the integration, as the protocol spells keys. */
  key: string;
  /** Of an integration that demands one. */
  bearer: string | null;
}

/** A request that becomes a payload. */
export interface Delivery {
  /** What is stored. */
  raw: RawBody;
  /** The key that stood in the body, for dialects that have it there. */
  key?: string;
  /** Stored without asking the mapping: why. */
  setAside?: string;
  reply(answer: IntakeAnswer, tookSeconds: number): Reply;
}

/** A request that only asks, answered without a payload. */
export type Question = (world: World, view: IntakeView) => Reply | Promise<Reply>;

/** A way to report alerts: the plain webhook, or the protocol of another product. */
export interface Dialect {
  /** What its requests start with, ending in a slash. */
  readonly base: string;
  /** The types of its integrations say that they speak it; null: any type that takes requests. */
  readonly protocol: Protocol | null;
  /**
   * Who the request is for, by its path and headers; null when only the body says so. Throws `not-found` and
   * `method-not-allowed` for addresses that are not the protocol's.
   */
  credentialsOf(head: RequestHead): Credentials | null;
  /** The names under which a body has the key, for dialects that have it there. */
  readonly keyNames?: readonly string[];
  /** The question that the request asks; null when it brings an alert. */
  questionOf?(head: RequestHead): Question | null;
  /** Throws `malformed-body` and `validation-failed`. `view` is null while only the body can say who is calling. */
  read(request: WebhookRequest, view: IntakeView | null): Delivery;
  /** Throws the error for a key that is none; it must not tell why. */
  unknown(): Error;
  /** An error as clients of the protocol know it. */
  refuse(problem: Problem): Reply;
}
