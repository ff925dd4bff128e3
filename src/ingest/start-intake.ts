import type { IntakeViews } from '../integrations/index.ts';
import type { Task, World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { SilenceCache } from '../silences/index.ts';
import { createIntake, type Intake } from './intake.ts';
import { createLargeBodies } from './large-bodies.ts';
import { type ReadingLimits, readingLimits } from './limits.ts';
import { forgetDeletedTask, type PayloadCount } from './payload-count.ts';
import { previousIncidentOf } from './previous-incident.ts';
import { ReadingThread } from './reading-thread.ts';
import { createRecoveryTask } from './recover.ts';
import { createRevisions } from './revisions.ts';
import { readAgainTask } from './unreadable.ts';
import { createWatermarkTask, signOff } from './watermark.ts';

export interface RunningIntake {
  intake: Intake;
  tasks: readonly Task[];
  /** Call after the last request: applies pending payloads, so that no other process has to recover them. */
  stop(): Promise<void>;
}

export interface StartIntakeOptions {
  /** The module whose `translate` reads requests of other products' protocols. */
  translator: URL;
  limits?: ReadingLimits | undefined;
  count: PayloadCount;
}

/** Makes the intake, ready for its first payload: what a crash left behind comes before it. */
export async function startIntake(
  world: World,
  processes: Processes,
  views: IntakeViews,
  { translator, limits = readingLimits, count }: StartIntakeOptions,
): Promise<RunningIntake> {
  const thread = new ReadingThread(limits, world.log, translator);
  const findPrevious = previousIncidentOf(world);
  const silences = new SilenceCache(world, processes);
  const largeBodies = createLargeBodies(thread, world.log, findPrevious);
  const intake = createIntake(
    world,
    findPrevious,
    largeBodies,
    (id) => silences.of(id),
    createRevisions(world),
    count,
  );
  const watermark = createWatermarkTask(world, processes, intake);
  // Before the first payload: after a crash, the others find where to start.
  await watermark.run(new AbortController().signal);
  const recovery = createRecoveryTask(world, processes, views, intake);
  // Before anything new comes in, so that what a crash left behind keeps its place.
  if (processes.exclusive())
    await recovery.run(new AbortController().signal).catch((error: unknown) => {
      world.log.error({ err: error }, 'payloads that a crash interrupted are applied later');
    });
  return {
    intake,
    tasks: [watermark, recovery, readAgainTask(world), forgetDeletedTask(world, count)],
    stop: async () => {
      await thread.stop();
      await signOff(world, processes, intake);
    },
  };
}
