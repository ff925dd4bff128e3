import type { World } from '../kernel/index.ts';
import { makeWay } from './rush.ts';

interface Turns {
  /** When the last one that was asked for is over, and the rest after it. */
  last: Promise<unknown>;
}

const noTurns = (): Turns => ({ last: Promise.resolve() });

/**
 * Steps of long reads one after the other, whoever reads: several of them at once take from senders no more of the processor
 * than one does, and the others wait for a step of each, never for the whole of one. In a rush the next turn begins after a rest, which
 * whoever read last does not wait for.
 */
export function readInTurn<Result>(world: World, step: () => Promise<Result>): Promise<Result> {
  const turns = world.memory.of(noTurns);
  let begun = 0;
  const mine = turns.last.then(() => {
    begun = performance.now();
    return step();
  });
  turns.last = mine
    .catch(() => {})
    .then(() => makeWay(world, 'reading', performance.now() - begun));
  return mine;
}
