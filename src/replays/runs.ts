import { type Ctx, invalidField, notFound } from '../kernel/index.ts';
import { canEditTeam } from '../resources/index.ts';
import type { RunPage } from '../runs/index.ts';
import { refusal, say } from '../sentences/index.ts';
import type { DifferenceKind } from './compare-incidents.ts';
import {
  type NoiseReport,
  type ReplayRun,
  replayDifferenceModel,
  replayQueue,
  replayRuns,
  type StoredDifference,
} from './model.ts';

/** A replay, as far as somebody may see what it found. */
export interface SeenRun extends Omit<ReplayRun, '_id' | 'noise'> {
  id: string;
  /** Differences that they may not see. */
  hidden: number;
  noise: SeenNoise | null;
  /** While it waits: how many of the organization come first, and whether those of others do. */
  ahead: number;
  isBehindOthers: boolean;
}

export interface SeenNoise extends NoiseReport {
  /** Sources and what-ifs that they may not see. */
  hidden: number;
}

export interface SeenDifference extends Omit<StoredDifference, '_id'> {
  id: string;
}

/** The replay, as far as the actor may see what it found; 404 for one that is not there. */
export async function getRun(ctx: Ctx, id: string): Promise<SeenRun> {
  const run = await replayRuns.get(ctx, id);
  if (ctx.teams.see !== 'all' && ctx.teams.see.length === 0) throw notFound('Replay', id);
  demandReader(ctx);
  const { own, isBehindOthers } =
    run.state === 'Waiting' ? await replayQueue.aheadOf(ctx, run) : notWaiting;
  return { ...seenBy(ctx, run), ahead: own.length, isBehindOthers };
}

const notWaiting = { own: [], isBehindOthers: false };

function seenBy(ctx: Ctx, run: ReplayRun): SeenRun {
  const groups = run.groups.filter(({ teamIds }) => mayRead(ctx, teamIds));
  const hidden = run.groups
    .filter(({ teamIds }) => !mayRead(ctx, teamIds))
    .reduce((sum, { count }) => sum + count, 0);
  const { _id, ...seen } = run;
  const noise = run.noise ? seenNoise(ctx, run.noise) : null;
  // A list does not say what one waits for.
  return { ...seen, id: _id, groups, hidden, noise, ahead: 0, isBehindOthers: false };
}

function seenNoise(ctx: Ctx, noise: NoiseReport): SeenNoise {
  const isSeen = ({ teamIds }: { teamIds: readonly string[] }) => mayRead(ctx, teamIds);
  const [sources, whatIfs] = [noise.sources.filter(isSeen), noise.whatIfs.filter(isSeen)];
  const left = noise.sources.length - sources.length + noise.whatIfs.length - whatIfs.length;
  return { ...noise, sources, whatIfs, hidden: left };
}

/**
 * Findings, which may be long. Lists leave these members out and keep counts by team, which decide who may see a run.
 */
const details = [
  ...['groups.kinds', 'groups.cause', 'groups.exampleIds'],
  ...['noise.whatIfs.changes', 'noise.whatIfs.code', 'noise.whatIfs.workedOnExamples'],
];

/** Replays of the organization, the latest first; none for who may read payloads of no team. */
export async function listRuns(
  ctx: Ctx,
  page: RunPage,
): Promise<{ runs: SeenRun[]; hasMore: boolean }> {
  if (!isReader(ctx)) return { runs: [], hasMore: false };
  const { runs, hasMore } = await replayRuns.list(ctx, page, details);
  return { runs: runs.map((run) => seenBy(ctx, run)), hasMore };
}

/** Differences of a replay that the actor may see, in the order in which they were found. Throws 404. */
export async function listDifferences(
  ctx: Ctx,
  runId: string,
  {
    kind,
    ids,
    cursor,
    limit,
  }: {
    kind: DifferenceKind | undefined;
    ids: readonly string[] | undefined;
    cursor: string | undefined;
    limit: number;
  },
): Promise<{ differences: SeenDifference[]; nextCursor: string | null }> {
  await getRun(ctx, runId);
  const after = cursor === undefined ? 0 : placeIn(cursor);
  const { edit } = ctx.teams;
  const found = await replayDifferenceModel(ctx.store)
    .find({
      runId,
      organizationId: ctx.organizationId,
      place: { $gt: after },
      ...(kind === undefined ? {} : { kinds: kind }),
      ...(ids === undefined ? {} : { _id: { $in: [...ids] } }),
      ...(edit === 'all' ? {} : { teamIds: { $not: { $elemMatch: { $nin: [...edit] } } } }),
    })
    .sort({ place: 1 })
    .limit(limit + 1)
    .lean<StoredDifference[]>();
  const differences = found.slice(0, limit);
  const last = differences.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  const seen = differences.map(({ _id, ...one }) => ({ ...one, id: _id }));
  return { differences: seen, nextCursor: hasMore ? cursorOf(last.place) : null };
}

/** Throws 403 for who may read payloads of no team. */
export function demandReader(ctx: Ctx): void {
  if (!isReader(ctx)) throw refusal('forbidden', say('teamRoleNeeded'));
}

function isReader({ teams: { edit } }: Ctx): boolean {
  return edit === 'all' || edit.length > 0;
}

/** Payloads may hold secrets: who may not edit a team sees nothing that came of them. */
function mayRead(ctx: Ctx, teamIds: readonly string[]): boolean {
  return teamIds.every((id) => canEditTeam(ctx, id));
}

function cursorOf(place: number): string {
  return Buffer.from(JSON.stringify(['replay', place])).toString('base64url');
}

function placeIn(cursor: string): number {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(parsed) && parsed[0] === 'replay' && Number.isSafeInteger(parsed[1]))
      return Number(parsed[1]);
  } catch {
    // Falls through to the one answer for every wrong cursor.
  }
  throw invalidField('Cursor', say('notACursor'));
}
