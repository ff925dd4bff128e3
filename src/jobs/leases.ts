import type { World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { newHolder, processOf } from './holder.ts';
import { type LeaseDocument, leaseModel, type StoredRun } from './model.ts';

/** By which one process at a time runs a task. Leases go by the store's time: a test's clock must not move them. */
export interface Leases {
  /** True when this process holds the lease from now on; also renews it. */
  take(task: string, startedAt: Date): Promise<boolean>;
  /** Stores how the run ended with what is written anyway, so that every process can say how the task is doing. */
  giveBack(task: string, lastRun: StoredRun): Promise<void>;
  /** By task. None when the store fails: then it is most wanted to know what this process knows. */
  ofOthers(tasks: readonly string[]): Promise<Map<string, LeaseDocument>>;
}

const leaseSeconds = 60;
/** How often a lease is renewed during a run. */
export const renewalMilliseconds = (leaseSeconds * 1000) / 3;

export function createLeases(world: World, processes: Processes): Leases {
  const holder = newHolder(processes);
  const leases = leaseModel(world.store);

  async function take(task: string, startedAt: Date): Promise<boolean> {
    try {
      const taken = await leases.updateOne(
        { _id: task, $or: [{ holder }, { until: { $lt: world.store.time.now() } }] },
        { $set: { holder, startedAt, until: leaseEnd(world) } },
        { upsert: true },
      );
      return taken.matchedCount + taken.upsertedCount > 0;
    } catch (error) {
      if (isDuplicateKey(error)) return takeFromDead(task, startedAt);
      throw error;
    }
  }

  /** Nobody has to wait until the lease of a process that died has run out. */
  async function takeFromDead(task: string, startedAt: Date): Promise<boolean> {
    const lease = await leases.findById(task).lean();
    const processId = processOf(lease?.holder ?? '');
    if (!lease || processId === undefined || (await processes.living()).has(processId))
      return false;
    const taken = await leases.updateOne(
      { _id: task, holder: lease.holder },
      { $set: { holder, startedAt, until: leaseEnd(world) } },
    );
    return taken.matchedCount > 0;
  }

  return {
    take,
    async giveBack(task, lastRun) {
      await leases.updateOne({ _id: task, holder }, { $set: { until: new Date(0), lastRun } });
    },
    async ofOthers(tasks) {
      try {
        const found = await leases
          .find({ _id: { $in: tasks }, holder: { $ne: holder } })
          .lean<LeaseDocument[]>();
        return new Map(found.map((lease) => [lease._id, lease]));
      } catch (error) {
        world.log.warn({ err: error }, 'what other processes say of their tasks could not be read');
        return new Map();
      }
    },
  };
}

function leaseEnd({ store }: World): Date {
  return new Date(store.time.now().getTime() + leaseSeconds * 1000);
}
