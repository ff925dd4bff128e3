import type { Readable } from 'node:stream';
import type { SendResult } from '../../egress/index.ts';
import { within } from '../../kernel/index.ts';
import { inEnglish, type Sentence, say } from '../../sentences/index.ts';
import type { Message } from '../channel.ts';
import type { EmailContent } from './render-email.ts';

type EmailMessage = Message<EmailContent, string>;

export interface SmtpSender {
  /** `hasOther`: another server gets the mail where this one is slow to take it. */
  send(message: EmailMessage, hasOther: boolean): Promise<SendResult>;
  /** Connects and signs in, and sends nothing. */
  probe(): Promise<SendResult>;
  close(): void;
}

export interface SmtpSenderOptions {
  /** As TOCSIN_SMTP_URL. */
  url: string;
  /** `Name <address>` or an address. */
  from: string;
  /** The part of mail ids that follows the @. */
  idHost: string;
  timeoutMilliseconds: number;
}

/**
 * More mails than these never wait for the mail server at once: those of one organization whose mailboxes hang would
 * stand before all others in the library's queue, which knows no organizations. One organization alone uses four.
 */
export const connectionsMax = 6;
const mailsPerConnectionMax = 100;
/** Longer than one attempt waits, step after step: only a queue behind dead connections gets there. */
const patience = 4;
/**
 * The patience with a server beside which there is another: the other one gets the mail while the attempt is still
 * ours.
 */
const patienceBesideOther = 0.8;

/** Sends mail through one SMTP server, over a few connections that stay open. */
export async function createSmtpSender({
  url,
  from,
  idHost,
  timeoutMilliseconds,
}: SmtpSenderOptions): Promise<SmtpSender> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connectionsMax,
    maxMessages: mailsPerConnectionMax,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    dnsTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  /** The bytes of mails under way, one more for each connection that a mail is tried on. */
  const contents = new WeakMap<AbortSignal, Readable[]>();
  transport.use('stream', ({ data, message }, done) => {
    message.processFunc((content) => {
      if (data.signal) contents.get(data.signal)?.push(content);
      return content;
    });
    done();
  });
  return {
    async send(message, hasOther) {
      const giveUp = new AbortController();
      const { signal } = giveUp;
      const tried: Readable[] = [];
      contents.set(signal, tried);
      // They are read once the server has taken sender and recipient and said that it takes the content.
      const hasBegun = () => tried.some(({ readableDidRead }) => readableDidRead);
      const late = timeout('no answer in time');
      const timers = [
        setTimeout(() => giveUp.abort(late), timeoutMilliseconds * patience),
        setTimeout(
          () => hasBegun() || giveUp.abort(late),
          timeoutMilliseconds * (hasOther ? patienceBesideOther : patience),
        ),
      ];
      try {
        const sent = await transport.sendMail({ ...mailOf(message, from, idHost), signal });
        return { outcome: 'sent', code: '250', providerId: sent.messageId };
      } catch (error) {
        return failureOf(signal.aborted ? late : error, hasBegun());
      } finally {
        for (const timer of timers) clearTimeout(timer);
      }
    },
    async probe() {
      const milliseconds = timeoutMilliseconds * patience;
      try {
        await within(milliseconds, transport.verify(), () => {
          throw timeout(`no answer within ${milliseconds} ms`);
        });
        return { outcome: 'sent', code: '250', providerId: null };
      } catch (error) {
        return failureOf(error, false);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * The thread starts at a message that was never sent: mail programs put all that refer to it together, and no mail has
 * to be the first. The subject must stay the same, too, which is up to the caller.
 */
function mailOf(message: EmailMessage, from: string, host: string) {
  const { key, to, subject, text, html, threadId, isUrgent, replyTo, headers } = message;
  const thread = threadId === undefined ? undefined : `<${threadId}@${host}>`;
  return {
    messageId: `<${key}@${host}>`,
    from,
    // As an object: a text would be read as a list of recipients.
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    text,
    html,
    ...(thread === undefined ? {} : { inReplyTo: thread, references: [thread] }),
    ...(isUrgent ? { priority: 'high' as const } : {}),
    headers: {
      // Holiday replies to an alert help nobody.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      // An integration of this server whose address gets it, too, must not make the next alert of it.
      'X-Tocsin-Message': key,
      ...headers,
    },
  };
}

function timeout(message: string): SmtpError & Error {
  return Object.assign(new Error(message), { code: 'timeout' });
}

interface SmtpError {
  code?: string;
  /** Which command was answered: `RCPT TO`, `DATA`. */
  command?: string;
  responseCode?: number;
  response?: string;
  message: string;
}

/** `hasBegun`: at least a part of the content was sent. */
function failureOf(thrown: unknown, hasBegun: boolean): SendResult {
  if (!(thrown instanceof Error)) throw thrown;
  const { code, command, responseCode, response, message }: SmtpError = thrown;
  if (responseCode !== undefined) {
    const isClosing = responseCode === 421;
    // Before a recipient is named, nothing depends on who it is.
    const isShared = isClosing || !/^(RCPT TO|DATA)$/.test(command ?? '');
    const shown = shortened(response ?? message);
    // It may close at a recipient, and all organizations read why.
    const answer = isClosing ? shown.replaceAll(mailbox, '…') : shown;
    const said = say(code === 'EAUTH' ? 'mailServerAnsweredUser' : 'mailServerAnswered', {
      answer,
    });
    const failure = { code: String(responseCode), ...failing(said), ...(isShared ? forAll : {}) };
    return responseCode >= 500
      ? { outcome: 'refused', ...failure }
      : { outcome: 'retry', ...failure, retryAfterSeconds: null };
  }
  // Said by the library before any server was asked.
  if (code === 'EAUTH' || code === 'EENVELOPE' || code === 'EMESSAGE' || code === 'ECONFIG') {
    const isShared = code === 'EAUTH' || code === 'ECONFIG';
    const said = say('mailNotSendable', { why: shortened(message) });
    return { outcome: 'refused', code, ...failing(said), ...(isShared ? forAll : {}) };
  }
  return {
    outcome: 'retry',
    ...forAll,
    ...(hasBegun ? { mayHaveArrived: true } : {}),
    code: code ?? 'connection',
    ...failing(say('mailServerUnreachable', { why: shortened(message) })),
    retryAfterSeconds: null,
  };
}

const forAll = { concernsAll: true } as const;
const mailbox = /[^\s<>]+@[^\s<>]+/g;

function failing(sentence: Sentence) {
  return { error: inEnglish(sentence), sentence };
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, 300);
  return line.endsWith('.') ? line : `${line}.`;
}
