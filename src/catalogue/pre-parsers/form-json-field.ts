import { isJsonObject } from '../../mapping/index.ts';
import type { Payload } from '../types.ts';
import { embeddedJson } from './embedded-json.ts';

/** For forms with the real body as JSON in one field (`payload=%7B…`): the first such field appears as `jsonBody`. */
export function formJsonField(payload: Payload): Payload {
  if (payload.jsonBody !== undefined || !isJsonObject(payload.formBody)) return payload;
  for (const value of Object.values(payload.formBody)) {
    const parsed = embeddedJson(value);
    if (parsed !== undefined) return { ...payload, jsonBody: parsed };
  }
  return payload;
}
