import type { Payload } from '../types.ts';
import { embeddedJson } from './embedded-json.ts';

/** For tools that send JSON under another content type: `textBody` that is JSON appears as `jsonBody` as well. */
export function jsonInText(payload: Payload): Payload {
  if (payload.jsonBody !== undefined) return payload;
  const parsed = embeddedJson(payload.textBody);
  return parsed === undefined ? payload : { ...payload, jsonBody: parsed };
}
