import type { UploadedFile } from './file-bodies.ts';
import type { OperationAnswer, OperationHandler, OperationRequest } from './operation.ts';

// `Op` is one of the operations that `openapi-typescript` writes, by its `operationId`.

type PathOf<Op> = Op extends { parameters: { path: infer Path extends object } } ? Path : NoMembers;

type QueryOf<Op> = Op extends { parameters: { query?: infer Query } }
  ? [NonNullable<Query>] extends [never]
    ? NoMembers
    : NonNullable<Query>
  : NoMembers;

type BodyOf<Op> = Op extends { requestBody: { content: Files<infer Body> } }
  ? { readonly [Name in keyof Body]: UploadedFile }
  : JsonBodyOf<Op>;

type JsonBodyOf<Op> = Op extends { requestBody: { content: Json<infer Body> } }
  ? Body
  : Op extends { requestBody?: { content: Json<infer Body> } }
    ? Body | undefined
    : undefined;

/** The JSON value that an operation answers. */
export type AnswerOf<Op> = Op extends { responses: { 200: { content: Json<infer Body> } } }
  ? Body
  : undefined;

interface Files<Body> {
  'multipart/form-data': Body;
}
interface Json<Body> {
  'application/json': Body;
}
type NoMembers = Readonly<Record<never, never>>;

/** A request as the document describes it for one operation. */
export interface TypedRequest<Op, Traits = object>
  extends Omit<OperationRequest<Traits>, 'params' | 'query' | 'body'> {
  params: PathOf<Op>;
  query: QueryOf<Op>;
  body: BodyOf<Op>;
}

type TypedHandler<Op, Caller, Traits = object> = (
  caller: Caller,
  request: TypedRequest<Op, Traits>,
) => Promise<OperationAnswer<AnswerOf<Op>>>;

/** A handler for every operation of a document: a missing one, or one that answers something else, does not compile. */
export type TypedHandlers<Operations extends object, Caller, Traits = object> = {
  [Id in keyof Operations]: TypedHandler<Operations[Id], Caller, Traits>;
};

/**
 * The same handlers, for the router. Safe because the router validates each request against the document
 * that the types are generated of, before it calls the handler of that operation.
 */
export function forRouter<Operations extends object, Caller, Traits>(
  handlers: TypedHandlers<Operations, Caller, Traits>,
): Readonly<Record<string, OperationHandler<Caller, Traits>>> {
  // as unknown as: the types of a request differ by operation, and the router has only one type for all.
  return handlers as unknown as Readonly<Record<string, OperationHandler<Caller, Traits>>>;
}
