import { setImmediate } from 'node:timers/promises';
import type { World } from '../kernel/index.ts';
import { makeWay } from './rush.ts';

interface Turns {
  /** When the last one that was asked for is over, and the rest after it. */
  last: Promise<unknown>;
}

const noReads = (): Turns => ({ last: Promise.resolve() });
const noPortions = (): Turns => ({ last: Promise.resolve() });

/**
 * Steps of long reads one after the other, whoever reads: several of them at once take from senders no more of the processor
 * than one does, and the others wait for a step of each, never for the whole of one. In a rush the next turn begins after a rest, which
 * whoever read last does not wait for.
 */
export function readInTurn<Result>(world: World, step: () => Promise<Result>): Promise<Result> {
  const rest = (took: number) => makeWay(world, 'reading', took);
  return inTurn(world.memory.of(noReads), step, rest);
}

/** Portions of payloads with many alerts, one after the other, whoever sent them: small payloads come in between. */
export function applyInTurn<Result>(world: World, step: () => Promise<Result>): Promise<Result> {
  return inTurn(world.memory.of(noPortions), step, () => setImmediate());
}

function inTurn<Result>(
  turns: Turns,
  step: () => Promise<Result>,
  rest: (tookMilliseconds: number) => Promise<unknown>,
): Promise<Result> {
  let begun = 0;
  const mine = turns.last.then(() => {
    begun = performance.now();
    return step();
  });
  turns.last = mine.catch(() => {}).then(() => rest(performance.now() - begun));
  return mine;
}
