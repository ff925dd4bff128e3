/** Sends the request of a template's sample through intake's own reading of bodies and headers (spec 4.1). */

import { bodyToPayload, type WrappedPayload } from '../../src/bodies/body-to-payload.ts';
import { keptHeaders } from '../../src/bodies/kept-headers.ts';
import type { IntegrationType, Payload } from '../../src/catalogue/index.ts';
import type { Json } from '../../src/mapping/index.ts';
import { inEnglish } from '../../src/sentences/index.ts';

export interface SampleRequest {
  method?: string;
  contentType?: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** A text is sent as it is, an object in the form its content type asks for. */
  body: Json;
}

/** @throws an Error when the body is not what its content type says: a mistake in a sample. */
export async function wrapSample(type: IntegrationType, request: SampleRequest): Promise<Payload> {
  const { payload, problem } = await wrapRequest(type, request);
  if (problem !== null) throw new Error(inEnglish(problem));
  return payload;
}

export async function wrapRequest(
  type: IntegrationType,
  request: SampleRequest,
): Promise<WrappedPayload> {
  const contentType = request.contentType ?? 'application/json';
  const headers: Record<string, string> = { 'content-type': contentType };
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    headers[name.toLowerCase()] = value;
  }
  return bodyToPayload({
    method: request.method ?? 'POST',
    contentType,
    headers: keptHeaders(headers, type.verificationHeader),
    query: request.query ?? {},
    body: Buffer.from(bodyText(contentType, request.body)),
  });
}

export function bodyText(contentType: string, body: Json): string {
  if (typeof body === 'string') return body;
  if (!contentType.startsWith('application/x-www-form-urlencoded')) return JSON.stringify(body);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
  return form.toString();
}
