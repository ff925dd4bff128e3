import { parentPort } from 'node:worker_threads';
import { type MailPayload, readMessage } from './read-message.ts';

/** The thread that reads messages, one after the other; `reading-thread.ts` ends it when one takes too long. */

export interface MessageToRead {
  id: number;
  bytes: Uint8Array;
  envelope: MailPayload['envelope'];
}

export interface MessageRead {
  id: number;
  message: MailPayload;
}

const port = parentPort;
if (port === null) throw new Error('reading-worker.ts runs in a worker thread only');

let turn = Promise.resolve();
port.on('message', ({ id, bytes, envelope }: MessageToRead) => {
  turn = turn.then(async () => {
    port.postMessage({ id, message: await readMessage(bytes, envelope) } satisfies MessageRead);
  });
});
