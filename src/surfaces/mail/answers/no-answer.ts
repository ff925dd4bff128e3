import { whyNoAlert } from '../no-alert.ts';
import type { MailPayload } from '../read-message.ts';

/**
 * Whether no person wrote the message as an answer: RFC 3834, what the usual programs write where they do not follow
 * it, lists, and bounces. Pure.
 */
export function isAutomatic(mail: MailPayload): boolean {
  const { headers, autoSubmitted, envelope, from, subject } = mail;
  if (whyNoAlert(mail) !== null || envelope.from === '') return true;
  if (autoSubmitted !== null && !/^\s*no\s*(?:;|$)/i.test(autoSubmitted)) return true;
  if (marks.some((name) => headers[name] !== undefined)) return true;
  if (/^\s*(?:bulk|list|junk|auto_reply)\b/i.test(headers.precedence ?? '')) return true;
  if (/^(?:mailer-daemon|postmaster)@/i.test(from ?? '')) return true;
  return absent.test(subject);
}

const marks = [
  'list-id',
  'list-post',
  'list-unsubscribe',
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-auto-reply',
  'x-loop',
  'feedback-id',
];

const absent =
  /^\s*(?:auto(?:matic)?[- ]?reply|out of (?:the )?office|automatische antwort|abwesenheit|abwesend)/i;
