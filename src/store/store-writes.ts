import type { Log, StoreWrites } from '../kernel/index.ts';
import { isOutOfSpace } from './errors.ts';

/**
 * Remembers whether the store takes writes, and says each change once. Who tells: the embedded database, and the
 * heartbeat of this process, which is a write every few seconds whatever else goes on.
 */
export function createStoreWrites(log: Log): StoreWrites {
  let refused: ReturnType<StoreWrites['refusal']> = null;
  return {
    refusal: () => refused,
    succeeded() {
      if (refused) log.warn({ since: refused.since }, 'the database takes writes again');
      refused = null;
    },
    failed(error) {
      if (!refused)
        log.error(
          { err: error },
          'the database takes no writes: webhooks are refused with 503, and nobody is alerted, until it does',
        );
      refused = { isFull: isOutOfSpace(error), since: refused?.since ?? new Date() };
    },
  };
}
