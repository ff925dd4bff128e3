import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail extends Email {
  /** The envelope: whom it is delivered to. */
  to_: string[];
  from_: string;
  raw: string;
}

/** Where the server refuses, with a code such as 450 or 550. */
export interface SmtpRefusal {
  at: 'greeting' | 'sender' | 'recipient' | 'data';
  code: number;
  text: string;
}

type NextTrouble = SmtpRefusal | 'stall' | 'hang' | 'lost';

export interface FakeSmtpServer {
  /** For TOCSIN_SMTP_URL. */
  url: string;
  mails: ReceivedMail[];
  /**
   * What the next mails run into, one each; `stall` takes no recipient and never answers, `hang` takes the mail and
   * never answers, `lost` takes the mail and breaks the connection instead of answering.
   */
  refuseNext(...refusals: NextTrouble[]): void;
  /** What was to be refused and was not asked for. */
  forgetRefusals(): void;
  /** Mailboxes that are not there, until this is another; null: all are. */
  gone: RegExp | null;
  /** Mailboxes that take nothing for the time being. */
  busy: RegExp | null;
  /** Mailboxes of which it never says whether it takes something, until `endSilence`. */
  silent: RegExp | null;
  /** How many wait for that. */
  readonly waiting: number;
  /** From now on all mailboxes answer, also to those that wait. */
  endSilence(): void;
  stop(): Promise<void>;
}

/** A mail server that keeps what it gets; with a user, it takes mails of that user only. */
export async function startSmtpServer(
  options: { user?: string; password?: string } = {},
): Promise<FakeSmtpServer> {
  const { user, password } = options;
  const mails: ReceivedMail[] = [];
  const script: NextTrouble[] = [];
  const unanswered: (() => void)[] = [];
  const errorOf = ({ code, text }: SmtpRefusal) =>
    Object.assign(new Error(text), { responseCode: code });
  const refuse = (at: SmtpRefusal['at'], done: (error?: Error) => void) => {
    const [next] = script;
    if (typeof next !== 'object' || next.at !== at) return done();
    script.shift();
    done(errorOf(next));
  };
  const server = new SMTPServer({
    disabledCommands: user === undefined ? ['AUTH', 'STARTTLS'] : ['STARTTLS'],
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth(auth, _session, done) {
      if (auth.username === user && auth.password === password) done(null, { user: user ?? '' });
      else done(new Error('Invalid user or password'));
    },
    onConnect(_session, done) {
      refuse('greeting', done);
    },
    onMailFrom(_address, _session, done) {
      refuse('sender', done);
    },
    onRcptTo({ address }, _session, done) {
      if (fake.gone?.test(address))
        return done(errorOf({ at: 'recipient', code: 550, text: 'No such mailbox' }));
      if (fake.busy?.test(address))
        return done(errorOf({ at: 'recipient', code: 451, text: 'Try again later' }));
      if (fake.silent?.test(address)) return void unanswered.push(done);
      const next = script[0];
      const isHere = next === 'stall' || (typeof next === 'object' && next.at === 'recipient');
      if (isHere) script.shift();
      if (!isHere) done();
      else if (next !== 'stall') done(errorOf(next));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const next = script.shift();
        if (next === 'hang') return;
        if (typeof next === 'object') return done(errorOf(next));
        const raw = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          ...(await PostalMime.parse(raw)),
          raw: raw.toString('utf8'),
          from_: mailFrom ? mailFrom.address : '',
          to_: rcptTo.map(({ address }) => address),
        });
        if (next !== 'lost') return done();
        for (const connection of server.connections)
          if (connection.id === session.id) connection.close();
      });
    },
  });
  // Clients that vanish are part of the tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const login = user === undefined ? '' : `${encodeURIComponent(user)}:${password}@`;
  const fake: FakeSmtpServer = {
    gone: null,
    busy: null,
    silent: null,
    get waiting() {
      return unanswered.length;
    },
    endSilence() {
      fake.silent = null;
      for (const answer of unanswered.splice(0)) answer();
    },
    url: `smtp://${login}127.0.0.1:${port}`,
    mails,
    refuseNext: (...refusals) => void script.push(...refusals),
    forgetRefusals: () => {
      script.length = 0;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return fake;
}
