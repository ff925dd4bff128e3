import type { Log } from './kernel/index.ts';

/** Something of the server that runs. A part without one of the two has nothing to do then. */
export interface Part {
  start?(): void | Promise<void>;
  /** Resolved when nothing of it goes on; safe to call while requests come in. */
  stop?(): void | Promise<void>;
}

export interface Running {
  /** A part that fails to start has to clear up behind itself: only the parts before it are stopped later. */
  start(name: string, part: Part): Promise<void>;
  /**
   * Stops what was started, in reverse, one after the other. A part that fails is logged, and the others are stopped
   * all the same; rejects with what failed. Called again it gives the same promise.
   */
  stop(): Promise<void>;
}

/** Knows which parts run. Their order is said once, as they are started. */
export function createRunning(log: Log): Running {
  const started = new AsyncDisposableStack();
  let stopping: Promise<void> | undefined;
  return {
    async start(name, part) {
      await part.start?.();
      started.defer(async () => {
        try {
          await part.stop?.();
        } catch (error) {
          log.error({ err: error, part: name }, 'a part of the server could not be stopped');
          throw error;
        }
      });
    },
    stop() {
      stopping ??= started.disposeAsync();
      return stopping;
    },
  };
}
