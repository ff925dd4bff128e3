import { parseForm } from '../../kernel/index.ts';

interface SignedByCarrier {
  /** Any of them may have signed, so that a token can be replaced while calls are running. */
  authTokens: readonly string[];
  /** As the carrier was given it. */
  publicUrl: string;
  /** Path and query byte for byte as they arrived. */
  target: string;
  /** Every field of the form, empty ones included; a repeated one as a list. */
  fields: Readonly<Record<string, string | string[]>>;
  signature: string | null;
}

/**
 * Does `X-Twilio-Signature` fit the request? The address is the configured one plus the raw target: headers of proxies
 * could be forged, and a re-written target would not be what was signed. JSON bodies are never sent here, so
 * `bodySHA256` is refused.
 */
export async function isSignedByCarrier(request: SignedByCarrier): Promise<boolean> {
  const { authTokens, publicUrl, target, fields, signature } = request;
  if (signature === null || authTokens.length === 0) return false;
  if (new URL(target, 'http://any').searchParams.has('bodySHA256')) return false;
  const { validateRequest } = await import('twilio/lib/webhooks/webhooks.js');
  const url = publicUrl.replace(/\/+$/, '') + target;
  const params = Object.assign(Object.create(null), fields);
  return authTokens.some((token) => validateRequest(token, signature, url, params));
}

/** Every value of every field of a form: all of them are signed. Null: more fields than any carrier sends. */
export function signedFieldsOf(body: Buffer): SignedByCarrier['fields'] | null {
  const pairs = parseForm(body.toString('utf8'));
  if (pairs === null) return null;
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    const present = fields.get(name);
    fields.set(name, present === undefined ? value : [present, value].flat());
  }
  return Object.fromEntries(fields);
}
