import type { MailPayload } from './read-message.ts';

/** Set on mail that this product sends: one that comes back must not become the next alert. */
const ownMailHeader = 'x-tocsin-message';

/**
 * Why a message is nothing that a person or a tool reports, as a sentence; null when it may be. `auto-generated` is
 * what monitoring tools send.
 */
export function whyNoAlert({ autoSubmitted, headers, envelope }: MailPayload): string | null {
  if (headers[ownMailHeader] !== undefined)
    return 'It is mail of this server itself that came back: nobody is told of what they were told already.';
  if (/^\s*auto-(?:replied|notified)\b/i.test(autoSubmitted ?? ''))
    return 'It is an automatic reply (Auto-Submitted).';
  const contentType = headers['content-type'] ?? '';
  if (/^\s*multipart\/report\b/i.test(contentType))
    return 'It is a report on the delivery of mail, not an alert.';
  const isBounce =
    envelope.from === '' && /^(?:mailer-daemon|postmaster)@/i.test(headers.from ?? '');
  return isBounce ? 'It is a bounce.' : null;
}

/** How many mail servers have passed it on. */
export function hopsOf(bytes: Uint8Array): number {
  return headOf(bytes).match(/^received:/gim)?.length ?? 0;
}

/** The headers as they are, as far as anybody looks at them. */
export function headOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headBytesMax));
  const [head = ''] = text.toString('latin1').split(/\r?\n\r?\n/, 1);
  return head;
}

const headBytesMax = 256 * 1024;
