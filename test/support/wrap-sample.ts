/** Turns the request of a template's sample into the payload a mapping sees (spec 4.1). */
import type { Payload } from '../../src/integrations/catalogue/index.ts';
import type { Json } from '../../src/mapping/types.ts';

export interface SampleRequest {
  method?: string;
  contentType?: string;
  headers?: Record<string, string>;
  query?: Record<string, string>;
  body: Json;
}

const bodyMembers: Record<string, string> = {
  'application/json': 'jsonBody',
  'application/x-www-form-urlencoded': 'formBody',
  'multipart/form-data': 'formBody',
  'text/xml': 'xmlBody',
  'application/xml': 'xmlBody',
  'application/xhtml+xml': 'xmlBody',
};

export function wrapSample(request: SampleRequest): Payload {
  const contentType = request.contentType ?? 'application/json';
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase() ?? '';
  const member = bodyMembers[mediaType] ?? 'textBody';
  const headers: Record<string, string> = { 'content-type': contentType };
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    headers[name.toLowerCase()] = value;
  }
  return {
    method: request.method ?? 'POST',
    headers,
    ...(request.query ? { query: request.query } : {}),
    [member]: wrapBody(member, request.body),
  };
}

function wrapBody(member: string, body: Json): Json {
  if (typeof body !== 'string') {
    return member === 'textBody' || member === 'xmlBody' ? JSON.stringify(body) : body;
  }
  if (member === 'jsonBody') {
    const parsed: Json = JSON.parse(body);
    return parsed;
  }
  if (member === 'formBody') return Object.fromEntries(new URLSearchParams(body));
  return body;
}
