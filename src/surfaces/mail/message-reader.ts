import type { World } from '../../kernel/index.ts';
import { Places, type Waiting } from '../../pace/index.ts';
import { readingLimits, readingThreads } from './limits.ts';
import type { MailPayload } from './read-message.ts';
import { ReadingThread } from './reading-thread.ts';

/** A message that came in, for an integration of this organization. */
export interface ReceivedMessage extends Pick<Waiting, 'organizationId'> {
  bytes: Uint8Array;
  envelope: MailPayload['envelope'];
}

interface Job extends Waiting {
  begin(thread: ReadingThread): Promise<void>;
}

/**
 * Reads messages in a few threads. An organization has one of them at a time, so that what is slow to read is in nobody
 * else's way.
 */
export class MessageReader {
  readonly #world: Pick<World, 'log'>;
  readonly #limits: typeof readingLimits;
  readonly #places: Places;
  readonly #waiting: Job[] = [];
  readonly #idle: ReadingThread[] = [];
  readonly #threads: ReadingThread[] = [];

  constructor(world: Pick<World, 'log' | 'clock'>, limits = readingLimits) {
    this.#world = world;
    this.#limits = limits;
    this.#places = new Places(world.clock, readingThreads);
  }

  /** Never rejects; those of one organization in the order in which they came. */
  read({ organizationId, bytes, envelope }: ReceivedMessage): Promise<MailPayload> {
    return new Promise((resolve) => {
      const begin = async (thread: ReadingThread) => resolve(await thread.read(bytes, envelope));
      this.#waiting.push({ organizationId, target: null, rank: 0, begin });
      this.#proceed();
    });
  }

  async stop(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.stop()));
  }

  #proceed(): void {
    for (;;) {
      const job = this.#places.next(this.#waiting);
      if (!job) return;
      this.#waiting.splice(this.#waiting.indexOf(job), 1);
      const leave = this.#places.take(job);
      const thread = this.#idle.pop() ?? this.#newThread();
      void job.begin(thread).finally(() => {
        leave();
        this.#idle.push(thread);
        this.#proceed();
      });
    }
  }

  #newThread(): ReadingThread {
    const thread = new ReadingThread(this.#world.log, this.#limits);
    this.#threads.push(thread);
    return thread;
  }
}
