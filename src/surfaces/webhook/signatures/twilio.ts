import { createHash, createHmac } from 'node:crypto';
import { parseForm } from '../../../kernel/index.ts';
import { headerOf, isSame, type Scheme, type SignedRequest } from './signed-request.ts';

/**
 * `X-Twilio-Signature`: HMAC-SHA1 over the address that Twilio was given and the sorted form fields. A
 * JSON body is not signed itself, but its hash is in the signed address (`bodySHA256`).
 */
export const twilioSignature: Scheme = (request, { secrets, publicUrl }) => {
  const given = headerOf(request.headers, 'x-twilio-signature');
  if (given === null) return 'The header x-twilio-signature is missing.';
  const bodyHash = new URL(request.target, 'http://any').searchParams.get('bodySHA256');
  if (bodyHash !== null) {
    const actual = createHash('sha256').update(request.body).digest('hex');
    if (!isSame(bodyHash.toLowerCase(), actual))
      return 'The body does not have the hash that bodySHA256 in the address says.';
  }
  const fields = bodyHash === null ? sortedFields(request) : '';
  // Taken for an empty form, it would pass with the signature of one.
  if (fields === null) return 'The form has more fields than Twilio sends.';
  let matches = 0;
  for (const address of addressesOf(publicUrl, request.target))
    for (const secret of secrets) {
      const expected = createHmac('sha1', secret)
        .update(address + fields)
        .digest('base64');
      if (isSame(given, expected)) matches += 1;
    }
  return matches > 0
    ? null
    : 'The signature in x-twilio-signature does not fit the request. Check the auth token, and that ' +
        'TOCSIN_PUBLIC_URL is the address given to Twilio.';
};

/** Twilio signs the address with the standard port on some products and without it on others. */
function addressesOf(publicUrl: string, target: string): string[] {
  const base = new URL(publicUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  const port = base.port || (base.protocol === 'https:' ? '443' : '80');
  return [
    `${base.protocol}//${base.host}${prefix}${target}`,
    `${base.protocol}//${base.hostname}:${port}${prefix}${target}`,
  ];
}

/**
 * Names in order, each followed by its values; a value that is given twice counts once. Null for more fields than any
 * form has.
 */
function sortedFields({ headers, body }: SignedRequest): string | null {
  const contentType = headerOf(headers, 'content-type') ?? '';
  if (!contentType.toLowerCase().startsWith('application/x-www-form-urlencoded')) return '';
  const fields = parseForm(Buffer.from(body).toString('utf8'));
  if (fields === null) return null;
  const valuesOf = new Map<string, Set<string>>();
  for (const [name, value] of fields) {
    const values = valuesOf.get(name);
    if (values) values.add(value);
    else valuesOf.set(name, new Set([value]));
  }
  return [...valuesOf.keys()]
    .sort()
    .flatMap((name) => [...(valuesOf.get(name) ?? [])].sort().map((value) => name + value))
    .join('');
}
