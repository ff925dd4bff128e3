import { Collection } from 'mongodb';
import { vi } from 'vitest';

const writes = [
  'insertOne',
  'insertMany',
  'updateOne',
  'updateMany',
  'deleteOne',
  'findOneAndUpdate',
] as const;

/**
 * From its nth write on the process writes nothing any more, as if it had died there; gives how many it would have
 * made. Until `vi.restoreAllMocks`.
 */
export function dieAtWrite(n: number): { written(): number } {
  let count = 0;
  for (const name of writes) {
    const original = Collection.prototype[name];
    vi.spyOn(Collection.prototype, name).mockImplementation(function (
      this: Collection,
      ...given: unknown[]
    ) {
      count += 1;
      if (count >= n) return Promise.reject(new Error('the process died'));
      return Reflect.apply(original, this, given);
    });
  }
  return { written: () => count };
}
