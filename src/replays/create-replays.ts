import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
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
import { say } from '../sentences/index.ts';
import {
  type ChannelSource,
  type ConfigurationChange,
  loadSnapshot,
  snapshotAfter,
} from '../stage/index.ts';
import { type ReplayRun, replayRuns } from './model.ts';
import { nothingHeard, runNoiseReport } from './noise/run-noise-report.ts';
import type { PastRange } from './past.ts';
import { runReplay } from './run-replay.ts';
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
  /** Begins a replay, which goes on after the answer. Throws 400 for changes that would be refused, and 409. */
  create(ctx: Ctx, request: ReplayRequest): Promise<SeenRun>;
  /** Begins a replay of what is set up that says what woke people, and what would wake them less. Throws 409. */
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

const patienceMilliseconds = 3000;
/** The number of changed objects that are named. */
const changedMax = 20;

/** Replays of this server, one at a time in the whole store. */
export function createReplays(parts: ReplaysParts): Replays {
  const { world } = parts;
  let current: Promise<void> | null = null;
  let isStopping = false;

  /** Waits for its place, makes a run and begins it. */
  const begin = async (
    ctx: Ctx,
    asked: ReplayRequest,
    prepare: (run: ReplayRun) => Promise<Running>,
  ) => {
    demandReader(ctx);
    const run = newRun(ctx, asked, rangeOf(parts, ctx, asked));
    for (const id of asked.integrationIds ?? []) await getResource(ctx, integrationKind, id);
    // Most are over in a moment.
    const patience = pause(patienceMilliseconds, 'over', { ref: false });
    while (current) if ((await Promise.race([current, patience])) === 'over') break;
    if (isStopping || current) throw new AppError('conflict', say('replayGoesOn'));
    const done = Promise.withResolvers<void>();
    current = done.promise;
    const end = () => {
      current = null;
      done.resolve();
    };
    try {
      const isElsewhere = !parts.isAlone && (await replayRuns.isAnyRunning(world));
      if (isElsewhere) throw new AppError('conflict', say('replayGoesOn'));
      const goOn = await prepare(run);
      await replayRuns.add(world, run);
      await recordAudit(ctx, auditNoteOf(run));
      void goOn(() => isStopping).finally(end);
      return await getRun(ctx, run._id);
    } catch (error) {
      end();
      throw error;
    }
  };
  const presentOf = (ctx: Ctx) => loadSnapshot(world, ctx.organizationId, parts.channels);

  return {
    create: (ctx, request) =>
      begin(ctx, request, async (run) => {
        const { changes, integrationIds, asItWas } = request;
        const present = await presentOf(ctx);
        const { snapshot: changed } = await snapshotAfter(ctx, present, changes);
        // Without a change all are played, to see how much of what was sent that reproduces.
        const others = changes.length > 0 ? 'counted' : 'played';
        const given = { present, changed, integrationIds, asItWas, others } as const;
        return (isEnding) => runReplay(parts, run, given, isEnding);
      }),
    createNoiseReport: (ctx, request) =>
      begin(ctx, { ...request, ...asSetUp }, async (run) => {
        const { integrationIds } = request;
        const present = await presentOf(ctx);
        run.noise = nothingHeard;
        return (isEnding) => runNoiseReport(parts, run, { present, integrationIds }, isEnding);
      }),
    async stop() {
      isStopping = true;
      await current;
    },
  };
}

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
    state: 'Running',
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
