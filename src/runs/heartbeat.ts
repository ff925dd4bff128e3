import type { World } from '../kernel/index.ts';
import type { Run } from './run.ts';

/** How often a server says that it runs something, and looks whether it is to stop. */
const beatMilliseconds = 500;

/** A server says with it that a run goes on. */
export interface Heartbeat {
  /** Somebody has asked it to stop, or it is gone. */
  readonly isCancelled: boolean;
  /** Says no more that it goes on; what is noted afterwards stays. */
  stop(): Promise<void>;
}

/** `note` stores it, and `more` is what else there is to say by then. */
export function heartbeat<Kept extends Run>(
  { clock }: Pick<World, 'clock'>,
  note: (more: Partial<Run & Kept>) => Promise<Run | null>,
  more: () => Partial<Kept>,
): Heartbeat {
  let isCancelled = false;
  let beating: Promise<void> | null = null;
  async function beat(): Promise<void> {
    try {
      // as: a part of a run, and when it was seen.
      const stored = await note({ ...more(), seenAt: clock.now() } as Partial<Run & Kept>);
      isCancelled ||= !stored || stored.isCancelled === true;
    } catch {
      // A minute later, readers see that nobody says any more that it runs.
    }
    beating = null;
  }
  const timer = setInterval(() => {
    beating ??= beat();
  }, beatMilliseconds).unref();
  return {
    get isCancelled() {
      return isCancelled;
    },
    async stop() {
      clearInterval(timer);
      await beating;
    },
  };
}
