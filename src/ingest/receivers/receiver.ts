import type { IncomingHttpHeaders } from 'node:http';
import type { Problem } from '../../http/index.ts';
import type { IntakeView } from '../../integrations/index.ts';
import { AppError, type World } from '../../kernel/index.ts';
import type { Json } from '../../mapping/index.ts';
import { bodyToPayload } from '../body-to-payload.ts';
import type { IntakeAnswer } from '../intake.ts';

/** A request in another product's protocol. */
export interface ReceiverCall {
  method: string;
  /** Below the receiver's base, decoded, without empty segments. */
  path: readonly string[];
  query: Record<string, string | string[]>;
  headers: IncomingHttpHeaders;
  body: Uint8Array;
  now: Date;
}

export interface Reply {
  status: number;
  /** Undefined: no body at all. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Who a call is for and what it may be, before anyone has looked whether there is such an integration. */
interface Addressed {
  /** The id of the integration, as the protocol spells keys. */
  key: string;
  /** Of an integration that demands one. */
  bearer: string | null;
}

/** A call that becomes a payload. */
export interface Delivery extends Addressed {
  kind: 'delivery';
  /** What is stored: the body as sent, with what the address says added and the key taken out. */
  body: Json;
  query?: Record<string, string | string[]>;
  /** It only says more about an open problem; without one there is nothing to do. */
  isFollowUp?: boolean;
  /** Stored without asking the mapping: why. */
  setAside?: string;
  reply(answer: IntakeAnswer, tookSeconds: number): Reply;
}

/** A call that only asks. */
export interface Question extends Addressed {
  kind: 'question';
  reply(world: World, view: IntakeView): Reply | Promise<Reply>;
}

/** A protocol in which clients of another product report alerts. */
export interface Receiver {
  /** Its integrations have this type. */
  readonly typeId: string;
  /** What its clients are given as base URL, behind the public URL. */
  readonly base: string;
  /** Throws `AppError`: `not-found` for addresses that are not the protocol's, `validation-failed` for bad bodies. */
  read(call: ReceiverCall): Delivery | Question;
  /** An error as clients of the product know it. */
  refuse(problem: Problem): Reply;
}

type JsonObject = { [key: string]: Json };

/** The JSON of a call, whatever content type it has. Throws `malformed-body`. */
export function readJson(body: Uint8Array): Json {
  const wrapped = bodyToPayload({
    method: 'POST',
    contentType: 'application/json',
    headers: {},
    query: {},
    body,
  });
  const value = wrapped instanceof Promise ? undefined : wrapped.payload.jsonBody;
  if (value === undefined) throw new AppError('malformed-body', 'The body is not valid JSON.');
  return value;
}

export function readObject(body: Uint8Array): JsonObject {
  const value = readJson(body);
  if (!isObject(value)) throw new AppError('malformed-body', 'The body is not a JSON object.');
  return value;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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

export function noSuchAddress(): AppError {
  return new AppError('not-found', 'There is nothing at this address.');
}

export function demandMethod(call: ReceiverCall, method: string): void {
  if (call.method !== method)
    throw new AppError('method-not-allowed', `This address takes ${method}.`, {
      headers: { allow: method },
    });
}
