import type { World } from '../kernel/index.ts';

/**
 * Items that a task could not finish and tries again, so that they hold up no others. Each process remembers its own.
 */
interface Failures {
  /** For what each run does anyway. True when it was done; never throws. */
  attempt(id: string, work: () => Promise<void>): Promise<boolean>;
  /** Notes and logs a failure; gives when to try again. */
  note(id: string, error: unknown, pauseMilliseconds?: number): Date;
  forget(id: string): void;
  /**
   * Ends a run that has looked at all that was due at `lookedAt`. Throws what has failed and was not done since, so
   * that the task shows as failing all the while. What should be due again and is not has been done by another process,
   * or is gone.
   */
  demandNone(lookedAt: Date): void;
}

/** The pause is as long as it has been failing, but no longer than this. */
export const pauseMillisecondsMax = 60_000;
const pauseMillisecondsMin = 1000;

interface Failing {
  error: unknown;
  failures: number;
  againAt: number;
}

/** `what`: for the log. */
export function createFailures(
  { clock, log }: Pick<World, 'clock' | 'log'>,
  what: string,
): Failures {
  const failing = new Map<string, Failing>();

  function note(id: string, error: unknown, pauseMilliseconds?: number): Date {
    const failures = (failing.get(id)?.failures ?? 0) + 1;
    const growing = Math.min(pauseMillisecondsMin * 2 ** (failures - 1), pauseMillisecondsMax);
    const pause = pauseMilliseconds ?? growing;
    const againAt = clock.now().getTime() + pause;
    failing.set(id, { error, failures, againAt });
    log.error({ err: error, id, failures }, `${what} failed, and is tried again`);
    return new Date(againAt);
  }

  return {
    note,
    async attempt(id, work) {
      try {
        await work();
      } catch (error) {
        note(id, error);
        return false;
      }
      failing.delete(id);
      return true;
    },
    forget: (id) => void failing.delete(id),
    demandNone(lookedAt) {
      for (const [id, { againAt }] of failing)
        if (againAt <= lookedAt.getTime()) failing.delete(id);
      for (const { error } of failing.values()) throw error;
    },
  };
}
