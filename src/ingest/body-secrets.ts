import type { RawBody, WrappedPayload } from '../bodies/index.ts';
import {
  type IntegrationType,
  linesOf,
  type Payload,
  preParse,
  readPath,
  withPath,
} from '../catalogue/index.ts';
import type { IntakeView } from '../integrations/index.ts';
import { type Json, parseJsonBody } from '../mapping/index.ts';

const redacted = '[redacted]';

/**
 * The request without the secrets that its tool puts into the body; the very same objects when there are none. What is
 * stored is written again from the redacted body: JSON in its shortest spelling, digits unchanged.
 */
export function withoutBodySecrets(
  view: Pick<IntakeView, 'type' | 'signatureSecret'>,
  raw: RawBody,
  wrapped: WrappedPayload,
): { raw: RawBody; wrapped: WrappedPayload } {
  if (!mayHoldSecrets(view.type)) return { raw, wrapped };
  const { payload } = wrapped;
  if (payload.jsonBody !== undefined) {
    const clean = redact(view, payload);
    return stored(raw, wrapped, clean, JSON.stringify(clean.jsonBody));
  }
  if (payload.formBody !== undefined) {
    const clean = redact(view, payload);
    return stored(asForm(raw), wrapped, clean, formText(clean.formBody));
  }
  if (typeof payload.textBody === 'string') {
    const textBody = redactedText(view, payload, payload.textBody);
    return stored(raw, wrapped, { ...payload, textBody }, textBody);
  }
  return { raw, wrapped };
}

/** Whether the tool puts secrets into bodies. */
export function mayHoldSecrets({
  preParser,
  verificationField,
}: Pick<IntegrationType, 'preParser' | 'verificationField'>): boolean {
  return preParser === 'sensitive-field-redaction' || verificationField !== null;
}

function redact({ type }: Pick<IntakeView, 'type'>, payload: Payload): Payload {
  const clean = type.preParser === 'sensitive-field-redaction' ? preParse(type, payload) : payload;
  const { verificationField: field } = type;
  return field === null || readPath(clean, field) === undefined
    ? clean
    : withPath(clean, field, redacted);
}

function stored(
  raw: RawBody,
  wrapped: WrappedPayload,
  payload: Payload,
  text: string,
): { raw: RawBody; wrapped: WrappedPayload } {
  return {
    raw: { ...raw, contentType: utf8(raw.contentType), body: Buffer.from(text) },
    wrapped: { ...wrapped, payload: { ...payload, headers: raw.headers } },
  };
}

/** Writes the text again in UTF-8, whatever its charset was. */
function utf8(contentType: string): string {
  return contentType.replace(/;\s*charset=[^;]*/i, '; charset=utf-8');
}

function asForm(raw: RawBody): RawBody {
  if (!raw.contentType.toLowerCase().startsWith('multipart/')) return raw;
  const contentType = 'application/x-www-form-urlencoded';
  return { ...raw, contentType, headers: { ...raw.headers, 'content-type': contentType } };
}

function formText(fields: Json | undefined): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      form.append(name, typeof one === 'string' ? one : JSON.stringify(one));
  return form.toString();
}

/** JSON under another content type, or a broken body: removes every occurrence of the secret that it finds. */
function redactedText(
  view: Pick<IntakeView, 'type' | 'signatureSecret'>,
  payload: Payload,
  text: string,
): string {
  try {
    return JSON.stringify(redact(view, { ...payload, jsonBody: parseJsonBody(text) }).jsonBody);
  } catch {
    return linesOf(view.signatureSecret).reduce(
      (left, secret) => left.replaceAll(secret, redacted),
      text,
    );
  }
}
