import { removeInSteps } from '../jobs/index.ts';
import { AppError, type Module, systemContext, type World } from '../kernel/index.ts';
import { leavesWithOrganization, updateResource } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { allRuns } from './all-runs.ts';
import { shadowLogModel, shadowReadingModel } from './model.ts';
import { type ShadowRun, shadowRunKind } from './shadow-run-kind.ts';
import { isSilentAt } from './teams-in-shadow.ts';

/** Longer than a run may be. */
const keptDays = 120;

export const shadow = {
  name: 'shadow',
  kinds: [shadowRunKind],
  models: [shadowReadingModel, shadowLogModel],
  removeWith: {
    ...leavesWithOrganization(shadowReadingModel, shadowLogModel),
    async ShadowRun(world, { id }, stopping) {
      await removeInSteps(world, shadowLogModel, { runId: id }, { stopping });
      await removeInSteps(world, shadowReadingModel, { _id: id }, { stopping });
    },
  },
  tasks: (world) => [
    { name: 'end-shadow-runs', everySeconds: 30, run: (stopping) => endRuns(world, stopping) },
    {
      name: 'shadow-log-retention',
      everySeconds: 3600,
      async run(stopping) {
        const horizon = new Date(world.clock.now().getTime() - keptDays * 86_400_000);
        const old = { openedAt: { $lt: horizon } };
        await removeInSteps(world, shadowLogModel, old, { stopping });
      },
    },
  ],
} satisfies Module;

/** Writes down that runs are over. Their people are told since then: whoever asks looks at the time. */
async function endRuns(world: World, stopping: AbortSignal): Promise<void> {
  const now = world.clock.now();
  for (const run of await allRuns(world)) {
    if (stopping.aborted) return;
    if (run.wire.state === 'Shadow' && !isSilentAt(run, now)) await end(world, run);
  }
}

async function end(world: World, { id, organizationId, version }: ShadowRun): Promise<void> {
  try {
    await updateResource(
      systemContext(world, organizationId),
      shadowRunKind,
      id,
      ({ wire }) => ({
        wire: { ...wire, state: 'Live' as const },
        internal: { endedAt: wire.until },
      }),
      {
        action: 'shadow-run.end',
        besideCode: true,
        demand(current) {
          if (current.version !== version)
            throw new AppError('conflict', say('changingNow', { what: 'ShadowRun', id }));
        },
      },
    );
  } catch (error) {
    // The run was changed or deleted meanwhile: the next look takes care of it.
    if (!(error instanceof AppError && ['conflict', 'not-found'].includes(error.code))) throw error;
  }
}
