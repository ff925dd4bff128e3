import { AppError } from '../kernel/index.ts';
import { isJsonObject, type Json, parseJsonBody } from '../mapping/index.ts';
import { say } from '../sentences/index.ts';

/**
 * The member `payload` of an API call, with the digits of its numbers as sent: a webhook keeps them, so must its dry
 * run. Empty when there is none. Throws 400 where the body is no JSON, which nobody has found out of a large one
 * (`parseDryRunCall`).
 */
export function payloadInCall(body: Uint8Array): { [key: string]: Json } {
  const call = parse(Buffer.from(body).toString('utf8'));
  if (!isJsonObject(call)) return {};
  // Members of the API have no case.
  const found = Object.entries(call).find(([name]) => name.toLowerCase() === 'payload')?.[1];
  return isJsonObject(found) ? found : {};
}

function parse(text: string): Json {
  try {
    return parseJsonBody(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new AppError('malformed-body', say('bodyNoJsonBecause', { reason: error.message }));
  }
}
