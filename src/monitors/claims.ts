import { setTimeout as pause } from 'node:timers/promises';
import type { AnyBulkWriteOperation, UpdateFilter } from 'mongodb';
import { type Claim, type ClaimOptions, claim } from '../jobs/index.ts';
import type { World } from '../kernel/index.ts';
import type { Places, Waiting } from '../pace/index.ts';
import type { Processes } from '../processes/index.ts';
import { appendToLog } from '../resources/index.ts';
import { driverCollection } from '../store/index.ts';
import {
  type MonitorState,
  monitorResults,
  monitorStateModel,
  type NewMonitorResult,
} from './model.ts';

/** A monitor that this process works on; nobody else does until its time is over. */
export interface Claimed extends Pick<Claim<MonitorState>, 'held'> {
  state: MonitorState;
  /** Leaves its place to another. */
  leave(): void;
  /** How late it came, against its time. */
  lateMilliseconds: number;
}

/** A process looks for more while it checks, so its claims tell also itself what is under way. */
export function monitorClaims({ store }: Pick<World, 'store'>): ClaimOptions<MonitorState> {
  return {
    model: monitorStateModel(store),
    dueAt: 'nextAt',
    takenBy: 'claim',
    leaseMilliseconds: ({ claimSeconds }) => claimSeconds * 1000,
    evenAlone: true,
  };
}

/**
 * Takes up to `limit` monitors whose time has come, the longest due of each organization first, and a place for each.
 */
export async function claimDue(
  world: World,
  processes: Processes,
  places: Places,
  limit: number,
): Promise<Claimed[]> {
  const now = world.clock.now();
  const waiting = await dueStates(world, now, places);
  const due: MonitorState[] = [];
  const leaves = new Map<string, () => void>();
  while (due.length < limit) {
    const next = places.next(waiting);
    if (!next) break;
    waiting.splice(waiting.indexOf(next), 1);
    leaves.set(next.state._id, places.take(next));
    due.push(next.state);
  }
  try {
    const { documents, held } = await claim(world, processes, monitorClaims(world), due);
    const dueAt = new Map(due.map(({ _id, nextAt }) => [_id, nextAt?.getTime() ?? 0]));
    return documents.map((state) => {
      const leave = leaves.get(state._id) ?? (() => {});
      leaves.delete(state._id);
      const lateMilliseconds = Math.max(0, now.getTime() - (dueAt.get(state._id) ?? 0));
      return { state, held, leave, lateMilliseconds };
    });
  } finally {
    // Gives back the places of monitors that another process has taken.
    for (const leave of leaves.values()) leave();
  }
}

/** Monitors in which is looked for those that are next, and further pages without the organizations of those before. */
const page = 100;
const pagesMax = 20;

/** The monitors that are due, the longest first, and some of every organization that gets a place. */
async function dueStates(world: World, now: Date, places: Places) {
  const due: (Waiting & { state: MonitorState })[] = [];
  const seen = places.full();
  // However many wait for one host: they do not hide the others.
  const full = places.fullTargets();
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const states = await statesOf(world)
      .find({
        nextAt: { $lte: now },
        ...(seen.length > 0 ? { organizationId: { $nin: [...seen] } } : {}),
        ...(full.length > 0 ? { $nor: full } : {}),
      })
      .sort({ nextAt: 1 })
      .limit(page)
      .toArray();
    for (const state of states) {
      const { organizationId, target = null } = state;
      due.push({ state, organizationId, target, rank: 0 });
    }
    if (states.length < page) break;
    seen.push(...new Set(states.map(({ organizationId }) => organizationId)));
  }
  return due;
}

/** Ends a claim with what came of it; false when the claim was lost meanwhile, and nothing is changed. */
export async function endClaim(
  world: World,
  { state, held }: Pick<Claimed, 'state' | 'held'>,
  update: UpdateFilter<MonitorState>,
): Promise<boolean> {
  const { matchedCount } = await statesOf(world).updateOne({ _id: state._id, ...held }, update);
  return matchedCount > 0;
}

/**
 * Writes the ends of many claims together. While other checks are under way it waits a moment for theirs: every write
 * costs a commit that webhooks wait for, and nobody waits for results.
 */
export class ClaimEnds {
  readonly #world: World;
  readonly #areOthersUnderWay: (ended: number) => boolean;
  #waiting: EndedClaim[] = [];
  #running: Promise<void> | null = null;

  constructor(world: World, areOthersUnderWay: (ended: number) => boolean) {
    this.#world = world;
    this.#areOthersUnderWay = areOthersUnderWay;
  }

  add(ended: EndedClaim): Promise<void> {
    this.#waiting.push(ended);
    this.#running ??= this.#work();
    return this.#running;
  }

  #isWorthWaiting(): boolean {
    const { length } = this.#waiting;
    return length < batchMax && this.#areOthersUnderWay(length);
  }

  async #work(): Promise<void> {
    // Checks that end in the same turn of the event loop go together anyway.
    await new Promise(setImmediate);
    for (let waits = 0; waits < waitsMax && this.#isWorthWaiting(); waits += 1)
      await pause(waitMilliseconds);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchMax);
      const updates: AnyBulkWriteOperation<MonitorState>[] = batch.map(
        ({ state: { _id }, held, update }) => ({ updateOne: { filter: { _id, ...held }, update } }),
      );
      const results = batch.flatMap(({ result }) => (result ? [result] : []));
      await Promise.all([
        statesOf(this.#world).bulkWrite(updates, { ordered: false }),
        appendToLog(this.#world, monitorResults, results),
      ]).catch((error: unknown) =>
        // The claims run out, and the checks are made again.
        this.#world.log.error({ err: error }, 'results of monitors could not be stored'),
      );
    }
    this.#running = null;
  }
}

const batchMax = 200;
const waitMilliseconds = 20;
const waitsMax = 10;

export interface EndedClaim extends Pick<Claimed, 'state' | 'held'> {
  update: UpdateFilter<MonitorState>;
  /** The result that is written with it. */
  result?: NewMonitorResult;
}

export function statesOf(world: World) {
  return driverCollection(monitorStateModel(world.store));
}
