import type { operations } from '../../contract/index.ts';
import type {
  AnswerOf,
  OperationAnswer,
  OperationHandler,
  TypedHandlers,
  TypedRequest,
} from '../../http/index.ts';
import type { ApiCaller } from './caller.ts';
import type { Traits } from './traits.ts';

export type OperationId = keyof operations;

/** A handler for every operation of the document, each with its own request and answer. */
export type AllHandlers = TypedHandlers<operations, ApiCaller, Traits>;
/** Some of them. */
export type Handlers = Partial<AllHandlers>;

export type Request<Id extends OperationId> = TypedRequest<operations[Id], Traits>;
export type Answer<Id extends OperationId> = AnswerOf<operations[Id]>;

/** A handler without regard to its operation, as the router calls it. */
export type Handler = OperationHandler<ApiCaller, Traits>;

/** Status 200 is the only success, for every verb (public-api.md 0.2). */
export function ok<Body>(body: Body, headers?: Record<string, string>): OperationAnswer<Body> {
  return headers ? { status: 200, body, headers } : { status: 200, body };
}

/** The same for the body that shows an object, with its version. */
export function okObject<Body>(
  { version }: { readonly version: number },
  body: Body,
  headers?: Record<string, string>,
): OperationAnswer<Body> {
  return { ...ok(body, headers), version };
}

/**
 * The same with a body whose JSON is written already, because parsing it only to write it again would take too long.
 */
export function okText<Body>(text: string): OperationAnswer<Body> {
  return { status: 200, text, headers: { 'content-type': 'application/json; charset=utf-8' } };
}
