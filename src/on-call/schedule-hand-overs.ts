import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Ctx } from '../kernel/index.ts';
import { listResources, withIds } from '../resources/index.ts';
import { peopleAt, type Rota, stretches, stretchesFrom, unchangedUntil } from '../rota/index.ts';
import { rotaOfFacts, scheduleFacts } from './schedule-facts.ts';
import { historiesOf, type ScheduleHistory } from './schedule-history.ts';
import { type OnCallSchedule, scheduleKind } from './schedule-kind.ts';

/** The change for one person when shifts of a schedule change. */
export interface ScheduleHandOver {
  userId: string;
  at: number;
  /** Otherwise their shift ends. */
  begins: boolean;
  /** When the shift that begins ends; null when none begins, or when that is further away than anybody plans. */
  until: number | null;
}

const lookAhead = 62 * 86_400_000;

/**
 * Who begins and who ends between two instants, the first one not included, because time passes: what somebody changes
 * at these instants tells nobody. Pure.
 */
function handOversBySchedule(
  { periods, unplanned }: Pick<ScheduleHistory, 'periods' | 'unplanned'>,
  from: number,
): ScheduleHandOver[] {
  return periods.flatMap(({ start, end, plan }) => {
    const present = stretches(plan, start, end);
    return present.flatMap((stretch, index) => {
      const before = present[index - 1];
      const at = stretch.start;
      if (!before || at <= from || unplanned.has(at)) return [];
      const had = new Set(before.people.map(({ userId }) => userId));
      const has = new Set(stretch.people.map(({ userId }) => userId));
      const changed = [...new Set([...had, ...has])].filter((id) => had.has(id) !== has.has(id));
      if (changed.length === 0) return [];
      return changed.map((userId) => {
        const begins = has.has(userId);
        return { userId, at, begins, until: begins ? endOfShift(plan, userId, at) : null };
      });
    });
  });
}

function endOfShift(plan: Rota, userId: string, at: number): number | null {
  for (const { start, people } of stretchesFrom(plan, at, at + lookAhead))
    if (!people.some((one) => one.userId === userId)) return start;
  return null;
}

export interface ScheduleHandOvers {
  schedule: OnCallSchedule;
  handOvers: ScheduleHandOver[];
}

/** The result of a look at some schedules or teams. */
export interface Looked<HandOvers> {
  found: HandOvers[];
  /** By id: until when nothing can change who is on call. Those that are gone are missing. */
  unchangedUntil: Map<string, number>;
}

/**
 * The hand-overs of these schedules, after `from` and until now. The past is asked only of those where there may be
 * any.
 */
export async function scheduleHandOvers(
  ctx: Ctx,
  ids: readonly string[],
  from: Date,
): Promise<Looked<ScheduleHandOvers>> {
  const now = ctx.clock.now().getTime();
  // A moment more, so that a shift that begins at `from` is no shift that begins with the interval.
  const start = from.getTime() - 1;
  const { items } = await listResources(ctx, scheduleKind, withIds(ids));
  const facts = await scheduleFacts(ctx, items, new Date(start));
  const looked = facts.map((one) => ({ facts: one, rota: rotaOfFacts(one) }));
  const due = looked.filter(({ rota }) => peopleAt(rota, start).stableUntil <= now);
  const histories = await historiesOf(
    ctx,
    due.map((one) => one.facts),
    new Date(start),
    new Date(now + 1),
  );
  const found: ScheduleHandOvers[] = [];
  for (const one of histories) {
    found.push({ schedule: one.schedule, handOvers: handOversBySchedule(one, from.getTime()) });
    await turnOfOthers();
  }
  return {
    found,
    unchangedUntil: new Map(
      looked.map(({ facts: { schedule }, rota }) => [schedule.id, unchangedUntil(rota, now)]),
    ),
  };
}
