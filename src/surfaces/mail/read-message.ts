import PostalMime, { type Address, type Email } from 'postal-mime';
import { textOfBytes } from '../../kernel/index.ts';
import { htmlToText } from './html-to-text.ts';
import { kept } from './limits.ts';

/** A message as the JSON that mappings read (`templates/own-formats.md`). */
export interface MailPayload {
  messageId: string | null;
  inReplyTo: string | null;
  references: string | null;
  from: string | null;
  fromName: string | null;
  to: string | null;
  cc: string | null;
  subject: string;
  text: string;
  html: string | null;
  date: string | null;
  autoSubmitted: string | null;
  headers: Record<string, string>;
  attachments: { fileName: string | null; contentType: string; bytes: number }[];
  envelope: { from: string; to: string };
  /** Why it could not be read as mail; then `text` is what was sent. */
  problem?: string;
}

/** Reads any bytes: a message that breaks the rules of mail may still be an alert. */
export async function readMessage(
  bytes: Uint8Array,
  envelope: MailPayload['envelope'],
): Promise<MailPayload> {
  try {
    return toPayload(await PostalMime.parse(bytes, limits), envelope);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return asSent(bytes, envelope, `It could not be read as mail: ${reason}`);
  }
}

const limits = {
  maxNestingDepth: 50,
  maxHeadersSize: 512 * 1024,
  maxRfc822NestingDepth: 5,
  attachmentEncoding: 'arraybuffer',
} as const;

function toPayload(email: Email, envelope: MailPayload['envelope']): MailPayload {
  const html = email.html ? email.html.slice(0, kept.htmlCharacters) : null;
  const own = email.text?.trim() ? email.text : null;
  const headers = headersOf(email);
  return {
    messageId: line(email.messageId),
    inReplyTo: line(email.inReplyTo),
    references: line(email.references),
    from: email.from ? addressesOf([email.from]) : null,
    fromName: line(email.from?.name),
    to: addressesOf(email.to ?? []),
    cc: addressesOf(email.cc ?? []),
    subject: line(email.subject) ?? '',
    text: (own ?? (html === null ? '' : htmlToText(html))).slice(0, kept.textCharacters),
    html,
    date: line(email.date),
    autoSubmitted: headers['auto-submitted'] ?? null,
    headers,
    attachments: email.attachments
      .slice(0, kept.attachments)
      .map(({ filename, mimeType, content }) => ({
        fileName: line(filename),
        contentType: mimeType,
        bytes: typeof content === 'string' ? content.length : content.byteLength,
      })),
    envelope,
  };
}

/** The first of each name, except that the last hop of a message comes first. */
function headersOf({ headers }: Email): Record<string, string> {
  const found = new Map<string, string>();
  for (const { key, value } of headers) {
    if (found.size >= kept.headers) break;
    if (!found.has(key)) found.set(key, oneLine(value).slice(0, kept.headerCharacters));
  }
  return Object.fromEntries(found);
}

function addressesOf(addresses: readonly Address[]): string | null {
  const flat = addresses.flatMap((one) => one.group ?? [one]);
  return line(flat.map(({ address }) => address).join(', '));
}

/** Encoded words can hold line breaks, which would end the line somewhere else. */
function oneLine(text: string): string {
  return text.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();
}

function line(text: string | null | undefined): string | null {
  const plain = oneLine(text ?? '').slice(0, kept.lineCharacters);
  return plain === '' ? null : plain;
}

/** A message that could not be read, as text. */
export function asSent(
  bytes: Uint8Array,
  envelope: MailPayload['envelope'],
  problem: string,
): MailPayload {
  const { text } = textOfBytes(bytes.subarray(0, kept.textCharacters), undefined);
  const [, subject] = /^subject:[ \t]*(.*)$/im.exec(text) ?? [];
  return {
    messageId: null,
    inReplyTo: null,
    references: null,
    from: line(envelope.from),
    fromName: null,
    to: envelope.to,
    cc: null,
    subject: line(subject) ?? '',
    text,
    html: null,
    date: null,
    autoSubmitted: null,
    headers: {},
    attachments: [],
    envelope,
    problem,
  };
}
