import type { World } from '../kernel/index.ts';

/** What a module does when it is due. */
export interface DueWork<Item extends { readonly _id: string }> {
  /** For the log. */
  what: string;
  /** What is due, the most urgent first. */
  find(now: Date, limit: number): Promise<readonly Item[]>;
  /** Those of it that nobody else works on; see `claim`. Left out where one process at a time does the work. */
  take?(found: readonly Item[]): Promise<readonly Item[]>;
  /** Does what is due, and writes when the next thing is. Harmless to repeat; what throws is repeated for each item alone. */
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
/** An item that fails is tried again after as long as it has been failing, but no later than this. */
const pauseMillisecondsMax = 60_000;
const pauseMillisecondsMin = 1000;

interface Failing {
  error: unknown;
  failures: number;
  againAt: number;
}

/**
 * The run of a task that does what is due until nothing is, what becomes due meanwhile included. An item that fails, or never comes to rest,
 * holds up no other: it waits longer and longer. While there is one the run throws its error, so that the task shows as failing. Where the
 * store takes nothing, the run ends at once.
 */
export function createDueLoop<Item extends { readonly _id: string }>(
  { clock, log }: Pick<World, 'clock' | 'log'>,
  work: DueWork<Item>,
): (stopping: AbortSignal) => Promise<void> {
  const failing = new Map<string, Failing>();

  async function run(stopping: AbortSignal): Promise<void> {
    const looks = new Map<string, number>();
    while (!stopping.aborted) {
      const now = clock.now();
      const found = await work.find(now, work.together * work.atOnce);
      if (found.length === 0) {
        forgetUntil(now);
        break;
      }
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
    for (const { error } of failing.values()) throw error;
  }

  async function actOn(items: readonly Item[]): Promise<void> {
    try {
      await work.act(items);
      for (const { _id } of items) failing.delete(_id);
    } catch (error) {
      const [first, ...others] = items;
      if (first && others.length === 0) return failed(first, error);
      for (const item of items) await actOn([item]);
    }
  }

  async function failed(item: Item, error: unknown, pauseMilliseconds?: number): Promise<void> {
    const failures = (failing.get(item._id)?.failures ?? 0) + 1;
    const growing = pauseMillisecondsMin * 2 ** (failures - 1);
    const pause = pauseMilliseconds ?? Math.min(growing, pauseMillisecondsMax);
    const againAt = clock.now().getTime() + pause;
    failing.set(item._id, { error, failures, againAt });
    const about = { err: error, id: item._id, failures, seconds: pause / 1000 };
    log.error(about, `${work.what} failed, and is tried again after these seconds`);
    await work.postpone(item, new Date(againAt));
  }

  /** What should be due again by now and is not has been done by another process, or is gone. */
  function forgetUntil(now: Date): void {
    for (const [id, { againAt }] of failing) if (againAt <= now.getTime()) failing.delete(id);
  }

  return run;
}

function groupsOf<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
