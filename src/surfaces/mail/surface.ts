import type { AddressInfo } from 'node:net';
import type { SMTPServer } from 'smtp-server';
import type { RateLimiter } from '../../http/index.ts';
import type { Intake } from '../../ingest/index.ts';
import {
  FormerTokenUses,
  type IntakeViews,
  recordRefusedRequests,
} from '../../integrations/index.ts';
import type { Task, World } from '../../kernel/index.ts';
import type { ResolveTxt } from '../../oidc/index.ts';
import { Recipients } from './accept-recipient.ts';
import { Answers } from './answers/answers.ts';
import { HeldBytes } from './collect-message.ts';
import { Connections } from './connections.ts';
import { heldBytesMax } from './limits.ts';
import { MessageReader } from './message-reader.ts';
import type { MailRefusal } from './refusal.ts';
import { RefusedMail } from './refused-mail.ts';
import { createSmtpServer } from './smtp-server.ts';
import { type CertificateFiles, readCertificate } from './starttls.ts';

export interface MailSurfaceOptions {
  world: World;
  views: IntakeViews;
  intake: Intake;
  limiter: RateLimiter;
  listenOn: { host: string; port: number };
  mailDomain(): string;
  /** Where answers to alerts go; null: nowhere. */
  answerDomain(): string | null;
  resolveTxt: ResolveTxt;
  certificateFiles: CertificateFiles;
  onRefused(reason: MailRefusal): void;
}

interface MailSurface {
  /** Listens, or tries again to: a port that is taken is no reason not to take alerts by other ways. */
  listen(): Promise<void>;
  /** Null while it does not listen. */
  port(): number | null;
  tasks: readonly Task[];
  stop(): Promise<void>;
}

/** A receiver of mail for e-mail integrations, and for nobody else: no relay, no accounts. */
export function createMailSurface(options: MailSurfaceOptions): MailSurface {
  const { world, listenOn } = options;
  const refused = new RefusedMail(world, options.onRefused);
  const formerTokens = new FormerTokenUses(world);
  const reader = new MessageReader(world);
  const connections = new Connections();
  const answers = new Answers(options);
  const recipients = new Recipients({ ...options, answers, connections, refused, formerTokens });
  const held = new HeldBytes(heldBytesMax);
  const parts = { ...options, answers, connections, recipients, held, reader, refused };
  let server: SMTPServer | null = null;
  let listening: Promise<void> | null = null;
  let isStopping = false;
  let certificate = readCertificate(options.certificateFiles);

  /** One attempt at a time: the task and the start may ask together. */
  async function listen(): Promise<void> {
    if (server || isStopping) return;
    listening ??= tryToListen().finally(() => {
      listening = null;
    });
    await listening;
  }

  async function tryToListen(): Promise<void> {
    const smtp = createSmtpServer(parts, certificate);
    try {
      await listenAt(smtp, listenOn);
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
      await Promise.all([reader.stop(), answers.stop()]);
      await recordRefusedRequests(world, refused.takePending());
      await formerTokens.store();
    },
  };
}

function listenAt(smtp: SMTPServer, { host, port }: MailSurfaceOptions['listenOn']): Promise<void> {
  return new Promise((resolve, reject) => {
    smtp.once('error', reject);
    smtp.listen(port, host, () => {
      smtp.off('error', reject);
      resolve();
    });
  });
}
