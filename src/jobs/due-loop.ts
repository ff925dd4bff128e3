import type { World } from '../kernel/index.ts';
import { createFailures, pauseMillisecondsMax } from './failures.ts';

/** The work of a module on items that become due. */
export interface DueWork<Item extends { readonly _id: string }> {
  /** For the log. */
  what: string;
  /** The items that are due, the most urgent first. */
  find(now: Date, limit: number): Promise<readonly Item[]>;
  /**
   * Claims the found items and gives those that no other process works on; see `claim`. Left out where one process at a
   * time does the work.
   */
  take?(found: readonly Item[]): Promise<readonly Item[]>;
  /**
   * Does what is due, and writes when the next thing is. Harmless to repeat; what throws is repeated for each item
   * alone.
   */
  act(items: readonly Item[]): Promise<void>;
  /** Leaves an item alone until then, unless it has changed meanwhile. */
  postpone(item: Item, until: Date): Promise<void>;
  /** Items that `act` gets at once. */
  together: number;
  /** How often `act` is under way at once. */
  atOnce: number;
  /** Between two batches; `milliseconds`: how long the last one took. */
  rest?(found: readonly Item[], milliseconds: number): Promise<void>;
}

/** How often one item may be due again within a run. */
const looksMax = 50;

/**
 * The run of a task that does what is due until nothing is, what becomes due meanwhile included. An item that fails, or
 * never comes to rest, holds up no other; see `Failures`. Where the store takes nothing, the run ends at once.
 */
export function createDueLoop<Item extends { readonly _id: string }>(
  world: Pick<World, 'clock' | 'log'>,
  work: DueWork<Item>,
): (stopping: AbortSignal) => Promise<void> {
  const failures = createFailures(world, work.what);

  async function run(stopping: AbortSignal): Promise<void> {
    const looks = new Map<string, number>();
    while (!stopping.aborted) {
      const now = world.clock.now();
      const found = await work.find(now, work.together * work.atOnce);
      if (found.length === 0) return failures.demandNone(now);
      const taken = (await work.take?.(found)) ?? found;
      const begun = performance.now();
      const calm: Item[] = [];
      for (const item of taken) {
        const count = (looks.get(item._id) ?? 0) + 1;
        looks.set(item._id, count);
        if (count <= looksMax) calm.push(item);
        else await failed(item, new Error('It never comes to rest.'), pauseMillisecondsMax);
      }
      await Promise.all(groupsOf(calm, work.together).map(actOn));
      await work.rest?.(found, performance.now() - begun);
    }
  }

  async function actOn(items: readonly Item[]): Promise<void> {
    try {
      await work.act(items);
      for (const { _id } of items) failures.forget(_id);
    } catch (error) {
      const [first, ...others] = items;
      if (first && others.length === 0) return failed(first, error);
      for (const item of items) await actOn([item]);
    }
  }

  async function failed(item: Item, error: unknown, pauseMilliseconds?: number): Promise<void> {
    await work.postpone(item, failures.note(item._id, error, pauseMilliseconds));
  }

  return run;
}

function groupsOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
