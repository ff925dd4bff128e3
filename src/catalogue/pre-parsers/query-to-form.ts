import { isJsonObject } from '../../mapping/index.ts';
import type { Payload } from '../types.ts';

/**
 * For tools that can send the same fields as a form or in the address: query fields appear in `formBody`, where the
 * form wins.
 */
export function queryToForm(payload: Payload): Payload {
  if (!isJsonObject(payload.query)) return payload;
  const form = isJsonObject(payload.formBody) ? payload.formBody : {};
  return { ...payload, formBody: { ...payload.query, ...form } };
}
