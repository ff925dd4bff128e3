import type { WriteError } from './answer.ts';
import type { BodyFormat } from './body-formats.ts';
import type { SchemaNode } from './canonical-keys.ts';
import type { ApiDocument, Operation } from './document.ts';
import type { Arrival, OperationAnswer, OperationHandler, OperationRequest } from './operation.ts';
import type { QueryRules } from './query.ts';
import type { RequestLimits } from './request-limits.ts';

/** Everything that differs between surfaces. */
export interface DocumentRouterOptions<Caller, Traits = object> {
  document: ApiDocument<Traits>;
  handlers: Readonly<Record<string, OperationHandler<Caller, Traits>>>;
  /** Finds the caller or throws; called before anything else of the request is read. */
  authenticate(operation: Operation & Traits, arrival: Arrival): Promise<Caller>;
  /** Members about the caller for the log line of a request: ids, never secrets. */
  describeCaller?(caller: Caller): Readonly<Record<string, string>>;
  /** Headers of every answer to this caller, errors included. */
  headersFor?(caller: Caller): Readonly<Record<string, string>>;
  writeError: WriteError;
  /** Absent: nothing is limited. */
  limits?: RequestLimits<Caller, Traits>;
  /** Others are mounted beside it: what is not in the document is left to them. */
  isOnlyPart?: boolean;
  /**
   * Accepted body formats, of all or of one operation; the first applies to a request without a content type. Default:
   * JSON.
   */
  bodies?: readonly BodyFormat[] | ((operationId: string) => readonly BodyFormat[]);
  /** For all operations, or by the id of one. Default: 4 MB. */
  bodyBytesMax?: number | ((operationId: string) => number);
  /** Spells a body as its schema does, before it is validated. Values are never coerced. */
  spellBody?(schema: SchemaNode, body: unknown): unknown;
  /** Default: `names: 'exact', unknown: 'refuse'`. Values get the types of the document. */
  query?: QueryRules;
  /** Media type of answers that are JSON values. */
  answerType?: string;
  /** Checks every answer against the document and fails the request on a difference (tests). */
  checkAnswers?: boolean;
  /** Runs between validation and handler: stores answers for repeated requests. */
  runIdempotently?(
    caller: Caller,
    request: OperationRequest<Traits>,
    run: (caller: Caller) => Promise<OperationAnswer>,
  ): Promise<OperationAnswer>;
}
