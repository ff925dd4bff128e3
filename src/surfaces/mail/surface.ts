import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { networkOf } from '../../accounts/index.ts';
import type { RateLimiter } from '../../http/index.ts';
import type { Intake } from '../../ingest/index.ts';
import {
  FormerTokenUses,
  type IntakeView,
  type IntakeViews,
  recordRefusedRequests,
} from '../../integrations/index.ts';
import type { Task, World } from '../../kernel/index.ts';
import { acceptMessage } from './accept-message.ts';
import { collectMessage, HeldBytes } from './collect-message.ts';
import {
  connectionSecondsMax,
  connectionsMax,
  connectionsPerAddressMax,
  heldBytesMax,
  idleSeconds,
  messageBytesMax,
  unknownRecipientsMax,
} from './limits.ts';
import { ReadingThread } from './reading-thread.ts';
import { integrationOf, mayBeSentFrom } from './recipient.ts';
import { type MailRefusal, SmtpRefusal } from './refusal.ts';
import { RefusedMail } from './refused-mail.ts';
import { type CertificateFiles, readCertificate } from './starttls.ts';

export interface MailSurfaceOptions {
  world: World;
  views: IntakeViews;
  intake: Intake;
  limiter: RateLimiter;
  listenOn: { host: string; port: number };
  mailDomain(): string;
  certificateFiles: CertificateFiles;
  onRefused(reason: MailRefusal): void;
}

export interface MailSurface {
  /** Listens, or tries again to: a port that is taken is no reason not to take alerts by other ways. */
  listen(): Promise<void>;
  /** Null while it does not listen. */
  port(): number | null;
  tasks: readonly Task[];
  stop(): Promise<void>;
}

/** A receiver of mail for e-mail integrations, and for nobody else: no relay, no accounts. */
export function createMailSurface(options: MailSurfaceOptions): MailSurface {
  const { world, views, listenOn } = options;
  const refused = new RefusedMail(world, options.onRefused);
  const formerTokens = new FormerTokenUses(world);
  const held = new HeldBytes(heldBytesMax);
  const thread = new ReadingThread(world.log);
  const connections = new Map<string, number>();
  /** Connections beyond the limit of their address. */
  const beyond = new Set<string>();
  const sockets = new Map<string, Socket>();
  /** By connection: recipients that are not here. */
  const guesses = new WeakMap<object, number>();
  /** By transaction: the integration that the first recipient named. */
  const meant = new WeakMap<object, IntakeView>();
  let server: SMTPServer | null = null;
  let listening: Promise<void> | null = null;
  let isStopping = false;
  let certificate = readCertificate(options.certificateFiles);

  /** Answers with what `work` gives or throws. */
  function answer<Value>(
    work: Promise<Value>,
    view: () => IntakeView | null,
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
        if (error.reason) refused.note(view(), error.reason);
        done(error);
      },
    );
  }

  async function recipient(address: string, session: SMTPServerSession): Promise<void> {
    const found = await integrationOf(world, views, options.mailDomain(), address);
    const view = found?.view ?? null;
    const unknown = (reason: MailRefusal) => {
      if (view) refused.note(view, reason);
      return new SmtpRefusal(550, '5.1.1 There is no such address here', view ? null : reason);
    };
    if (!found || !view) {
      const error = unknown('unknown-id');
      throw (await isGuessing(session)) ? cutOff(session) : error;
    }
    if (found.token === 'ended') throw unknown('token');
    if (!mayBeSentFrom(view, plainAddress(session.remoteAddress))) throw unknown('address');
    const first = meant.get(session.envelope);
    // One answer has to fit all recipients of a message; senders repeat it for the others by themselves.
    if (first && first.integrationId !== view.integrationId)
      throw new SmtpRefusal(
        452,
        '4.5.3 One integration for each message; send it again for the others',
      );
    meant.set(session.envelope, view);
    if (found.token === 'former') formerTokens.note(view);
  }

  /** Ids cannot be guessed, but aliases can: a sender who tries many is sent away, and its network then at the first. */
  async function isGuessing(session: SMTPServerSession): Promise<boolean> {
    const count = (guesses.get(session) ?? 0) + 1;
    guesses.set(session, count);
    const network = networkOf(plainAddress(session.remoteAddress));
    const verdict = await options.limiter.consume('mail-recipient', network, world.clock.now());
    return count >= unknownRecipientsMax || !verdict.allowed;
  }

  function cutOff(session: SMTPServerSession): SmtpRefusal {
    const socket = sockets.get(peerOf(session));
    // After the answer.
    setImmediate(() => socket?.end());
    return new SmtpRefusal(421, '4.7.0 Too many recipients that are not here', 'unknown-id');
  }

  function create(): SMTPServer {
    const smtp = new SMTPServer({
      name: options.mailDomain(),
      banner: 'Tocsin',
      logger: false,
      size: messageBytesMax,
      maxClients: connectionsMax,
      authOptional: true,
      disabledCommands: ['AUTH', ...(certificate ? [] : ['STARTTLS'])],
      disableReverseLookup: true,
      socketTimeout: idleSeconds * 1000,
      closeTimeout: 5_000,
      ...certificate,
      onConnect(session, done) {
        if (!beyond.has(peerOf(session))) return done();
        options.onRefused('overload');
        done(new SmtpRefusal(421, '4.7.0 Too many connections from this address'));
      },
      onRcptTo({ address }, session, done) {
        answer(recipient(address, session), () => null, done);
      },
      onData(stream, session, done) {
        const view = meant.get(session.envelope) ?? null;
        const ip = plainAddress(session.remoteAddress);
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address).join(', '),
        };
        const work = collectMessage(stream, held).then(async ({ bytes, giveBack }) => {
          try {
            return await acceptMessage({ ...options, thread }, { view, bytes, envelope, ip });
          } finally {
            giveBack();
          }
        });
        answer(
          work,
          () => view,
          done,
          (payloadId) => `2.0.0 Stored as payload ${payloadId}`,
        );
      },
    });
    smtp.server.on('connection', (socket: Socket) => watch(socket));
    // Faults of clients: broken TLS, lost connections.
    smtp.on('error', (error: Error) => world.log.debug({ err: error }, 'a mail connection failed'));
    return smtp;
  }

  function watch(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress ?? '');
    const peer = peerOf({ remoteAddress: address, remotePort: socket.remotePort ?? 0 });
    const count = (connections.get(address) ?? 0) + 1;
    connections.set(address, count);
    if (count > connectionsPerAddressMax) beyond.add(peer);
    sockets.set(peer, socket);
    const end = setTimeout(() => socket.destroy(), connectionSecondsMax * 1000);
    end.unref();
    socket.once('close', () => {
      clearTimeout(end);
      beyond.delete(peer);
      sockets.delete(peer);
      const left = (connections.get(address) ?? 1) - 1;
      if (left > 0) connections.set(address, left);
      else connections.delete(address);
    });
  }

  /** One attempt at a time: the task and the start may ask together. */
  async function listen(): Promise<void> {
    if (server || isStopping) return;
    listening ??= tryToListen().finally(() => {
      listening = null;
    });
    await listening;
  }

  async function tryToListen(): Promise<void> {
    const smtp = create();
    try {
      await new Promise<void>((resolve, reject) => {
        smtp.once('error', reject);
        smtp.listen(listenOn.port, listenOn.host, () => {
          smtp.off('error', reject);
          resolve();
        });
      });
      server = smtp;
    } catch (error) {
      const { host, port } = listenOn;
      world.log.error(
        { err: error },
        `no mail is received: ${host}:${port} cannot be listened on. End what uses it or set TOCSIN_SMTP_LISTEN to ` +
          'another address; it is tried again every 30 s',
      );
    }
  }

  /** Certificates are renewed while the server runs. */
  function readCertificateAgain(): void {
    const now = readCertificate(options.certificateFiles);
    if (!now || (now.cert === certificate?.cert && now.key === certificate.key)) return;
    certificate = now;
    server?.updateSecureContext(now);
  }

  return {
    listen,
    port: () => (server ? (server.server.address() as AddressInfo).port : null),
    tasks: [
      {
        name: 'mail-listening',
        everySeconds: 30,
        everywhere: true,
        async run() {
          readCertificateAgain();
          await listen();
        },
      },
      {
        name: 'refused-mail',
        everySeconds: 5,
        everywhere: true,
        async run() {
          await recordRefusedRequests(world, refused.takePending());
          await formerTokens.store();
        },
      },
    ],
    async stop() {
      isStopping = true;
      await listening;
      const stopped = server;
      server = null;
      if (stopped) await new Promise<void>((resolve) => stopped.close(() => resolve()));
      await thread.stop();
      await recordRefusedRequests(world, refused.takePending());
      await formerTokens.store();
    },
  };
}

function peerOf({
  remoteAddress,
  remotePort,
}: Pick<SMTPServerSession, 'remoteAddress' | 'remotePort'>): string {
  return `${plainAddress(remoteAddress)} ${remotePort}`;
}

/** Without the IPv6 spelling of IPv4 addresses. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
}
