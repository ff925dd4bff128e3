import { expect, it } from 'vitest';
import { within } from '../../src/kernel/index.ts';

const never = new Promise<string>(() => undefined);
const failing = () => {
  throw new Error('too late');
};

it('what takes too long is not waited for, and may end as it likes', async () => {
  await expect(within(5, never, () => 'late')).resolves.toBe('late');
  await expect(within(5, never, async () => 'late')).resolves.toBe('late');
  await expect(within(5, never, failing)).rejects.toThrow('too late');
  const failsLater = Promise.withResolvers<string>();
  await expect(within(5, failsLater.promise, () => 'late')).resolves.toBe('late');
  // Unhandled, it would end the process.
  failsLater.reject(new Error('nobody asks'));
});

it('what is done in time gives its result, or fails', async () => {
  await expect(within(5000, Promise.resolve('done'), failing)).resolves.toBe('done');
  await expect(within(5000, Promise.reject(new Error('no')), failing)).rejects.toThrow('no');
});
