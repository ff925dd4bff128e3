import { serveWork } from '../../kernel/index.ts';
import { type MailPayload, readMessage } from './read-message.ts';

/** The thread that reads messages; see `reading-thread.ts`. */

export interface MessageToRead {
  bytes: Uint8Array;
  envelope: MailPayload['envelope'];
}

serveWork(({ bytes, envelope }: MessageToRead) => readMessage(bytes, envelope));
