import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { RateLimiter } from '../../http/index.ts';
import type { Intake } from '../../ingest/index.ts';
import type { IntakeView, IntakeViews } from '../../integrations/index.ts';
import type { World } from '../../kernel/index.ts';
import { acceptMessage } from './accept-message.ts';
import type { Recipients } from './accept-recipient.ts';
import type { Answers } from './answers/answers.ts';
import { collectMessage, type HeldBytes } from './collect-message.ts';
import { type Connections, plainAddress } from './connections.ts';
import { connectionsMax, idleSeconds, messageBytesMax } from './limits.ts';
import type { MessageReader } from './message-reader.ts';
import { type MailRefusal, SmtpRefusal } from './refusal.ts';
import type { RefusedMail } from './refused-mail.ts';
import type { readCertificate } from './starttls.ts';

export interface SmtpServerParts {
  world: World;
  views: IntakeViews;
  intake: Intake;
  limiter: RateLimiter;
  mailDomain(): string;
  connections: Connections;
  recipients: Recipients;
  answers: Answers;
  held: HeldBytes;
  reader: MessageReader;
  refused: RefusedMail;
  onRefused(reason: MailRefusal): void;
}

/** The protocol: each command is answered by what the parts decide. It does not listen yet. */
export function createSmtpServer(
  parts: SmtpServerParts,
  certificate: ReturnType<typeof readCertificate>,
): SMTPServer {
  const { world, connections, recipients } = parts;
  const smtp = new SMTPServer({
    name: parts.mailDomain(),
    banner: 'Tocsin',
    logger: false,
    size: messageBytesMax,
    // `connections` keeps to the limit; here connections count until they are closed, also those that it has ended.
    maxClients: 2 * connectionsMax,
    authOptional: true,
    disabledCommands: ['AUTH', ...(certificate ? [] : ['STARTTLS'])],
    disableReverseLookup: true,
    socketTimeout: idleSeconds * 1000,
    closeTimeout: 5_000,
    ...certificate,
    onConnect(session, done) {
      if (!connections.isBeyond(session)) return done();
      parts.onRefused('overload');
      done(new SmtpRefusal(421, '4.7.0 Too many connections from this address'));
    },
    onRcptTo({ address }, session, done) {
      answer(parts, recipients.accept(address, session), null, done);
    },
    onData(stream, session, done) {
      const meant = recipients.meantBy(session);
      const view = meant && 'view' in meant ? meant.view : null;
      const ip = plainAddress(session.remoteAddress);
      const { mailFrom, rcptTo } = session.envelope;
      const envelope = {
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address).join(', '),
      };
      const work = collectMessage(stream, parts.held).then(async ({ bytes, giveBack }) => {
        try {
          if (!meant || 'view' in meant) {
            const payloadId = await acceptMessage(parts, { view, bytes, envelope, ip });
            return `2.0.0 Stored as payload ${payloadId}`;
          }
          await parts.answers.take({ to: meant.answer, bytes, envelope });
          return '2.0.0 Taken as an answer';
        } finally {
          giveBack();
        }
      });
      answer(parts, work, view, done, (text) => text);
    },
  });
  smtp.server.on('connection', (socket: Socket) => connections.watch(socket));
  // Faults of clients: broken TLS, lost connections.
  smtp.on('error', (error: Error) => world.log.debug({ err: error }, 'a mail connection failed'));
  return smtp;
}

/** Answers with what `work` gives or throws. */
function answer<Value>(
  { world, refused }: SmtpServerParts,
  work: Promise<Value>,
  view: IntakeView | null,
  done: (error?: Error | null, message?: string) => void,
  text?: (value: Value) => string,
): void {
  work.then(
    (value) => done(null, text?.(value)),
    (error: unknown) => {
      if (!(error instanceof SmtpRefusal)) {
        world.log.error({ err: error }, 'mail could not be received');
        done(new SmtpRefusal(451, '4.3.0 It could not be stored; send it again'));
        return;
      }
      if (error.reason) refused.note(view, error.reason);
      done(error);
    },
  );
}
