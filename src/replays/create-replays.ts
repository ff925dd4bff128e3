import { hash } from 'node:crypto';
import { recordAudit } from '../audit/index.ts';
import type { Catalogue } from '../catalogue/index.ts';
import type { Intake } from '../ingest/index.ts';
import { integrationKind } from '../integrations/index.ts';
import {
  AppError,
  type Ctx,
  horizonOf,
  invalidField,
  orderedId,
  type Retention,
  type World,
} from '../kernel/index.ts';
import { getResource } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import {
  type ChannelSource,
  type ConfigurationChange,
  loadSnapshot,
  snapshotAfter,
} from '../stage/index.ts';
import { type ReplayRun, replayQueue, replayRuns } from './model.ts';
import { nothingHeard, runNoiseReport } from './noise/run-noise-report.ts';
import type { PastRange } from './past.ts';
import { type RunParts, runReplay } from './run-replay.ts';
import { demandReader, getRun, type SeenRun } from './runs.ts';

/** Which time is gone through, and what of it. */
export interface NoiseRequest {
  /** When it begins, or how many days before its end. */
  from: Date | number;
  /** Null: now. */
  until: Date | null;
  /** Null: all. */
  integrationIds: readonly string[] | null;
}

export interface ReplayRequest extends NoiseRequest {
  changes: readonly ConfigurationChange[];
  people: PastRange['people'];
  asItWas: boolean;
}

export interface Replays {
  /** Asks for a replay, which goes on after the answer. Throws 400 for changes that would be refused, and 429. */
  create(ctx: Ctx, request: ReplayRequest): Promise<SeenRun>;
  /** Asks for a replay of what is set up that says what woke people, and what would wake them less. Throws 429. */
  createNoiseReport(ctx: Ctx, request: NoiseRequest): Promise<SeenRun>;
  /** Whatever runs here ends, and says so. */
  stop(): Promise<void>;
}

export interface ReplaysParts {
  world: World;
  catalogue: Catalogue;
  intake: Pick<Intake, 'largeBodies'>;
  channels: ChannelSource;
  retention: Retention;
  /** Nobody else uses the store: what it says to run does not run any more. */
  isAlone?: true;
}

/** A noise report is a replay of this. */
const asSetUp = { changes: [], people: 'asTheyDid', asItWas: false } as const;

/** The number of changed objects that are named. */
const changedMax = 20;

/** Replays of this server; of one organization one after the other, whichever server runs them. */
export function createReplays(parts: ReplaysParts): Replays {
  const { world } = parts;
  const going = new Set<Promise<void>>();
  let running = 0;
  let isStopping = false;
  const shared: RunParts = { ...parts, share: () => 1 / Math.max(1, running) };

  /** Makes a run and begins it, or lets it wait for its turn. */
  async function begin(ctx: Ctx, run: ReplayRun, prepare: Prepare): Promise<SeenRun> {
    // A request that would be refused is refused at once, however long it would wait.
    const now = await prepare();
    if (!parts.isAlone) await replayQueue.demandPlace(ctx);
    await replayRuns.add(world, run);
    await recordAudit(ctx, auditNoteOf(run));
    if (parts.isAlone) await replayRuns.begin(world, run._id);
    const isFirst = parts.isAlone || (await replayQueue.begins(world, run));
    // One that has to wait reads again: what it read would be old by then, and it is large.
    const done = goOn(run, isFirst ? now : null, prepare);
    going.add(done);
    void done.finally(() => going.delete(done));
    return getRun(ctx, run._id);
  }

  /** Never rejects: whatever becomes of it is in the run. */
  async function goOn(run: ReplayRun, now: Running | null, prepare: Prepare): Promise<void> {
    const begun = now ?? (await waited(run, prepare));
    if (!begun) return;
    running += 1;
    await begun(() => isStopping);
    running -= 1;
  }

  /** Null: it has ended before its turn came. */
  async function waited(run: ReplayRun, prepare: Prepare): Promise<Running | null> {
    const heartbeat = replayRuns.beat(world, run._id);
    let end: Partial<ReplayRun>;
    try {
      await replayQueue.turnOf(world, run, () => isStopping || heartbeat.isCancelled);
      const begun = isStopping || heartbeat.isCancelled ? null : await prepare();
      await heartbeat.stop();
      if (begun) return begun;
      end = heartbeat.isCancelled ? { state: 'Cancelled' } : stoppedBy(say('runServerEnded'));
    } catch (err) {
      await heartbeat.stop();
      // While it waited, what is changed was changed by others.
      const isRefused = err instanceof AppError;
      if (!isRefused) world.log.error({ err, replayId: run._id }, 'a replay has ended early');
      end = stoppedBy(isRefused ? err.said.detail : say('runBroke'));
    }
    await replayRuns.note(world, run._id, end).catch(() => null);
    return null;
  }

  const presentOf = (ctx: Ctx) => loadSnapshot(world, ctx.organizationId, parts.channels);
  async function runFor(ctx: Ctx, asked: ReplayRequest): Promise<ReplayRun> {
    demandReader(ctx);
    const run = newRun(ctx, asked, rangeOf(parts, ctx, asked));
    for (const id of asked.integrationIds ?? []) await getResource(ctx, integrationKind, id);
    return run;
  }

  return {
    async create(ctx, request) {
      const { changes, integrationIds, asItWas } = request;
      const run = await runFor(ctx, request);
      return begin(ctx, run, async () => {
        const present = await presentOf(ctx);
        const { snapshot: changed, ids: newIds } = await snapshotAfter(ctx, present, changes);
        // Without a change all are played, to see how much of what was sent that reproduces.
        const others = changes.length > 0 ? 'counted' : 'played';
        const given = { present, changed, newIds, integrationIds, asItWas, others } as const;
        return (isEnding) => runReplay(shared, run, given, isEnding);
      });
    },
    async createNoiseReport(ctx, request) {
      const { integrationIds } = request;
      const run = await runFor(ctx, { ...request, ...asSetUp });
      run.noise = nothingHeard;
      return begin(ctx, run, async () => {
        const present = await presentOf(ctx);
        return (isEnding) => runNoiseReport(shared, run, { present, integrationIds }, isEnding);
      });
    },
    async stop() {
      isStopping = true;
      await Promise.all(going);
    },
  };
}

function stoppedBy(reason: Sentence): Partial<ReplayRun> {
  return { state: 'Stopped', reason };
}

/** Reads what is set up. Throws for changes that would be refused. */
type Prepare = () => Promise<Running>;

/** Goes on until it is over, or ends early where the server does. */
type Running = (isEnding: () => boolean) => Promise<void>;

/** The part of the requested time for which payloads are kept. Throws if it is empty. */
function rangeOf(
  { retention }: ReplaysParts,
  ctx: Ctx,
  { from: asked, until, people }: ReplayRequest,
): PastRange & { isCut: boolean } {
  const now = ctx.clock.now();
  const horizon = horizonOf(retention, 'payloads', now);
  // Payloads of this very moment are part of it.
  const end = until === null || until > now ? new Date(now.getTime() + 1) : until;
  const from = typeof asked === 'number' ? new Date(end.getTime() - asked * 86_400_000) : asked;
  const isCut = from < horizon;
  const begin = isCut ? horizon : from;
  if (begin >= end) throw invalidField('from', say('replayFromNotBefore'));
  return { from: begin, until: end, people, isCut };
}

function newRun(
  ctx: Ctx,
  { changes, asItWas }: ReplayRequest,
  range: PastRange & { isCut: boolean },
): ReplayRun {
  const now = ctx.clock.now();
  return {
    _id: orderedId(now.getTime()),
    organizationId: ctx.organizationId,
    createdAt: now,
    ...range,
    ...(asItWas && { asItWas }),
    changesHash: hash('sha256', JSON.stringify(changes), 'base64url'),
    changes: changes.length,
    changed: changes
      .slice(0, changedMax)
      .map(({ action, entityType, id }) => ({ action, entityType, id })),
    state: 'Waiting',
    reason: null,
    seenAt: now,
    reachedAt: range.from,
    payloads: 0,
    alerts: 0,
    ...{ compared: 0, couldNotDiffer: 0, different: 0, openBefore: 0 },
    kinds: {},
    groups: [],
    calibration: null,
    noise: null,
  };
}

function auditNoteOf({ _id, from, until, people, asItWas, changes, noise }: ReplayRun) {
  return {
    action: noise ? 'noise-report.create' : 'replay.create',
    entityType: 'Replay',
    entityId: _id,
    changes: Object.entries({
      from: from.toISOString(),
      until: until.toISOString(),
      people,
      changes,
      ...(asItWas && { asItWas }),
    }).map(([path, after]) => ({ path, after })),
  };
}

/** Asks it to stop, which it does within seconds. Throws 404. */
export async function cancelRun(ctx: Ctx, id: string): Promise<SeenRun> {
  await getRun(ctx, id);
  await replayRuns.cancel(ctx, id);
  await recordAudit(ctx, {
    action: 'replay.cancel',
    entityType: 'Replay',
    entityId: id,
    changes: [],
  });
  return getRun(ctx, id);
}
