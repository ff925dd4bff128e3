import type { OutboundClient } from '../egress/index.ts';
import { systemContext, type Task, type World } from '../kernel/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { driverCollection, insertMissing } from '../store/index.ts';
import { allRuns } from './all-runs.ts';
import { askOf } from './ask-product.ts';
import { keepLog } from './keep-log.ts';
import { type ShadowReading, shadowReadingModel } from './model.ts';
import { LogUnread } from './product-log.ts';
import { logOf } from './product-logs.ts';
import type { ShadowRun } from './shadow-run-kind.ts';

/** The overlap with the last reading, for entries that came in late. */
const overlapMilliseconds = 5 * 60_000;
/** The longest pause. A failing log is asked again after as long as it has failed, at least a minute. */
const pauseMax = 15 * 60_000;
const minute = 60_000;

/** Reads on in the log of the other product, of each run that is in shadow or live. */
export function readLogsTask(
  world: World,
  outbound: OutboundClient,
  restMilliseconds?: number,
): Task {
  const readings = () => driverCollection(shadowReadingModel(world.store));

  async function readOn(run: ShadowRun, stopping: AbortSignal): Promise<void> {
    const { id: _id, organizationId, createdAt } = run;
    await insertMissing(readings(), [newReading(run)]);
    const reading = await readings().findOne({ _id });
    const now = world.clock.now();
    if (!reading || reading.nextAt > now) return;
    const since = new Date(reading.mark.getTime() - overlapMilliseconds);
    const product = logOf(run.wire);
    const ctx = systemContext(world, organizationId);
    try {
      const ask = askOf(outbound, run, { stopping, restMilliseconds });
      for await (const { alerts, until } of product.read(
        ask,
        since < createdAt ? createdAt : since,
        now,
      )) {
        await keepLog(ctx, _id, alerts);
        if (until > reading.mark) await readings().updateOne({ _id }, { $set: { mark: until } });
        if (stopping.aborted) return;
      }
      const nextAt = new Date(now.getTime() + (run.wire.pollSeconds ?? 60) * 1000);
      await note(_id, { nextAt, readAt: now, failingSince: null, problem: null });
    } catch (error) {
      if (!(error instanceof LogUnread)) throw error;
      if (stopping.aborted) return;
      const failingSince = reading.failingSince ?? now;
      const nextAt = new Date(now.getTime() + waitAfter(error, failingSince, now));
      await note(_id, { nextAt, failingSince, problem: error.sentence });
    }
  }

  function note(_id: string, change: Partial<ShadowReading>): Promise<unknown> {
    return readings().updateOne({ _id }, { $set: change });
  }

  return {
    name: 'read-shadow-logs',
    everySeconds: 10,
    async run(stopping) {
      const now = world.clock.now();
      const due = (await allRuns(world)).filter(({ wire }) => isRead(wire, now));
      const ended = await Promise.allSettled(due.map((run) => readOn(run, stopping)));
      const [failed] = ended.filter((one) => one.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}

function isRead({ state, until }: ShadowRun['wire'], now: Date): boolean {
  return state !== 'Paused' && now.getTime() < Date.parse(until);
}

function newReading({ id, organizationId, createdAt }: ShadowRun): ShadowReading {
  return {
    _id: id,
    organizationId,
    mark: createdAt,
    nextAt: createdAt,
    readAt: null,
    failingSince: null,
    problem: null,
  };
}

function waitAfter({ retryAfterSeconds }: LogUnread, failingSince: Date, now: Date): number {
  if (retryAfterSeconds !== null) return Math.min(retryAfterSeconds * 1000, pauseMax);
  return Math.min(Math.max(now.getTime() - failingSince.getTime(), minute), pauseMax);
}

/** How the reading of a log is doing. */
export interface LogState {
  readAt: Date | null;
  /** Null before the first time. */
  readUntil: Date | null;
  failingSince: Date | null;
  problem: Sentence | null;
}

const unread: LogState = { readAt: null, readUntil: null, failingSince: null, problem: null };

/** How the logs of these runs are doing, by the id of the run. */
export async function logStates(
  world: World,
  runs: readonly Pick<ShadowRun, 'id'>[],
): Promise<(id: string) => LogState> {
  const found = await driverCollection(shadowReadingModel(world.store))
    .find({ _id: { $in: runs.map(({ id }) => id) } })
    .toArray();
  const states = new Map(
    found.map(({ _id, mark, ...state }) => [_id, { ...state, readUntil: mark }]),
  );
  return (id) => states.get(id) ?? unread;
}
