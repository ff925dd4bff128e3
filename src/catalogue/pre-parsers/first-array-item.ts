import type { Payload } from '../types.ts';

/**
 * For tools that wrap the body in an array: `jsonBody` becomes its first item and the whole array appears as
 * `jsonItems`, which is also the path to split such a type by (`split: { path: jsonItems, lift: { jsonBody: . } }`).
 */
export function firstArrayItem(payload: Payload): Payload {
  if (!Array.isArray(payload.jsonBody)) return payload;
  const [first = null] = payload.jsonBody;
  return { ...payload, jsonBody: first, jsonItems: payload.jsonBody };
}
