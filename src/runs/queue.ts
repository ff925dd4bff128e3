import { setTimeout as pause } from 'node:timers/promises';
import { AppError, type Ctx, type World } from '../kernel/index.ts';
import type { Sentence } from '../sentences/index.ts';
import type { KeptRuns } from './kept-runs.ts';
import type { Run } from './run.ts';

/** A run that was asked for, as far as its place in the queue depends on it. */
type Asked = Pick<Run, '_id' | 'organizationId'>;

/** The runs that come before another one. */
interface Ahead<Kept extends Run> {
  /** Runs of its own organization, the oldest first. */
  own: Kept[];
  /** Runs of other organizations take all places. */
  isBehindOthers: boolean;
}

/** Runs that wait for each other, whichever server they were asked of. */
export interface Queue<Kept extends Run> {
  /** Throws 429 where too many of the organization wait already. */
  demandPlace(ctx: Ctx): Promise<void>;
  aheadOf(world: World, run: Asked): Promise<Ahead<Kept>>;
  /** Whether it is its turn, from which on it runs. */
  begins(world: World, run: Asked): Promise<boolean>;
  /** Waits for its turn, from which on it runs, or until it is to wait no more. */
  turnOf(world: World, run: Asked, isOver: () => boolean): Promise<void>;
}

/** How many of an organization may wait while one of it goes on. */
const waitingMax = 10;
const turnMilliseconds = 50;
const turnMillisecondsMax = 1000;

/**
 * One run of an organization at a time, in their order, and so many at once in the whole store: organizations take
 * turns, so those of one do not wait for all that another has asked for. Members that may be long are `details`.
 */
export function queueOf<Kept extends Run>(
  runs: KeptRuns<Kept>,
  { atOnce, details, tooMany }: { atOnce: number; details: readonly string[]; tooMany: Sentence },
): Queue<Kept> {
  async function isBehindOthers(world: World, run: Asked): Promise<boolean> {
    if (!Number.isFinite(atOnce)) return false;
    const all = await runs.going(world, null, details);
    const running = all.filter(({ state }) => state === 'Running');
    const others = firstOfEach([...running, ...all]).filter(
      ({ organizationId }) => organizationId !== run.organizationId,
    );
    const waiting = others.filter(({ state }) => state === 'Waiting');
    const taken = others.length - waiting.length;
    if (taken >= atOnce) return true;
    if (others.length < atOnce) return false;
    const began = async ({ organizationId }: Pick<Run, 'organizationId'>) =>
      (await runs.lastBegan(world, organizationId))?.getTime() ?? 0;
    const own = await began(run);
    const places = await Promise.all(
      waiting.map(async (one) => (await began(one)) - own || one._id.localeCompare(run._id)),
    );
    return taken + places.filter((place) => place < 0).length >= atOnce;
  }

  async function aheadOf(world: World, run: Asked) {
    const going = await runs.going(world, run.organizationId, details);
    // The clock of another server may be ahead, and so are its ids.
    const own = going.filter(
      ({ _id, state }) => _id !== run._id && (state === 'Running' || _id < run._id),
    );
    return { own, isBehindOthers: own.length === 0 && (await isBehindOthers(world, run)) };
  }

  async function begins(world: World, run: Asked): Promise<boolean> {
    // Others whose word does not come any more are not among them.
    const ahead = await aheadOf(world, run);
    if (ahead.own.length > 0 || ahead.isBehindOthers) return false;
    await runs.begin(world, run._id);
    return true;
  }

  return {
    aheadOf,
    begins,
    async demandPlace(ctx) {
      const going = await runs.going(ctx, ctx.organizationId, details);
      if (going.length > waitingMax) throw new AppError('rate-limited', tooMany);
    },
    async turnOf(world, run, isOver) {
      for (let wait = turnMilliseconds; !isOver(); wait = Math.min(turnMillisecondsMax, wait * 2)) {
        await pause(wait);
        if (await begins(world, run)) return;
      }
    },
  };
}

/** An organization has one that runs, or comes next. */
function firstOfEach<Kept extends Run>(runs: readonly Kept[]): Kept[] {
  const first = new Map<string, Kept>();
  for (const run of runs) if (!first.has(run.organizationId)) first.set(run.organizationId, run);
  return [...first.values()];
}
