import { connect } from 'node:net';
import { CommandError } from './semantics/errors.ts';
import { asNumber, Doc, decode, encode, type Plain } from './semantics/values.ts';
import { FrameReader } from './wire.ts';

/** Sends one command to the owner of a data folder; so a process that is only a guest can ask for a backup too. */
export async function sendCommand(
  socketPath: string,
  command: { readonly [key: string]: Plain },
): Promise<Doc> {
  const body = encode(Doc.of({ ...command, $db: 'admin' }));
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(1, 4);
  head.writeInt32LE(2013, 12);
  const reply = await new Promise<Doc>((resolve, reject) => {
    const socket = connect(socketPath);
    const reader = new FrameReader();
    socket.on('connect', () => socket.write(Buffer.concat([head, body])));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the embedded database closed the connection')));
    socket.on('data', (piece: Buffer) => {
      const [frame] = reader.push(piece);
      if (frame === undefined) return;
      resolve(decode(frame, 21));
      socket.destroy();
    });
  });
  if (asNumber(reply.get('ok')) === 1) return reply;
  throw new CommandError(
    asNumber(reply.get('code')) ?? 'InternalError',
    String(reply.get('errmsg')),
  );
}
