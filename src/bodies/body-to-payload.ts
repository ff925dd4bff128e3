import { parse as parseContentType } from 'content-type';
import { formFieldsMax, parseForm, type Sentence, say, textOfBytes } from '../kernel/index.ts';
import { type Json, JsonDepthError, parseJsonBody } from '../mapping/index.ts';
import { appendField, createFormFields } from './form-fields.ts';
import { jsonDepthMax } from './limits.ts';
import { parseMultipart } from './multipart.ts';

/** A request body as received, and what determines how to read it. */
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
  /** Why the body is not under the property that its content type asks for, or not read as sent; else null. */
  problem: Sentence | null;
}

/**
 * The JSON that a mapping sees (spec 4.1). Never throws and never drops a body: one that breaks the rules of its
 * content type is kept as `textBody`, bytes that are neither text nor declared as text as `base64Body`.
 */
export function bodyToPayload(raw: RawBody): WrappedPayload | Promise<WrappedPayload> {
  const wrapped = wrapBody(raw);
  // Only multipart needs a promise: everything else stays on the synchronous fast path.
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
  const charset = parameters.charset ?? (isXmlType(type) ? declaredEncoding(body) : undefined);
  const { text, problem } = textOfBytes(body, charset);
  if (problem !== null && !isTextType(type, body))
    return { payload: { base64Body: Buffer.from(body).toString('base64') }, problem: null };
  const wrapped = wrapText(type, text);
  // The problem of the bytes comes first: it causes any problem of the text.
  return {
    payload: wrapped.payload,
    problem:
      problem && wrapped.problem
        ? say('inOrder', { said: [problem, wrapped.problem] })
        : (problem ?? wrapped.problem),
  };
}

function wrapText(type: string, text: string): WrappedPayload {
  if (isJsonType(type)) return wrapJson(text);
  if (type === 'application/x-www-form-urlencoded') return wrapForm(text);
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
    return { payload: { jsonBody: parseJsonBody(text, jsonDepthMax) }, problem: null };
  } catch (error) {
    if (error instanceof JsonDepthError)
      return asText(text, say('jsonTooDeep', { max: jsonDepthMax }));
    return asText(text, jsonMistake(error));
  }
}

function wrapForm(text: string): WrappedPayload {
  const sent = parseForm(text);
  if (sent === null) return asText(text, say('formFieldsOver', { max: formFieldsMax }));
  const fields = createFormFields();
  for (const [name, value] of sent) appendField(fields, name, value);
  return { payload: { formBody: fields }, problem: null };
}

function asText(text: string, problem: Sentence): WrappedPayload {
  return { payload: { textBody: text }, problem };
}

/** `JSON.parse` gives its messages in English, and in the words of V8: only the place is taken from them. */
function jsonMistake(error: unknown): Sentence {
  const said = error instanceof Error ? error.message : '';
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(said) ?? [];
  if (line && column) return say('jsonInvalidAt', { line: Number(line), column: Number(column) });
  if (said.startsWith('Unexpected end')) return say('jsonEndsEarly');
  const [token] = /(?<=^Unexpected token )'.+?'(?=, )/su.exec(said) ?? [];
  return token ? say('jsonInvalidToken', { token }) : say('jsonInvalid');
}

async function wrapMultipart(body: Uint8Array, contentType: string): Promise<WrappedPayload> {
  const parsed = await parseMultipart(body, contentType);
  if ('problem' in parsed) return asText(textOfBytes(body, 'utf-8').text, parsed.problem);
  return { payload: { formBody: parsed.fields }, problem: null };
}

function isJsonType(type: string): boolean {
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json');
}

function isXmlType(type: string): boolean {
  return type === 'text/xml' || type === 'application/xml' || type.endsWith('+xml');
}

/** Is a body of this type meant to be read? Without a type it is, unless it holds zero bytes. */
function isTextType(type: string, body: Uint8Array): boolean {
  if (type === '') return !body.includes(0);
  return (
    type.startsWith('text/') ||
    type === 'application/x-www-form-urlencoded' ||
    type === 'application/x-ndjson' ||
    isJsonType(type) ||
    isXmlType(type)
  );
}

/** XML without a charset in the header says in its first line how it is written. */
function declaredEncoding(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 256));
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(start.toString('latin1'))?.[1];
}
