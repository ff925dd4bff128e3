import type { IntakeViews } from '../integrations/index.ts';
import type { Task, World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { SilenceCache } from '../silences/index.ts';
import type { Journey } from '../tracing/index.ts';
import { type Intake, type IntakeParts, PayloadIntake } from './intake.ts';
import { createLargeBodies, type LargeBodies } from './large-bodies.ts';
import { type ReadingLimits, readingLimits } from './limits.ts';
import { forgetDeletedTask, type PayloadCount } from './payload-count.ts';
import { previousIncidentOf } from './previous-incident.ts';
import { threadSource } from './reading-thread.ts';
import { ReadingThreads } from './reading-threads.ts';
import { createRecoveryTask, createWaitingTask, waitingTaskName } from './recover.ts';
import { createRevisions } from './revisions.ts';
import { readAgainTask } from './unreadable.ts';
import { createWatermarkTask, signOff } from './watermark.ts';

interface Ingest {
  intake: Intake;
  tasks: readonly Task[];
  /** Before the first payload: what a crash left behind comes before it. */
  start(): Promise<void>;
  /** Loads what the first large payload would wait for. */
  warmUp(): void;
  /** Call after the last request: applies pending payloads, so that no other process has to recover them. */
  stop(): Promise<void>;
}

export interface IngestOptions {
  /** The module whose `translate` reads requests of other products' protocols. */
  translator: URL;
  limits?: ReadingLimits | undefined;
  count: PayloadCount;
  journey: Pick<Journey, 'payload'> | undefined;
  takeAlerts: IntakeParts['takeAlerts'];
  /** Starts a task at once. */
  poke(task: string): void;
}

/** Reads bodies, also large ones, and takes none in. */
export interface Reading {
  largeBodies: LargeBodies;
  warmUp(): void;
  stop(): Promise<void>;
}

export function createReading(
  world: World,
  { translator, limits = readingLimits }: Pick<IngestOptions, 'translator' | 'limits'>,
): Reading {
  const threads = new ReadingThreads(limits, world.log, threadSource(limits, translator));
  return {
    largeBodies: createLargeBodies(threads, world.log, previousIncidentOf(world)),
    warmUp: () => threads.warmUp(),
    stop: () => threads.stop(),
  };
}

export function createIngest(
  world: World,
  processes: Processes,
  views: IntakeViews,
  { translator, limits, poke, ...rest }: IngestOptions,
): Ingest {
  const { largeBodies, warmUp, stop } = createReading(world, { translator, limits });
  const findPrevious = previousIncidentOf(world);
  const silences = new SilenceCache(world, processes);
  const intake = new PayloadIntake(world, {
    findPrevious,
    largeBodies,
    silencesOf: (id) => silences.of(id),
    revisions: createRevisions(world),
    onWaiting: () => poke(waitingTaskName),
    ...rest,
  });
  const watermark = createWatermarkTask(world, processes, intake);
  const waiting = createWaitingTask(world, processes, views, intake);
  const recovery = createRecoveryTask(world, processes, views, intake);
  return {
    intake,
    tasks: [
      watermark,
      waiting,
      recovery,
      readAgainTask(world),
      forgetDeletedTask(world, rest.count),
    ],
    async start() {
      // After a crash, the others find where to start.
      await watermark.run(new AbortController().signal);
      // Before anything new comes in, so that what a crash left behind keeps its place.
      if (processes.exclusive())
        await recovery.run(new AbortController().signal).catch((error: unknown) => {
          world.log.error({ err: error }, 'payloads that a crash interrupted are applied later');
        });
    },
    warmUp,
    async stop() {
      await stop();
      await signOff(world, processes, intake);
    },
  };
}
