import { systemContext, type World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { driverCollection, insertMissing } from '../store/index.ts';
import { type Guarantee, guaranteeKind } from './guarantee-kind.ts';
import { guaranteeStateModel, newState } from './guarantee-states.ts';
import { inputChanges, inputsKeyOf, inputsOf } from './proof-inputs.ts';

/** Changes often come several at a time. */
const settleMilliseconds = 5_000;

type Versioned = Pick<Guarantee, 'id' | 'organizationId' | 'version'>;

/**
 * Makes due what was checked by other settings than those of now, and what is new. Looks where this process has changed
 * something, and always where others may have; once after a start everything is due, because the settings of the server
 * may be others.
 */
export function createNoteStale(
  world: World,
  processes: Pick<Processes, 'exclusive'>,
): (stopping: AbortSignal) => Promise<void> {
  let seen: number | null = null;
  let isSettling = false;
  return async (stopping) => {
    const changes = inputChanges(world);
    const isNews = changes !== seen;
    // The audit log tells of a change a moment after it was counted, so one looks once more.
    if (!isNews && !isSettling && processes.exclusive()) return;
    if (seen === null) await makeAllDue(world);
    const guarantees = await allGuarantees(world);
    for (const [organizationId, own] of Map.groupBy(guarantees, (one) => one.organizationId)) {
      if (stopping.aborted) return;
      await noteStaleIn(world, organizationId, own);
    }
    seen = changes;
    isSettling = isNews;
  };
}

async function makeAllDue(world: World): Promise<void> {
  const now = world.clock.now();
  await driverCollection(guaranteeStateModel(world.store)).updateMany(
    { nextAt: { $gt: now } },
    { $set: { nextAt: now } },
  );
}

async function noteStaleIn(
  world: World,
  organizationId: string,
  guarantees: readonly Versioned[],
): Promise<void> {
  const states = driverCollection(guaranteeStateModel(world.store));
  const now = world.clock.now();
  const soon = new Date(now.getTime() + settleMilliseconds);
  const inputs = await inputsOf(systemContext(world, organizationId));
  const known = await states
    .find({ organizationId })
    .project<{ _id: string; inputsKey: string | null }>({ inputsKey: 1 })
    .toArray();
  const keys = new Map(known.map(({ _id, inputsKey }) => [_id, inputsKey]));
  const isNew = ({ id }: Versioned) => !keys.has(id);
  await insertMissing(
    states,
    guarantees.filter(isNew).map(({ id }) => newState(id, organizationId, now)),
  );
  const stale = guarantees.filter(
    (one) => !isNew(one) && keys.get(one.id) !== inputsKeyOf(inputs, one),
  );
  if (stale.length === 0) return;
  await states.updateMany(
    { _id: { $in: stale.map(({ id }) => id) }, nextAt: { $gt: soon } },
    { $set: { nextAt: soon } },
  );
}

async function allGuarantees({ store }: World): Promise<Versioned[]> {
  const found = await driverCollection(guaranteeKind.model(store))
    // A deleted guarantee has no organization any more.
    .find({ organizationId: { $gt: '' } })
    .project<Omit<Versioned, 'id'> & { _id: string }>({ organizationId: 1, version: 1 })
    .toArray();
  return found.map(({ _id: id, ...same }) => ({ id, ...same }));
}
