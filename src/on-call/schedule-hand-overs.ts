import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { peopleAt, stretches } from '../rota/index.ts';
import { rotaOfFacts, scheduleFacts } from './schedule-facts.ts';
import { type ScheduleHistory, scheduleHistories } from './schedule-history.ts';
import { type OnCallSchedule, scheduleKind } from './schedule-kind.ts';

/** What changes for one person when shifts of a schedule change. */
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
export function handOversBySchedule(
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
      const ahead = stretches(plan, at, at + lookAhead);
      return changed.map((userId) => {
        const begins = has.has(userId);
        const last = ahead.find(({ people }) => !people.some((one) => one.userId === userId));
        return { userId, at, begins, until: begins ? (last?.start ?? null) : null };
      });
    });
  });
}

export interface ScheduleHandOvers {
  schedule: OnCallSchedule;
  handOvers: ScheduleHandOver[];
}

/**
 * The hand-overs of the schedules that teams own, after `from` and until now. The past is asked only of schedules where
 * there may be any.
 */
export async function scheduleHandOversBetween(
  ctx: Ctx,
  teamIds: readonly string[],
  from: Date,
): Promise<ScheduleHandOvers[]> {
  const now = ctx.clock.now().getTime();
  // A moment more, so that a shift that begins at `from` is no shift that begins with the interval.
  const start = from.getTime() - 1;
  const { items } = await listResources(ctx, scheduleKind, { teamId: { $in: [...teamIds] } });
  if (items.length === 0) return [];
  const facts = await scheduleFacts(ctx, items, new Date(start));
  const due = facts.flatMap((one) =>
    peopleAt(rotaOfFacts(one), start).stableUntil <= now ? [one.schedule] : [],
  );
  if (due.length === 0) return [];
  const histories = await scheduleHistories(ctx, due, new Date(start), new Date(now + 1));
  return histories.map((one) => ({
    schedule: one.schedule,
    handOvers: handOversBySchedule(one, from.getTime()),
  }));
}
