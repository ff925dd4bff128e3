import { connect, type Socket } from 'node:net';
import type { TestApp } from '../../support/app.ts';

/** A mail client that says exactly what a test wants, as hostile ones do. */
export interface SmtpClient {
  /** Sends a line and gives the whole answer to it. */
  say(line: string): Promise<string>;
  /** Bytes without waiting. */
  write(bytes: string | Uint8Array): void;
  /** The next answer. */
  answer(): Promise<string>;
  /** Resolved when the server has closed the connection. */
  closed: Promise<void>;
  end(): void;
}

/** `localAddress`: the address of the client, one of this machine's own. */
export async function connectSmtp(t: TestApp, localAddress = '127.0.0.1'): Promise<SmtpClient> {
  const port = t.app.mailPort();
  if (port === null) throw new Error('The server does not listen for mail.');
  const socket: Socket = connect({ host: '127.0.0.1', port, localAddress });
  let text = '';
  const waiting: ((answer: string) => void)[] = [];
  const ready: string[] = [];
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    // The last line of an answer has a space after its code.
    for (let end = answerEnd(text); end > 0; end = answerEnd(text)) {
      const answer = text.slice(0, end).trim();
      text = text.slice(end);
      const next = waiting.shift();
      if (next) next(answer);
      else ready.push(answer);
    }
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  const answer = () =>
    Promise.race([
      closed.then(() => 'closed'),
      new Promise<string>((resolve) => {
        const there = ready.shift();
        if (there !== undefined) resolve(there);
        else waiting.push(resolve);
      }),
    ]);
  const client: SmtpClient = {
    say: (line) => {
      socket.write(`${line}\r\n`);
      return answer();
    },
    write: (bytes) => void socket.write(bytes),
    answer,
    closed,
    end: () => socket.destroy(),
  };
  await answer();
  await client.say('EHLO client.example.com');
  return client;
}

function answerEnd(text: string): number {
  const found = /^\d{3} [^\r\n]*\r\n/m.exec(text);
  return found ? found.index + found[0].length : -1;
}

/** Sends a message as it is; gives the answer that decides. */
export async function sendMail(
  t: TestApp,
  to: string,
  message: string | Uint8Array,
  from = 'monitor@example.com',
): Promise<string> {
  const client = await connectSmtp(t);
  try {
    const sender = await client.say(`MAIL FROM:<${from}>`);
    if (!sender.startsWith('250')) return sender;
    const recipient = await client.say(`RCPT TO:<${to}>`);
    if (!recipient.startsWith('250')) return recipient;
    const data = await client.say('DATA');
    if (!data.startsWith('354')) return data;
    const bytes = typeof message === 'string' ? Buffer.from(message) : message;
    client.write(stuffed(bytes));
    return await client.say('\r\n.');
  } finally {
    client.end();
  }
}

/** RFC 5321 4.5.2: a line that begins with a dot gets another one. */
function stuffed(bytes: Uint8Array): Buffer {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replace(/^\./gm, '..'), 'latin1');
}

/** A plain message with these headers. */
export function mail(headers: Record<string, string>, text = 'Look at it.'): string {
  const lines = Object.entries({
    From: 'Monitor <monitor@example.com>',
    To: 'ops@example.com',
    'Message-ID': `<${Math.random()}@example.com>`,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  return [...lines, '', text].join('\r\n');
}
