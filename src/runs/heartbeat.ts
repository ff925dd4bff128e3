import type { World } from '../kernel/index.ts';
import type { Run } from './run.ts';

/** How often a server looks whether what it runs is to stop, and says how far it has come. */
const beatMilliseconds = 500;
/** With nothing else to say, it says less often that it runs: many may wait, and each time is a write. */
const quietMilliseconds = 10_000;

/** A server says with it that a run goes on. */
export interface Heartbeat {
  /** Somebody has asked it to stop, or it is gone. */
  readonly isCancelled: boolean;
  /** Says no more that it goes on; what is noted afterwards stays. */
  stop(): Promise<void>;
}

/** Where a run is stored: both answer how it is stored now; null: it is gone. */
export interface StoredRun<Kept extends Run> {
  look(): Promise<Pick<Run, 'isCancelled'> | null>;
  note(more: Partial<Run & Kept>): Promise<Run | null>;
}

/** `more` is what else there is to say by then. */
export function heartbeat<Kept extends Run>(
  { clock }: Pick<World, 'clock'>,
  { look, note }: StoredRun<Kept>,
  more: () => Partial<Kept>,
): Heartbeat {
  let isCancelled = false;
  let beating: Promise<void> | null = null;
  let saidAt = 0;
  async function say(said: Partial<Kept>): Promise<Run | null> {
    const seenAt = clock.now();
    // as: a part of a run, and when it was seen.
    const stored = await note({ ...said, seenAt } as Partial<Run & Kept>);
    saidAt = seenAt.getTime();
    return stored;
  }
  async function beat(): Promise<void> {
    try {
      const said = more();
      const isSilent =
        Object.keys(said).length === 0 &&
        Math.abs(clock.now().getTime() - saidAt) < quietMilliseconds;
      const stored = await (isSilent ? look() : say(said));
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
