import type { Clock, Log, Task } from '../kernel/index.ts';
import type { VerifiedPart } from './embedded/index.ts';

/** Damage by the disk in the data file, as far as it was looked at since the start. */
export interface DataFileDamage {
  pages: number;
  /** When the first of them was found. */
  since: Date;
}

/** Compares the data file with its checksums while it is served, part by part. */
export interface PageSweep {
  /** Looks at the next part. */
  next(now: Date): Promise<void>;
  damage(): DataFileDamage | null;
}

/**
 * The whole file has this many parts. One part a minute covers it twice a day: a look at a damaged page begins within
 * twelve hours, which leaves as long again for a slow disk.
 */
export const partsOfFile = 720;

/**
 * A start and a backup compare every page with its checksum; a server may run for months in between, and would answer
 * with what a disk has changed meanwhile. New damage is told once, with what to do; pages that are right again are
 * forgotten.
 */
export function createPageSweep(
  verifyPart: (part: { first: number; parts: number }) => Promise<VerifiedPart>,
  log: Log,
): PageSweep {
  let next = 1;
  let since: Date | null = null;
  const damaged = new Set<number>();
  return {
    async next(now) {
      const part = await verifyPart({ first: next, parts: partsOfFile });
      next = part.last + 1;
      const isNews = part.damaged.some((page) => !damaged.has(page));
      for (const page of [...damaged])
        if (page >= part.first && page <= part.last) damaged.delete(page);
      for (const page of part.damaged) damaged.add(page);
      // Pages that were given back are nobody's any more.
      for (const page of [...damaged]) if (page > part.pages) damaged.delete(page);
      if (damaged.size === 0) since = null;
      else since ??= now;
      if (isNews)
        log.error(
          { pages: part.damaged },
          `${part.text}. The server goes on with the rest until it is stopped; the next start refuses this file`,
        );
    },
    damage: () => since && { pages: damaged.size, since },
  };
}

/** Runs in the process that owns the data file, so it needs no lease. A stop does not wait for a slow disk. */
export function pageSweepTasks(sweep: PageSweep | null, clock: Clock): Task[] {
  if (sweep === null) return [];
  const run = (stopping: AbortSignal) => {
    // A server lives longer than any of its runs, and so does its signal.
    const ended = new AbortController();
    const stopped = new Promise<void>((resolve) => {
      stopping.addEventListener('abort', () => resolve(), { signal: ended.signal });
    });
    return Promise.race([sweep.next(clock.now()), stopped]).finally(() => ended.abort());
  };
  return [{ name: 'page-sweep', everySeconds: 60, everywhere: true, run }];
}
