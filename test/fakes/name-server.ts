import { createSocket } from 'node:dgram';

/** What a name server says of a name: an address, that it is not there, that it cannot tell, or nothing at all. */
export type NameAnswer = string | 'no-such-name' | 'failed' | 'silent';

export interface FakeNameServer {
  /** As `address:port`. */
  server: string;
  /** Names that were asked for, once for each question. */
  asked: string[];
  /** Answers from now on; a name without one is not there. */
  knows(answers: Readonly<Record<string, NameAnswer>>): void;
  stop(): Promise<void>;
}

/** Answers questions for IPv4 addresses; there are no others. */
export async function startNameServer(): Promise<FakeNameServer> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  let known: Readonly<Record<string, NameAnswer>> = {};
  socket.on('message', (question, { port, address }) => {
    const { name, end } = nameIn(question);
    asked.push(name);
    const answer = known[name] ?? 'no-such-name';
    if (answer === 'silent') return;
    const isForIpv4 = question.readUInt16BE(end) === 1;
    const code = answer === 'failed' ? 2 : answer === 'no-such-name' ? 3 : 0;
    const bytes = code === 0 && isForIpv4 ? recordOf(answer) : null;
    const head = Buffer.from(question.subarray(0, 12));
    head.writeUInt16BE(0x8180 | code, 2);
    head.writeUInt16BE(bytes ? 1 : 0, 6);
    head.writeUInt32BE(0, 8);
    const body = question.subarray(12, end + 4);
    socket.send(Buffer.concat([head, body, bytes ?? Buffer.alloc(0)]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    server: `127.0.0.1:${socket.address().port}`,
    asked,
    knows(answers) {
      known = answers;
      asked.length = 0;
    },
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function nameIn(question: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** The address of the name in the question, for a minute. */
function recordOf(address: string): Buffer {
  const head = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4]);
  return Buffer.concat([head, Buffer.from(address.split('.').map(Number))]);
}
