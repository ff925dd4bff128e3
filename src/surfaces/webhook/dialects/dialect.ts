import type { Protocol } from '../../../catalogue/index.ts';
import type { Problem } from '../../../http/index.ts';
import type { Delivery, IntakeAnswer, ProtocolRequest, Reply } from '../../../ingest/index.ts';
import type { IntakeView } from '../../../integrations/index.ts';
import type { World } from '../../../kernel/index.ts';

export type { Delivery, ProtocolRequest, Reply } from '../../../ingest/index.ts';

/** A request before its body is read. */
export type RequestHead = Omit<ProtocolRequest, 'body'>;

/** The integration a request is for and its kind, before it is known whether that integration exists. */
export interface Credentials {
  /** The ingest token of the integration, as the protocol spells keys. */
  key: string;
  /** Token of an integration that demands one. */
  bearer: string | null;
}

/** A request that only asks, answered without a payload. */
export type Question = (world: World, view: IntakeView) => Reply | Promise<Reply>;

/** A protocol for reporting alerts: the plain webhook, or that of another product. */
export interface Dialect {
  /** The path that its requests start with, ending in a slash. */
  readonly base: string;
  /** Where the original has them, for senders that nobody can change: if `TOCSIN_COMPATIBLE_PATHS` names it. */
  readonly original?: { product: string; prefix: string };
  /** Only types that declare this dialect can use it; null: any type that receives requests. */
  readonly protocol: Protocol | null;
  /**
   * The integration of the request, by its path and headers; null when only the body names it. Throws `not-found` and
   * `method-not-allowed` for addresses that are not the protocol's.
   */
  credentialsOf(head: RequestHead): Credentials | null;
  /** The names under which a body has the key, for dialects that have it there. */
  readonly keyNames?: readonly string[];
  /** The question that the request asks; null when it brings an alert. */
  questionOf?(head: RequestHead): Question | null;
  /** Throws `malformed-body` and `validation-failed`. `view` is null while only the body can identify the caller. */
  read(request: ProtocolRequest, view: IntakeView | null): Delivery;
  /** The answer once the payload is on disk, where `read` cannot know it yet; without it, what came of the payload. */
  replyTo?(answer: IntakeAnswer, tookSeconds: number): Reply;
  /** Throws the error for an invalid key; it must not reveal why the key is invalid. */
  unknown(): Error;
  /** An error as clients of the protocol know it. */
  refuse(problem: Problem): Reply;
}
