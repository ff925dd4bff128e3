import type { UpdateFilter } from 'mongodb';
import type { Catalogue } from '../catalogue/index.ts';
import { eachIntegrationOf, type StoredIntegration } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { changeCount } from '../resources/index.ts';
import { driverCollection, insertMissing } from '../store/index.ts';
import { type MonitorState, monitorStateModel } from './model.ts';
import { monitorTypesOf, planOf } from './plan.ts';
import { type Planned, planAnew } from './re-plan.ts';

/** Changes of other processes carry times of their clocks, and may become visible a moment later. */
const clockDifferenceMilliseconds = 60_000;
const ownDelayMilliseconds = 5_000;

export interface MonitorSync {
  /** Brings the states in line with the integrations that were made or changed; costs nothing when none was. */
  run(): Promise<void>;
}

/**
 * States follow integrations: whoever writes an integration (the API, an import, another process) knows nothing of
 * monitors. The version of the integration tells which state is behind.
 */
export function createSync(world: World, processes: Processes, catalogue: Catalogue): MonitorSync {
  const types = monitorTypesOf(catalogue);
  let seenChanges = -1;
  let seenThrough: Date | null = null;
  return {
    async run() {
      const changes = changeCount(world, 'InboundIntegration');
      const isAlone = processes.exclusive();
      if (isAlone && changes === seenChanges) return;
      const startedAt = world.clock.now();
      const slack = isAlone ? ownDelayMilliseconds : clockDifferenceMilliseconds;
      // All of them at the start, and when the clock was set back.
      const since =
        seenThrough && seenThrough <= startedAt ? new Date(seenThrough.getTime() - slack) : null;
      for await (const page of eachIntegrationOf(world, types, since))
        await bringUpToDate(world, page, startedAt);
      seenChanges = changes;
      seenThrough = startedAt;
    },
  };
}

/** The states of these integrations as their settings say. Safe to run twice, and beside others. */
export async function bringUpToDate(
  world: World,
  integrations: readonly StoredIntegration[],
  now: Date,
): Promise<void> {
  if (integrations.length === 0) return;
  const states = driverCollection(monitorStateModel(world.store));
  const known = new Map(
    (
      await states
        .find({ _id: { $in: integrations.map(({ id }) => id) } })
        .project<Known>({ version: 1, planKey: 1, 'announcement.id': 1 })
        .toArray()
    ).map((state) => [state._id, state]),
  );
  const fresh: MonitorState[] = [];
  const updates = [];
  for (const { id, organizationId, version, wire } of integrations) {
    const state = known.get(id) ?? null;
    if (state?.version === version) continue;
    const planned = planAnew(planOf(wire), state, now);
    if (state === null) {
      if (planned)
        fresh.push({ _id: id, organizationId, version, ...planned, level: 'Up', failures: 0 });
      continue;
    }
    updates.push({
      updateOne: {
        filter: { _id: id, version: state.version },
        update: planned ? replanned(state, version, planned, now) : { $set: { version } },
      },
    });
  }
  await insertMissing(states, fresh);
  if (updates.length > 0) await states.bulkWrite(updates, { ordered: false });
}

type Known = Pick<MonitorState, '_id' | 'version' | 'planKey'> & { announcement?: { id: string } };

function replanned(
  state: Known,
  version: number,
  planned: Planned,
  now: Date,
): UpdateFilter<MonitorState> {
  const { nextAt, ...rest } = planned;
  // News that were not told yet come first.
  const times = state.announcement
    ? { nextAt: now, ...(nextAt ? { thenAt: nextAt } : {}) }
    : nextAt
      ? { nextAt }
      : {};
  return {
    $set: { version, failures: 0, ...rest, ...times },
    $unset: {
      claim: '',
      ...('nextAt' in times ? {} : { nextAt: '' }),
      ...('thenAt' in times ? {} : { thenAt: '' }),
      ...(planned.nextExpectedAt ? {} : { nextExpectedAt: '' }),
      ...(planned.target ? {} : { target: '' }),
    },
  };
}
