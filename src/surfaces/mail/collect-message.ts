import type { Readable } from 'node:stream';
import { messageBytesMax } from './limits.ts';
import { SmtpRefusal } from './refusal.ts';

/** Bytes of messages in memory at once. */
export class HeldBytes {
  readonly #max: number;
  #held = 0;

  constructor(max: number) {
    this.#max = max;
  }

  take(bytes: number): boolean {
    if (this.#held + bytes > this.#max) return false;
    this.#held += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#held -= bytes;
  }
}

/**
 * The whole message. One that is too large is read to its end, as the protocol wants, but not kept. Throws 552 for it,
 * 452 when too much is held already, and when the connection is lost before the end.
 */
export function collectMessage(
  stream: Readable,
  held: HeldBytes,
): Promise<{ bytes: Buffer; giveBack(): void }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let refusal: SmtpRefusal | null = null;
    let isOver = false;
    const giveBack = () => {
      held.giveBack(bytes);
      bytes = 0;
      chunks.length = 0;
    };
    const refuse = (why: SmtpRefusal) => {
      refusal = why;
      giveBack();
    };
    stream.on('data', (chunk: Buffer) => {
      if (refusal) return;
      if (bytes + chunk.length > messageBytesMax)
        return refuse(new SmtpRefusal(552, '5.3.4 The message is larger than 3 MB', 'too-large'));
      if (!held.take(chunk.length))
        return refuse(
          new SmtpRefusal(452, '4.3.1 Too much mail at once; send it again', 'overload'),
        );
      bytes += chunk.length;
      chunks.push(chunk);
    });
    stream.once('end', () => {
      isOver = true;
      if (refusal) return reject(refusal);
      resolve({ bytes: Buffer.concat(chunks), giveBack });
    });
    stream.once('close', () => {
      if (isOver) return;
      giveBack();
      reject(new SmtpRefusal(451, '4.4.2 The connection was lost'));
    });
    stream.once('error', () => undefined);
  });
}
