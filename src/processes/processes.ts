import { hostname } from 'node:os';
import { ObjectId } from 'bson';
import type { Task, World } from '../kernel/index.ts';
import { type ProcessDocument, processModel } from './model.ts';

export interface Processes {
  /** Id of this process: the five random bytes that every ObjectId made here carries, in hex. */
  readonly id: string;
  /**
   * True while this process alone uses the store, so that counters and caches may live in memory. As of the
   * last heartbeat; always false where others may come without our knowledge.
   */
  exclusive(): boolean;
  /** Writes the heartbeat of this process and reads those of the others. */
  heartbeat(): Promise<void>;
  /** Ids of the processes that live, this one included. Forgets those that do not. */
  living(): Promise<ReadonlySet<string>>;
  /** The last thing a process does: the others need not wait for its heartbeat to run out. */
  leave(): Promise<void>;
}

/** A process without a heartbeat for this long counts as dead. */
const silenceMilliseconds = 15_000;

/** Until then it may be the store that was silent: whoever lives writes a heartbeat as soon as the store takes it. */
export const certainMilliseconds = 90_000;

/** So long must our own heartbeats have gone through before we call others dead: twice as long as they need for one. */
const steadyMilliseconds = 6_000;

/** How often a process looks who else is there. */
const heartbeatSeconds = 1;
/** It says less often that it lives itself: each time is a commit. */
const beatMilliseconds = 3_000;

const noneHaveLeft = () => ({ times: 0 });

/** How often this process has become the only one. What it knew before, others may have changed since. */
export function timesLeftAlone({ memory }: World): number {
  return memory.of(noneHaveLeft).times;
}

/** Every process writes its own heartbeat. */
export function heartbeatTask({ heartbeat }: Processes): Task {
  return { name: 'heartbeat', everySeconds: heartbeatSeconds, everywhere: true, run: heartbeat };
}

const processId = new ObjectId().toHexString().slice(8, 18);
const host = hostname();

/** Enters this process into the registry of the store. */
export async function joinStore(world: World): Promise<Processes> {
  const { store } = world;
  let isAlone = store.mayBeExclusive;
  let beatAt = 0;
  let steadySince = 0;

  async function beat(): Promise<void> {
    const now = performance.now();
    if (beatAt > 0 && now - beatAt < beatMilliseconds - 500) return;
    try {
      await processModel(store).updateOne(
        { _id: processId },
        { $set: { aliveAt: store.time.now(), host, pid: process.pid } },
        { upsert: true },
      );
    } catch (error) {
      store.writes.failed(error);
      throw error;
    }
    store.writes.succeeded();
    const beaten = performance.now();
    if (beaten - beatAt > 2 * beatMilliseconds) steadySince = beaten;
    beatAt = now;
  }

  async function othersAlive(): Promise<string[]> {
    const alive: string[] = [];
    // By the index of ids: a registry is small, but no query scans.
    const registered = await processModel(store)
      .find({ _id: { $gt: '' } })
      .lean<ProcessDocument[]>();
    for (const other of registered) {
      if (other._id === processId) continue;
      if (!isDead(other)) alive.push(other._id);
      // Unless it was only slow and has written a heartbeat meanwhile.
      else await processModel(store).deleteOne({ _id: other._id, aliveAt: other.aliveAt });
    }
    return alive;
  }

  /** By the store's time: a test's clock does not apply to other processes. */
  function isDead(other: ProcessDocument): boolean {
    const silence = store.time.now().getTime() - other.aliveAt.getTime();
    if (countsAsDead(silence, performance.now() - steadySince)) return true;
    // Processes on an embedded database share our machine, so a crash is known at once. Behind a MongoDB,
    // containers may share a host name and count processes each for themselves.
    return store.mayBeExclusive && other.host === host && !isRunning(other.pid);
  }

  const processes: Processes = {
    id: processId,
    exclusive: () => isAlone,
    async heartbeat() {
      await store.time.measure();
      await beat();
      if (!store.mayBeExclusive) return;
      const wasAlone = isAlone;
      isAlone = (await othersAlive()).length === 0;
      if (isAlone && !wasAlone) world.memory.of(noneHaveLeft).times += 1;
    },
    living: async () => new Set([processId, ...(await othersAlive())]),
    async leave() {
      beatAt = 0;
      await processModel(store).deleteOne({ _id: processId });
    },
  };
  await processes.heartbeat();
  return processes;
}

/**
 * Whether a process has died, by how long it has been silent and how long our own heartbeats have gone through by now;
 * milliseconds. Pure. After a stall of the store everybody has been silent.
 */
export function countsAsDead(silence: number, steady: number): boolean {
  if (silence <= silenceMilliseconds) return false;
  return steady >= steadyMilliseconds || silence > certainMilliseconds;
}

function isRunning(pid: number): boolean {
  // A container that starts again often has the number of the process that died: ours.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is one, of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
