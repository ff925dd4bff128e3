import { type Excess, type Log, WorkThread } from '../../kernel/index.ts';
import { readingLimits } from './limits.ts';
import { asSent, type MailPayload } from './read-message.ts';
import type { MessageToRead } from './reading-worker.ts';

/**
 * A thread that reads messages, so that no webhook waits for it: 3 MB of HTML take seconds. What exceeds its limits is
 * kept as text: a message that cannot be read is still an alert.
 */
export class ReadingThread {
  readonly #thread: WorkThread<MessageToRead, MailPayload>;

  constructor(log: Log, limits = readingLimits) {
    this.#thread = new WorkThread({
      name: 'mail',
      module: new URL('./reading-worker.ts', import.meta.url),
      log,
      limits,
      instead: ({ bytes, envelope }, why) => asSent(bytes, envelope, inWords(why)),
    });
  }

  /** Never rejects. */
  read(bytes: Uint8Array, envelope: MailPayload['envelope']): Promise<MailPayload> {
    return this.#thread.do({ bytes, envelope });
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }
}

/** As the payload says it: mappings read it, so it is in one language. */
function inWords(why: Excess | 'died'): string {
  if (why === 'died') return 'The thread that read this message died.';
  return why.of === 'processor'
    ? `Reading this message took more than ${why.seconds} s of processor time.`
    : `Reading this message took longer than ${why.seconds} s.`;
}
