import { vi } from 'vitest';
import { callSessionsOf } from '../../src/calls/model.ts';
import type { World } from '../../src/kernel/index.ts';

export type CallOperation = 'findOne' | 'insertOne' | 'updateOne';
/** An operation that is not done, or of which nobody learns that it was. */
export type CallStoreFault = 'before' | 'after';

/**
 * The store of calls, of every server of this process, with faults as `fate` says; ended by the function that it
 * returns.
 */
export function withFaultyCallStore(
  world: Pick<World, 'store'>,
  fate: (operation: CallOperation) => CallStoreFault | null,
): () => void {
  const collection = callSessionsOf(world);
  const prototype = Object.getPrototypeOf(collection);
  const operations: readonly CallOperation[] = ['findOne', 'insertOne', 'updateOne'];
  const spies = operations.map((operation) => {
    const original = prototype[operation];
    return vi.spyOn(prototype, operation).mockImplementation(async function (
      this: typeof collection,
      ...args: unknown[]
    ) {
      const isOfCalls = this.collectionName === collection.collectionName;
      const fault = isOfCalls ? fate(operation) : null;
      if (fault === 'before') throw new Error('The store does not answer.');
      const result = await original.apply(this, args);
      if (fault === 'after') throw new Error('The answer of the store is lost.');
      return result;
    });
  });
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}
