import { lastSequence } from '../audit/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { makeWay } from '../pace/index.ts';
import type { ResourceKind } from '../resources/index.ts';
import { plainCollection } from '../store/index.ts';
import { dutyChangesSince } from './duty-changes.ts';
import { escalationsKind } from './escalations.ts';
import { type TeamHandOvers, teamHandOvers } from './hand-overs.ts';
import { type Looked, type ScheduleHandOvers, scheduleHandOvers } from './schedule-hand-overs.ts';
import { scheduleKind } from './schedule-kind.ts';

/** What a process knows of who is on call in an organization. */
interface Known {
  /** How far the audit log was read. */
  sequence: number;
  /** When everything was listed, and when somebody looked last. */
  listedAt: number;
  lookedAt: number;
  /** Until when nothing changes, by the id of a team with tiers, or of a schedule. */
  teams: Map<string, number>;
  schedules: Map<string, number>;
}

/** By organization. */
const nothingKnown = () => new Map<string, Known>();

/** Everything is looked at again once a day, and after a pause in which another process has looked. */
const listedMax = 86_400_000;
const pauseMax = 3_600_000;
/** What another process has just changed may be seen a moment later. */
const slackMilliseconds = 60_000;

/** A portion takes a few milliseconds; others come in between two. */
const portionSize = 25;
const pageSize = 1_000;

export type HandOvers = { teams: TeamHandOvers[] } | { schedules: ScheduleHandOvers[] };

/**
 * The hand-overs in an organization after `from` and until now, portion by portion; one counts as dealt with when the
 * next is asked for. Looks only at teams and schedules of which this process does not know that nothing changes: what
 * it knows ends with the next change by itself, or when the audit log tells of one by somebody.
 */
export async function* handOversSince(
  ctx: Ctx,
  from: Date,
  stopping: AbortSignal,
): AsyncGenerator<HandOvers> {
  const known = await knownOf(ctx);
  for await (const teams of dueOf(ctx, known.teams, teamHandOvers, from, stopping)) yield { teams };
  for await (const schedules of dueOf(ctx, known.schedules, scheduleHandOvers, from, stopping))
    yield { schedules };
}

async function* dueOf<Found>(
  ctx: Ctx,
  known: Map<string, number>,
  look: (ctx: Ctx, ids: readonly string[], from: Date) => Promise<Looked<Found>>,
  from: Date,
  stopping: AbortSignal,
): AsyncGenerator<Found[]> {
  const now = ctx.clock.now().getTime();
  const due = [...known].flatMap(([id, until]) => (until <= now ? id : []));
  for (let first = 0; first < due.length && !stopping.aborted; first += portionSize) {
    const ids = due.slice(first, first + portionSize);
    const begun = performance.now();
    const { found, unchangedUntil } = await look(ctx, ids, from);
    if (found.length > 0) yield found;
    for (const id of ids) {
      const until = unchangedUntil.get(id);
      if (until === undefined) known.delete(id);
      else known.set(id, until);
    }
    await makeWay(ctx, 'telling', performance.now() - begun);
  }
}

/** With what has changed since the last look as if it were due. */
async function knownOf(ctx: Ctx): Promise<Known> {
  const all = ctx.memory.of(nothingKnown);
  const known = all.get(ctx.organizationId);
  const now = ctx.clock.now().getTime();
  const changes =
    known && isUsable(known, now)
      ? await dutyChangesSince(ctx, known.sequence, new Date(known.lookedAt - slackMilliseconds))
      : null;
  if (!known || !changes) {
    const listed = await listAll(ctx, now);
    all.set(ctx.organizationId, listed);
    return listed;
  }
  for (const id of changes.teamIds) known.teams.set(id, Number.NEGATIVE_INFINITY);
  for (const id of changes.scheduleIds) known.schedules.set(id, Number.NEGATIVE_INFINITY);
  known.sequence = changes.sequence;
  known.lookedAt = now;
  return known;
}

/** A clock that was set back makes what is known of what was to come the past. */
function isUsable({ listedAt, lookedAt }: Known, now: number): boolean {
  return now >= lookedAt && now - lookedAt <= pauseMax && now - listedAt <= listedMax;
}

/** Everything is due. */
async function listAll(ctx: Ctx, now: number): Promise<Known> {
  const sequence = await lastSequence(ctx, ctx.organizationId);
  const [teams, schedules] = await Promise.all([
    allDue(ctx, escalationsKind),
    allDue(ctx, scheduleKind),
  ]);
  return { sequence, listedAt: now, lookedAt: now, teams, schedules };
}

async function allDue<Wire, Internal>(
  { store, organizationId }: Ctx,
  kind: ResourceKind<Wire, Internal>,
): Promise<Map<string, number>> {
  const found = plainCollection(kind.model(store))
    .find({ organizationId }, { batchSize: pageSize })
    .project<{ _id: string }>({ _id: 1 });
  const ids = new Map<string, number>();
  for await (const { _id } of found) ids.set(_id, Number.NEGATIVE_INFINITY);
  return ids;
}
