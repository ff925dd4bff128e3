import { setImmediate } from 'node:timers/promises';
import type { World } from '../kernel/index.ts';
import { latenessOf } from './lateness.ts';
import { makeWay } from './rush.ts';

/** Steps that wait, by organization; the one whose turn is next comes first. */
interface Turns {
  waiting: Map<string, (() => Promise<void>)[]>;
  isBusy: boolean;
}

/** For whom a step is made. */
type For = World & { organizationId: string };

const noReads = (): Turns => ({ waiting: new Map(), isBusy: false });
const noPortions = (): Turns => ({ waiting: new Map(), isBusy: false });

/**
 * Steps of long reads one after the other, whoever reads: several of them at once take from senders no more of the
 * processor than one does. Organizations take turns, so the others wait for a step of each, never for the whole of one,
 * and not for longer when one of them reads a hundred at once. In a rush the next turn begins after a rest, which
 * whoever read last does not wait for.
 */
export function readInTurn<Result>(reader: For, step: () => Promise<Result>): Promise<Result> {
  const rest = (took: number) => makeWay(reader, 'reading', took);
  return inTurn(reader.memory.of(noReads), reader.organizationId, step, rest);
}

/**
 * Portions of payloads with many alerts, one after the other; organizations take turns, and small payloads come in
 * between.
 */
export function applyInTurn<Result>(sender: For, step: () => Promise<Result>): Promise<Result> {
  const rest = async (took: number) => {
    await makeWay(sender, 'intake', took, latenessOf(sender));
    await setImmediate();
  };
  return inTurn(sender.memory.of(noPortions), sender.organizationId, step, rest);
}

type Rest = (tookMilliseconds: number) => Promise<unknown>;

function inTurn<Result>(
  turns: Turns,
  organizationId: string,
  step: () => Promise<Result>,
  rest: Rest,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const own = turns.waiting.get(organizationId) ?? [];
  turns.waiting.set(organizationId, own);
  own.push(async () => {
    try {
      resolve(await step());
    } catch (error) {
      reject(error);
    }
  });
  if (!turns.isBusy) void work(turns, rest);
  return promise;
}

async function work(turns: Turns, rest: Rest): Promise<void> {
  turns.isBusy = true;
  for (const [organizationId, steps] of turns.waiting) {
    // It comes last now; the loop goes on with what is put behind it meanwhile.
    turns.waiting.delete(organizationId);
    const step = steps.shift();
    if (steps.length > 0) turns.waiting.set(organizationId, steps);
    const begun = performance.now();
    await step?.();
    await rest(performance.now() - begun);
  }
  turns.isBusy = false;
}
