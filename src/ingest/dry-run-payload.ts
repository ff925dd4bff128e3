import { isJsonObject, type Json, parseJsonBody } from '../mapping/index.ts';

/**
 * The member `payload` of an API call, with the digits of its numbers as sent: a webhook keeps them, so must its dry run. Empty
 * when there is none.
 */
export function payloadInCall(body: Uint8Array): { [key: string]: Json } {
  const call = parseJsonBody(Buffer.from(body).toString('utf8'));
  if (!isJsonObject(call)) return {};
  // Members of the API have no case.
  const found = Object.entries(call).find(([name]) => name.toLowerCase() === 'payload')?.[1];
  return isJsonObject(found) ? found : {};
}
