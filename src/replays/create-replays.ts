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
  systemContext,
  type World,
} from '../kernel/index.ts';
import { getResource } from '../resources/index.ts';
import type { RunState } from '../runs/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import {
  type ChannelSource,
  type ConfigurationChange,
  loadSnapshot,
  type Snapshot,
  snapshotAfter,
} from '../stage/index.ts';
import type { Divergence } from './first-divergence.ts';
import { Found } from './found.ts';
import { type ReplayRun, replayRuns } from './model.ts';
import type { PastRange } from './past.ts';
import { type Done, replayPast } from './replay-past.ts';
import { demandReader, getRun, type SeenRun } from './runs.ts';

export interface ReplayRequest {
  changes: readonly ConfigurationChange[];
  /** When it begins, or how many days before its end. */
  from: Date | number;
  /** Null: now. */
  until: Date | null;
  /** Null: all. */
  integrationIds: readonly string[] | null;
  people: PastRange['people'];
}

export interface Replays {
  /** Begins a replay, which goes on after the answer. Throws 400 for changes that would be refused, and 409. */
  create(ctx: Ctx, request: ReplayRequest): Promise<SeenRun>;
  /** Whatever runs here ends, and says so. */
  stop(): Promise<void>;
}

export interface ReplaysParts {
  world: World;
  catalogue: Catalogue;
  intake: Intake;
  channels: ChannelSource;
  retention: Retention;
}

/** How often it says how far it has come. */
const beatMilliseconds = 500;
const patienceMilliseconds = 3000;
/** So many of the objects that are changed are named. */
const changedMax = 20;
/** So many findings are stored at once. */
const flushedMax = 500;

/** Replays of this server, one at a time in the whole store. */
export function createReplays(parts: ReplaysParts): Replays {
  const { world } = parts;
  let current: Promise<void> | null = null;
  let isStopping = false;

  return {
    async create(ctx, request) {
      demandReader(ctx);
      const range = rangeOf(parts, ctx, request);
      for (const id of request.integrationIds ?? []) await getResource(ctx, integrationKind, id);
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
        if (await replayRuns.isAnyRunning(world))
          throw new AppError('conflict', say('replayGoesOn'));
        const present = await loadSnapshot(world, ctx.organizationId, parts.channels);
        const { snapshot: changed } = await snapshotAfter(ctx, present, request.changes);
        const run = newRun(ctx, request, range);
        await replayRuns.add(world, run);
        await recordAudit(ctx, auditNoteOf(run));
        void runReplay(parts, run, { present, changed, ...request }, () => isStopping).finally(end);
        return await getRun(ctx, run._id);
      } catch (error) {
        end();
        throw error;
      }
    },
    async stop() {
      isStopping = true;
      await current;
    },
  };
}

/** What is kept of the time that is asked for. */
function rangeOf(
  { retention }: ReplaysParts,
  ctx: Ctx,
  { from: asked, until, people }: ReplayRequest,
): PastRange & { isCut: boolean } {
  const now = ctx.clock.now();
  const horizon = horizonOf(retention, 'payloads', now);
  // What came in at this very moment is part of it.
  const end = until === null || until > now ? new Date(now.getTime() + 1) : until;
  const from = typeof asked === 'number' ? new Date(end.getTime() - asked * 86_400_000) : asked;
  const isCut = from < horizon;
  const begin = isCut ? horizon : from;
  if (begin >= end) throw invalidField('from', say('replayFromNotBefore'));
  return { from: begin, until: end, people, isCut };
}

function newRun(
  ctx: Ctx,
  { changes }: ReplayRequest,
  range: PastRange & { isCut: boolean },
): ReplayRun {
  const now = ctx.clock.now();
  return {
    _id: orderedId(now.getTime()),
    organizationId: ctx.organizationId,
    createdAt: now,
    ...range,
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
  };
}

function auditNoteOf({ _id, from, until, people, changes }: ReplayRun) {
  return {
    action: 'replay.create',
    entityType: 'Replay',
    entityId: _id,
    changes: Object.entries({
      from: from.toISOString(),
      until: until.toISOString(),
      people,
      changes,
    }).map(([path, after]) => ({ path, after })),
  };
}

type Given = Pick<ReplayRequest, 'integrationIds'> & { present: Snapshot; changed: Snapshot };

/** Never rejects: whatever becomes of it is in the run. */
async function runReplay(
  parts: ReplaysParts,
  run: ReplayRun,
  given: Given,
  isStopping: () => boolean,
): Promise<void> {
  const { world } = parts;
  const found = new Found(world, run, nameIn([given.changed, given.present]));
  const note = (more: Partial<ReplayRun>) =>
    replayRuns.note(world, run._id, { ...found.summary(), ...more });
  let end: { state: RunState; reason: Sentence | null } = { state: 'Done', reason: null };
  let beatAt = 0;
  const goesOn = async (reachedAt: Date, { payloads, alerts, counts }: Done): Promise<boolean> => {
    const isFull = found.waiting > flushedMax;
    if (isFull) {
      await found.flush(reachedAt);
      // As much as is stored: whoever asks meanwhile sees it, and so they do where the server does not survive it.
      await note({ payloads, alerts, ...counts, reachedAt });
    }
    if (isStopping()) end = { state: 'Stopped', reason: say('replayServerEnded') };
    else if (performance.now() > beatAt) {
      beatAt = performance.now() + beatMilliseconds;
      const stored = await replayRuns.note(world, run._id, {
        seenAt: world.clock.now(),
        reachedAt,
        payloads,
        alerts,
      });
      if (!stored || stored.isCancelled) end = { state: 'Cancelled', reason: null };
    }
    return end.state === 'Done';
  };
  try {
    const ctx = systemContext(world, run.organizationId);
    const { from, until, people } = run;
    const input = { ...given, from, until, people };
    const listener = {
      difference: (one: Parameters<Found['difference']>[0]) => found.difference(one),
      ended: (one: Parameters<Found['ended']>[0]) => found.ended(one),
      goesOn,
    };
    const { payloads, alerts, counts, stoppedAt } = await replayPast(ctx, parts, input, listener);
    await found.flush(stoppedAt ?? until);
    if (stoppedAt && end.state === 'Done')
      end = { state: 'Stopped', reason: say('replayTooManyOpen') };
    const calibration = found.calibration(given.present);
    const reachedAt = stoppedAt ?? until;
    await note({ payloads, alerts, ...counts, calibration, reachedAt, ...end });
  } catch (err) {
    world.log.error({ err, replayId: run._id }, 'a replay has ended early');
    // Where the store is gone, whoever reads the run sees that nobody says any more that it runs.
    await note({ state: 'Stopped', reason: say('replayBroke') }).catch(() => null);
  }
}

/** Names of objects, as they are in the first of the snapshots that has one. People are not named. */
function nameIn(snapshots: readonly Snapshot[]) {
  return ({ entityType, id }: Divergence): string | null => {
    if (entityType === 'User') return null;
    const kind = holders[entityType] ?? entityType;
    for (const { resources } of snapshots) {
      const wire = resources.get(kind)?.get(id)?.wire;
      if (wire && 'displayName' in wire && typeof wire.displayName === 'string')
        return wire.displayName;
    }
    return null;
  };
}

/** Settings that have the id of the object that they belong to. */
const holders: Readonly<Record<string, string>> = {
  TeamEscalations: 'Team',
  InboundIntegrationMapping: 'InboundIntegration',
};

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
