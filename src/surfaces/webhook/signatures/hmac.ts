import { createHmac } from 'node:crypto';
import {
  headerOf,
  isSame,
  type Objection,
  objectionToTime,
  type Scheme,
  type SignedRequest,
  type VerificationSettings,
} from './signed-request.ts';

interface HmacFormat {
  hash: 'sha1' | 'sha256' | 'sha512';
  encoding: 'hex' | 'base64';
  /** Null: the header that the type names. */
  header: string | null;
  /** Written before the value, such as `sha256=`. */
  prefix: string | null;
}

/** Schemes that sign the body as it is. */
export const githubHmac = bodyHmac({
  hash: 'sha256',
  encoding: 'hex',
  header: 'x-hub-signature-256',
  prefix: 'sha256=',
});
export const sentryHmac = bodyHmac({
  hash: 'sha256',
  encoding: 'hex',
  header: 'sentry-hook-signature',
  prefix: null,
});
export const hmacSha256Hex = bodyHmac({
  hash: 'sha256',
  encoding: 'hex',
  header: null,
  prefix: 'sha256=',
});
export const hmacSha512Hex = bodyHmac({
  hash: 'sha512',
  encoding: 'hex',
  header: null,
  prefix: 'sha512=',
});
export const hmacSha1Base64 = bodyHmac({
  hash: 'sha1',
  encoding: 'base64',
  header: null,
  prefix: 'sha1=',
});

function bodyHmac(format: HmacFormat): Scheme {
  return (request, settings) => {
    const header = format.header ?? settings.type.verificationHeader;
    if (header === null) return 'The type of the integration names no signature header.';
    const given = headerOf(request.headers, header);
    if (given === null) return missing(header);
    return objectionToValues([withoutPrefix(given, format.prefix)], header, settings, (secret) =>
      hmacOf(format, secret, request.body),
    );
  };
}

/** `X-PagerDuty-Signature: v1=…,v1=…`: one value per secret while PagerDuty rotates them. */
export const pagerDutyHmac: Scheme = (request, settings) => {
  const header = 'x-pagerduty-signature';
  const given = headerOf(request.headers, header);
  if (given === null) return missing(header);
  const values = given
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value.startsWith('v1='))
    .map((value) => value.slice('v1='.length));
  if (values.length === 0) return `The header ${header} has no value of version v1.`;
  return objectionToValues(values, header, settings, (secret) =>
    hmacOf({ hash: 'sha256', encoding: 'hex' }, secret, request.body),
  );
};

/** Both vendors advise five minutes. */
const window = { pastSeconds: 300, futureSeconds: 300 };

/** `v0=` and the HMAC of `v0:{time stamp}:{body}`. */
export const slackHmac: Scheme = (request, settings) => {
  const stamp = headerOf(request.headers, 'x-slack-request-timestamp');
  if (stamp === null) return missing('x-slack-request-timestamp');
  return timedHmac(request, settings, {
    header: 'x-slack-signature',
    prefix: 'v0=',
    stamp,
    signedBefore: `v0:${stamp}:`,
  });
};

/** With a time stamp header set in the contact point it is signed too, before the body and a colon. */
export const grafanaHmac: Scheme = (request, settings) => {
  const header = settings.type.verificationHeader ?? 'x-grafana-alerting-signature';
  const stamp = headerOf(request.headers, 'x-grafana-alerting-timestamp');
  if (stamp !== null)
    return timedHmac(request, settings, { header, prefix: null, stamp, signedBefore: `${stamp}:` });
  const given = headerOf(request.headers, header);
  if (given === null) return missing(header);
  return objectionToValues([given], header, settings, (secret) =>
    hmacOf({ hash: 'sha256', encoding: 'hex' }, secret, request.body),
  );
};

function timedHmac(
  request: SignedRequest,
  settings: VerificationSettings,
  scheme: { header: string; prefix: string | null; stamp: string; signedBefore: string },
): Objection {
  const given = headerOf(request.headers, scheme.header);
  if (given === null) return missing(scheme.header);
  const at = /^\d{1,15}$/.test(scheme.stamp) ? Number(scheme.stamp) * 1000 : Number.NaN;
  return (
    objectionToTime(at, settings.now, window) ??
    objectionToValues([withoutPrefix(given, scheme.prefix)], scheme.header, settings, (secret) =>
      hmacOf(
        { hash: 'sha256', encoding: 'hex' },
        secret,
        Buffer.from(scheme.signedBefore),
        request.body,
      ),
    )
  );
}

function hmacOf(
  { hash, encoding }: Pick<HmacFormat, 'hash' | 'encoding'>,
  secret: string,
  ...parts: Uint8Array[]
): string {
  const hmac = createHmac(hash, secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest(encoding);
}

/** No objection when any value is right for any secret. All are compared, so that the duration reveals nothing. */
function objectionToValues(
  values: readonly string[],
  header: string,
  { secrets }: VerificationSettings,
  expectedFor: (secret: string) => string,
): Objection {
  let matches = 0;
  for (const secret of secrets) {
    const expected = expectedFor(secret);
    for (const value of values) if (isSame(value, expected)) matches += 1;
  }
  return matches > 0
    ? null
    : `The signature in ${header} does not fit the body and the secret of the integration.`;
}

function withoutPrefix(value: string, prefix: string | null): string {
  return prefix !== null && value.startsWith(prefix) ? value.slice(prefix.length) : value;
}

function missing(header: string): string {
  return `The header ${header} is missing.`;
}
