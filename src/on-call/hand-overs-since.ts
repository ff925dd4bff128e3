import { lastSequence } from '../audit/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { makeWay } from '../pace/index.ts';
import { resourceIds } from '../resources/index.ts';
import { dutyChangesSince } from './duty-changes.ts';
import { escalationsKind } from './escalations.ts';
import { type TeamHandOvers, teamHandOvers } from './hand-overs.ts';
import { type Looked, type ScheduleHandOvers, scheduleHandOvers } from './schedule-hand-overs.ts';
import { scheduleKind } from './schedule-kind.ts';

/** The facts that a process knows about who is on call in an organization. */
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
/** A portion takes a few milliseconds; others come in between. The store reads one while another is looked at. */
const portionSize = 20;
const portionsAtOnce = 2;

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
  while (due.length > 0 && !stopping.aborted) {
    const begun = performance.now();
    const portions = Array.from({ length: portionsAtOnce }, () => due.splice(0, portionSize));
    const some = portions.filter((ids) => ids.length > 0);
    const looked = await Promise.all(some.map((ids) => look(ctx, ids, from)));
    const found = looked.flatMap((one) => one.found);
    if (found.length > 0) yield found;
    for (const id of portions.flat()) known.delete(id);
    for (const { unchangedUntil } of looked)
      for (const [id, until] of unchangedUntil) known.set(id, until);
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
      ? await dutyChangesSince(ctx, known.sequence, new Date(known.lookedAt))
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
  const allDue = (ids: readonly string[]) =>
    new Map(ids.map((id) => [id, Number.NEGATIVE_INFINITY]));
  const teams = allDue(await resourceIds(ctx, escalationsKind));
  const schedules = allDue(await resourceIds(ctx, scheduleKind));
  return { sequence, listedAt: now, lookedAt: now, teams, schedules };
}
