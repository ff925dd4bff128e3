import { isJsonObject, type Json } from '../../mapping/index.ts';
import type { Payload } from '../types.ts';
import { firstArrayItem } from './first-array-item.ts';
import { jsonInText } from './json-in-text.ts';

/**
 * CloudEvents 1.0 over HTTP comes in three modes; all end as one structured event in `jsonBody`. Binary mode has the
 * attributes in `ce-*` headers and the data as the body; batched mode is an array (kept as `jsonItems`).
 */
export function cloudEventsBinary(payload: Payload): Payload {
  const headers = isJsonObject(payload.headers) ? payload.headers : {};
  const readable = jsonInText(payload);
  if (headers['ce-specversion'] === undefined) return firstArrayItem(readable);
  const event: Record<string, Json> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('ce-')) event[name.slice('ce-'.length)] = percentDecoded(value);
  }
  event.data = readable.jsonBody ?? payload.textBody ?? payload.xmlBody ?? payload.formBody ?? null;
  return { ...payload, jsonBody: event };
}

// The HTTP binding percent-encodes header values; one that is not valid stays as it came.
function percentDecoded(value: Json): Json {
  if (typeof value !== 'string') return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
