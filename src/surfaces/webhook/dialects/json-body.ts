import { bodyToPayload, keptHeaders, keptQuery, type RawBody } from '../../../bodies/index.ts';
import { AppError } from '../../../kernel/index.ts';
import { isJsonObject, type Json } from '../../../mapping/index.ts';
import { say } from '../../../sentences/index.ts';
import type { RequestHead } from './dialect.ts';

export type JsonObject = { [key: string]: Json };

/** The JSON of a body, whatever content type it has. Throws `malformed-body`. */
export function readJson(body: Uint8Array): Json {
  const wrapped = bodyToPayload({
    method: 'POST',
    contentType: 'application/json',
    headers: {},
    query: {},
    body,
  });
  const value = wrapped instanceof Promise ? undefined : wrapped.payload.jsonBody;
  if (value === undefined) throw new AppError('malformed-body', say('bodyNoJson'));
  return value;
}

export function readObject(body: Uint8Array): JsonObject {
  const value = readJson(body);
  if (!isJsonObject(value)) throw new AppError('malformed-body', say('bodyNoObject'));
  return value;
}

/** The text of a member, or null when it is absent, empty or something else. */
export function textOf(object: JsonObject, name: string): string | null {
  const value = object[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A key as text in the body is a credential: the stored payload shows only that there was one. */
export function withoutKeys(object: JsonObject, ...names: string[]): JsonObject {
  const copy = { ...object };
  for (const name of names) if (copy[name] !== undefined) copy[name] = '[redacted]';
  return copy;
}

/** The stored form of a request in a protocol: the body, with the values of the address added and the key removed. */
export function asRaw(
  { method, headers, query }: RequestHead,
  key: string,
  body: Json,
  more: Record<string, string> = {},
): RawBody {
  const contentType = 'application/json';
  // The protocol may have its own header for the key, which is a credential there as well.
  const kept = Object.entries(keptHeaders(headers, null)).filter(([, value]) => value !== key);
  return {
    method,
    contentType,
    headers: { ...Object.fromEntries(kept), 'content-type': contentType },
    query: { ...keptQuery(query), ...more },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** The segments of a path, decoded; empty ones do not count. */
export function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        return segment;
      }
    });
}

export function noSuchAddress(): AppError {
  return new AppError('not-found', say('nothingHere'));
}

export function demandMethod({ method }: Pick<RequestHead, 'method'>, allowed: string): void {
  if (method !== allowed)
    throw new AppError('method-not-allowed', say('useMethods', { methods: allowed }), {
      headers: { allow: allowed },
    });
}

/** The error for a key that is no integration's, or that of one of another type. */
export function unknownKey(product: string): AppError {
  return new AppError('unauthenticated', say('notIngestToken', { product }));
}
