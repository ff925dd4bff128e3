import { isJsonObject, type Json } from '../../mapping/index.ts';
import type { Payload } from '../types.ts';

const redacted = '[redacted]';

const secretNames = new Set(['sharedsecret', 'secret', 'token', 'verificationtoken', 'password']);

/**
 * For tools that put their shared secret into the body: top-level body members that are named like one lose their
 * value. Idempotent, so that it can run before storing as well as before mapping.
 */
export function sensitiveFieldRedaction(payload: Payload): Payload {
  const copy: Record<string, Json> = { ...payload };
  for (const body of ['jsonBody', 'formBody']) {
    const value = payload[body];
    if (!isJsonObject(value)) continue;
    const clean = { ...value };
    for (const name of Object.keys(clean)) {
      if (secretNames.has(name.toLowerCase().replaceAll('_', ''))) clean[name] = redacted;
    }
    copy[body] = clean;
  }
  return copy;
}
