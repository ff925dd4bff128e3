import { setTimeout as pause } from 'node:timers/promises';
import type { AnyBulkWriteOperation, UpdateFilter } from 'mongodb';
import { randomId, type World } from '../kernel/index.ts';
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
export interface Claimed {
  state: MonitorState;
  claim: string;
  /** How late it came, against its time. */
  lateMilliseconds: number;
}

/**
 * Takes up to `limit` monitors whose time has come, the longest due first. A claim moves their time to its own end, so that
 * those of a process that died are due again by themselves.
 */
export async function claimDue(world: World, { id }: Processes, limit: number): Promise<Claimed[]> {
  const now = world.clock.now();
  const states = statesOf(world);
  const due = await states
    .find({ nextAt: { $lte: now } })
    .sort({ nextAt: 1 })
    .limit(limit)
    .toArray();
  if (due.length === 0) return [];
  const claim = `${id}/${randomId()}`;
  await states.bulkWrite(
    due.flatMap(({ _id, nextAt, claimSeconds }) =>
      nextAt === undefined
        ? []
        : [
            {
              updateOne: {
                // Somebody else's claim has moved it.
                filter: { _id, nextAt },
                update: { $set: { claim, nextAt: new Date(now.getTime() + claimSeconds * 1000) } },
              },
            },
          ],
    ),
    { ordered: false },
  );
  const ours = await states.find({ claim }).toArray();
  const dueAt = new Map(due.map(({ _id, nextAt }) => [_id, nextAt?.getTime() ?? 0]));
  return ours.map((state) => ({
    state,
    claim,
    lateMilliseconds: Math.max(0, now.getTime() - (dueAt.get(state._id) ?? 0)),
  }));
}

/** What processes had claimed that are dead now is due at once. */
export async function releaseClaimsOfDead(world: World, processes: Processes): Promise<void> {
  const states = statesOf(world);
  // Claims first, processes second: one that has just started is never taken for dead.
  const claimed = await states
    .find({ claim: { $gt: '' } })
    .project<Pick<MonitorState, '_id' | 'claim'>>({ claim: 1 })
    .toArray();
  if (claimed.length === 0) return;
  const living = await processes.living();
  const dead = claimed.filter(({ claim = '' }) => !living.has(claim.split('/')[0] ?? ''));
  if (dead.length === 0) return;
  await states.bulkWrite(
    dead.map(({ _id, claim = '' }) => ({
      updateOne: {
        filter: { _id, claim },
        update: { $set: { nextAt: world.clock.now() }, $unset: { claim: '' as const } },
      },
    })),
    { ordered: false },
  );
}

/** Ends a claim with what came of it; false when the claim was lost meanwhile, and nothing is changed. */
export async function endClaim(
  world: World,
  { state, claim }: Pick<Claimed, 'state' | 'claim'>,
  update: UpdateFilter<MonitorState>,
): Promise<boolean> {
  const { matchedCount } = await statesOf(world).updateOne({ _id: state._id, claim }, update);
  return matchedCount > 0;
}

/**
 * Writes the ends of many claims together. While other checks are under way it waits a moment for theirs: every write costs a
 * commit that webhooks wait for, and nobody waits for results.
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
    // What ends in the same turn of the event loop goes together anyway.
    await new Promise(setImmediate);
    for (let waits = 0; waits < waitsMax && this.#isWorthWaiting(); waits += 1)
      await pause(waitMilliseconds);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchMax);
      const updates: AnyBulkWriteOperation<MonitorState>[] = batch.map(
        ({ state: { _id }, claim, update }) => ({ updateOne: { filter: { _id, claim }, update } }),
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

export interface EndedClaim extends Pick<Claimed, 'state' | 'claim'> {
  update: UpdateFilter<MonitorState>;
  /** What is written with it. */
  result?: NewMonitorResult;
}

export function statesOf(world: World) {
  return driverCollection(monitorStateModel(world.store));
}
