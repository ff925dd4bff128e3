import { type Json, parseJsonBody } from '../mapping/index.ts';
import { appendField, createFormFields, type FormFields } from './form-fields.ts';
import { jsonDepthMax } from './limits.ts';
import { parseMultipart } from './multipart.ts';

/** A request body as received, and what says how to read it. */
export interface RawBody {
  method: string;
  contentType: string;
  headers: Record<string, string>;
  query: Record<string, string | string[]>;
  body: Uint8Array;
}

export interface WrappedPayload {
  /** `{ jsonBody | formBody | textBody | xmlBody | base64Body, headers, query, method }`. */
  payload: { [key: string]: Json };
  /** Why the body is not under the property that its content type asks for, or null. */
  problem: string | null;
}

/**
 * The JSON that a mapping sees (spec 4.1). Never throws and never drops a body: one that does not hold
 * to its content type is kept as `textBody`, one that is no text at all as `base64Body`.
 */
export function bodyToPayload(raw: RawBody): WrappedPayload | Promise<WrappedPayload> {
  const wrapped = wrapBody(raw);
  // Only multipart takes a promise: everything else stays on the synchronous fast path.
  return wrapped instanceof Promise
    ? wrapped.then((body) => envelope(raw, body))
    : envelope(raw, wrapped);
}

function envelope(raw: RawBody, wrapped: WrappedPayload): WrappedPayload {
  const payload: { [key: string]: Json } = {
    ...wrapped.payload,
    headers: raw.headers,
    method: raw.method,
  };
  // A GET without a query has none to show.
  if (Object.keys(raw.query).length > 0) payload.query = raw.query;
  return { payload, problem: wrapped.problem };
}

function wrapBody({ contentType, body }: RawBody): WrappedPayload | Promise<WrappedPayload> {
  if (body.length === 0) return { payload: {}, problem: null };
  const { type, parameters } = parseContentType(contentType);
  if (type === 'multipart/form-data') return wrapMultipart(body, contentType);
  const charset =
    parameters.get('charset') ?? (isXmlType(type) ? declaredEncoding(body) : undefined);
  const text = decode(body, charset);
  if (text === null)
    return {
      payload: { base64Body: Buffer.from(body).toString('base64') },
      problem:
        type === ''
          ? null
          : 'The body is not text in the charset it declares; it is kept as base64Body.',
    };
  if (isJsonType(type)) return wrapJson(text);
  if (type === 'application/x-www-form-urlencoded')
    return { payload: { formBody: formFields(new URLSearchParams(text)) }, problem: null };
  if (isXmlType(type)) return { payload: { xmlBody: text }, problem: null };
  // Tools that forget the header mean JSON more often than not.
  if (type === '' && /^\s*[[{]/.test(text)) {
    const guess = wrapJson(text);
    if (guess.problem === null) return guess;
  }
  return { payload: { textBody: text }, problem: null };
}

function wrapJson(text: string): WrappedPayload {
  try {
    const value = parseJsonBody(text);
    if (depthExceeds(value, jsonDepthMax))
      return asText(text, `The JSON is nested deeper than ${jsonDepthMax} levels`);
    return { payload: { jsonBody: value }, problem: null };
  } catch (error) {
    return asText(
      text,
      `The body is not valid JSON (${error instanceof Error ? error.message : 'unreadable'})`,
    );
  }
}

function asText(text: string, problem: string): WrappedPayload {
  return { payload: { textBody: text }, problem: `${problem}; it is kept as textBody.` };
}

async function wrapMultipart(body: Uint8Array, contentType: string): Promise<WrappedPayload> {
  const parsed = await parseMultipart(body, contentType);
  if ('problem' in parsed) return asText(Buffer.from(body).toString('latin1'), parsed.problem);
  return { payload: { formBody: parsed.fields }, problem: null };
}

function formFields(sent: URLSearchParams): FormFields {
  const fields = createFormFields();
  for (const [name, value] of sent) appendField(fields, name, value);
  return fields;
}

function isJsonType(type: string): boolean {
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}

function isXmlType(type: string): boolean {
  return type === 'text/xml' || type === 'application/xml' || type.endsWith('+xml');
}

export function parseContentType(value: string): { type: string; parameters: Map<string, string> } {
  const [type = '', ...rest] = value.split(';');
  const parameters = new Map<string, string>();
  for (const part of rest) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    parameters.set(
      part.slice(0, equals).trim().toLowerCase(),
      part
        .slice(equals + 1)
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    );
  }
  return { type: type.trim().toLowerCase(), parameters };
}

const decoders = new Map<string, TextDecoder | null>();
const decodersMax = 64;

/** The decoder of a charset as the WHATWG names it (`latin1`, `shift_jis`, …); null for names nobody knows. */
function decoderOf(label: string): TextDecoder | null {
  const known = decoders.get(label);
  if (known !== undefined) return known;
  let decoder: TextDecoder | null = null;
  try {
    decoder = new TextDecoder(label, { fatal: true });
  } catch {
    // Not a charset.
  }
  // The label is what callers write: no memory for all they can think of.
  if (decoders.size < decodersMax) decoders.set(label, decoder);
  return decoder;
}

/**
 * Text of the body, or null when it is not text in that charset. A byte order mark says more than the
 * header; a charset that nobody knows, or none, means UTF-8.
 */
function decode(body: Uint8Array, charset: string | undefined): string | null {
  const label = byteOrderMark(body) ?? charset?.toLowerCase() ?? 'utf-8';
  const decoder = decoderOf(label) ?? decoderOf('utf-8');
  try {
    return decoder?.decode(body) ?? null;
  } catch {
    return null;
  }
}

/** XML without a charset in the header says in its first line how it is written. */
function declaredEncoding(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 256));
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start.toString('latin1'))?.[1];
}

function byteOrderMark(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** Iterative: a recursive walk over hostile nesting would run out of stack. */
function depthExceeds(value: Json, most: number): boolean {
  let level: Json[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) return true;
    const next: Json[] = [];
    for (const item of level) {
      if (item === null || typeof item !== 'object') continue;
      for (const child of Array.isArray(item) ? item : Object.values(item))
        if (child !== null && typeof child === 'object') next.push(child);
    }
    level = next;
  }
  return false;
}
