import { expect, it } from 'vitest';
import { Memory } from '../../src/kernel/index.ts';
import { oneByOne } from '../../src/proofs/one-by-one.ts';

it('proofs of an organization go one after the other; ten wait, and the next is refused', async () => {
  const ctx = { memory: new Memory(), organizationId: 'one' };
  let running = 0;
  const ended: number[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const proof = (number: number) => async () => {
    running += 1;
    expect(running).toBe(1);
    await gate;
    running -= 1;
    ended.push(number);
    if (number === 2) throw new Error('It fails.');
    return number;
  };
  const all = Array.from({ length: 11 }, (_, number) => oneByOne(ctx, proof(number)));
  await expect(oneByOne(ctx, proof(11))).rejects.toMatchObject({ code: 'rate-limited' });
  // Another organization waits for none of them.
  expect(await oneByOne({ ...ctx, organizationId: 'two' }, async () => 'at once')).toBe('at once');
  open();
  const outcomes = await Promise.allSettled(all);
  expect(ended).toEqual(Array.from({ length: 11 }, (_, number) => number));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(await oneByOne(ctx, async () => 'again')).toBe('again');
});
