import type { TestApp } from '../support/app.ts';
import { bodyFor, type Fixtures, idsFor } from '../support/fixtures.ts';
import { multipartText, multipartType } from '../support/multipart.ts';
import { addressOf, type DocumentedOperation } from '../support/operations.ts';
import { type Answer, ask, type Question } from './ask.ts';
import type { Expected } from './checks/authorization.ts';

/** One kind of caller: what proves who they are, on which objects they call, and what they may expect. */
export interface Caller {
  name: string;
  /** What proves who they are, of the request as it will be sent. */
  headers(sent: Sent): Record<string, string>;
  /** The objects that an operation is called on; without it, ids of nothing. */
  objects?(operation: DocumentedOperation): Fixtures;
  /** Further ids in the path, such as tokens. */
  ids?(operation: DocumentedOperation): Record<string, string>;
  /** The body, where it is not the example of the document. */
  body?(operation: DocumentedOperation): unknown;
  /** What the document promises this caller of the operation. */
  expects(operation: DocumentedOperation): Expected;
}

export interface Sent {
  operation: DocumentedOperation;
  url: string;
  /** Text of the body, empty without one. */
  body: string;
}

/** What is different from the request that the caller would send. */
export interface Change {
  /** Path and query below the base path, with ids in it. */
  address?: string | undefined;
  ids?: Record<string, string>;
  /** Text as it is, anything else in the media type of the operation. */
  body?: unknown;
  /** Bytes instead of the body. */
  rawBody?: Uint8Array;
  /** Instead of the query that is required, with its question mark. */
  query?: string;
  headers?: Record<string, string>;
}

/** The request of a caller to an operation. */
export function questionOf(
  server: TestApp,
  caller: Caller,
  operation: DocumentedOperation,
  change: Change = {},
): Question {
  const objects = caller.objects?.(operation) ?? {};
  const ids = { ...idsFor(operation, objects), ...caller.ids?.(operation), ...change.ids };
  const { query = operation.query } = change;
  const path = change.address ?? addressOf({ ...operation, query }, ids);
  const url = `${server.app.url}${operation.basePath}${path}`;
  const given =
    'body' in change ? change.body : (caller.body?.(operation) ?? bodyFor(operation, objects));
  const [media] = operation.bodies;
  const { rawBody } = change;
  const body = given === undefined || !media ? '' : encoded(media.mediaType, given);
  return {
    url,
    method: operation.method,
    headers: {
      ...(body === '' ? {} : { 'content-type': typeOf(media?.mediaType ?? '') }),
      ...caller.headers({ operation, url, body }),
      ...change.headers,
    },
    ...(rawBody ? { body: rawBody } : body === '' ? {} : { body }),
  };
}

export function call(
  server: TestApp,
  caller: Caller,
  operation: DocumentedOperation,
  change: Change = {},
): Promise<Answer> {
  return ask(questionOf(server, caller, operation, change));
}

function typeOf(mediaType: string): string {
  return mediaType === 'multipart/form-data' ? multipartType : mediaType;
}

function encoded(mediaType: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (mediaType === 'multipart/form-data')
    return multipartText((value ?? {}) as Record<string, string>);
  if (mediaType !== 'application/x-www-form-urlencoded') return JSON.stringify(value);
  const fields = Object.entries(value ?? {}).map(([name, field]): [string, string] => [
    name,
    typeof field === 'string' ? field : JSON.stringify(field),
  ]);
  return new URLSearchParams(fields).toString();
}
