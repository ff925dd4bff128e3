import { lookAtShadows } from '../incidents/index.ts';
import type { Task, World } from '../kernel/index.ts';
import { adoptsAt, allRuns } from '../shadow/index.ts';

/**
 * Decides anew about what opened in shadow, of runs that have ended and adopt what is open. Once people are told of an
 * incident it is in no shadow any more, so it is looked at once.
 */
export function adoptTask(world: World): Task {
  return {
    name: 'adopt-shadows',
    everySeconds: 10,
    async run(stopping) {
      for (const run of await allRuns(world)) {
        if (stopping.aborted) return;
        if (adoptsAt(run, world.clock.now()))
          await lookAtShadows(
            world,
            { organizationId: run.organizationId, teamIds: run.wire.teamIds },
            stopping,
          );
      }
    },
  };
}
