import { parentPort } from 'node:worker_threads';
import { ownThreadPath } from '../../kernel/index.ts';
import { type MailPayload, readMessage } from './read-message.ts';

/** The thread that reads messages, one after the other; `reading-thread.ts` ends it when one takes too long. */

export interface MessageToRead {
  id: number;
  bytes: Uint8Array;
  envelope: MailPayload['envelope'];
}

export type FromMailWorker =
  /** `path`: where its processor time stands. */
  { kind: 'ready'; path: string | null } | { kind: 'read'; id: number; message: MailPayload };

const port = parentPort;
if (port === null) throw new Error('reading-worker.ts runs in a worker thread only');

const tell = (message: FromMailWorker) => port.postMessage(message);
let turn = Promise.resolve();
port.on('message', ({ id, bytes, envelope }: MessageToRead) => {
  turn = turn.then(async () => {
    tell({ kind: 'read', id, message: await readMessage(bytes, envelope) });
  });
});
tell({ kind: 'ready', path: ownThreadPath() });
