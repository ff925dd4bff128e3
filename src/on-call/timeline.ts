import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Reason } from '../rota/index.ts';
import {
  type Stretch,
  sliceOf,
  stretchesOf,
  type TeamPlan,
  tierCount,
  timesWithout,
  withoutOverrides,
} from './duty.ts';

/** Why somebody is on call: by a schedule, by an override, or because nobody else is in tier 1. */
export type ShiftOrigin = 'Schedule' | 'Override' | 'FillUp';

export interface TimelineInterval {
  start: number;
  end: number;
}

export interface TimelineShift extends TimelineInterval {
  userId: string;
  origin: ShiftOrigin;
  /** The schedule of a step of a policy that put them on call; null: another reason. */
  scheduleId: string | null;
  /** The parts of the schedule that put them on call. */
  reasons: Reason[] | null;
}

export interface TimelineTier {
  /** 1 is the first. */
  tier: number;
  /** In order of their starts. */
  shifts: TimelineShift[];
  /** Whom a schedule names and an override has taken off. */
  absences: (TimelineInterval & { userId: string })[];
  gaps: TimelineInterval[];
}

export interface Timeline {
  tiers: TimelineTier[];
  /** Nobody is on call in any tier. */
  gaps: TimelineInterval[];
}

/**
 * Who is on call between two instants and why, tier by tier, over periods with a plan each that follow each other.
 * Agrees with `dutiesIn`, which does not tell why.
 */
export async function timelineOf(
  periods: readonly (TimelineInterval & { plan: TeamPlan })[],
): Promise<Timeline> {
  const lines = new Lines();
  for (const { start: from, end: until, plan } of periods) {
    lines.demandTiers(tierCount(plan));
    const scheduled = withoutOverrides(plan);
    const slice = sliceOf(plan);
    for (let start = from; start < until; start += slice) {
      const end = Math.min(start + slice, until);
      lines.add(stretchesOf(plan, start, end), stretchesOf(scheduled, start, end));
      await turnOfOthers();
    }
  }
  const span = { start: periods[0]?.start ?? 0, end: periods.at(-1)?.end ?? 0 };
  const tiers = lines.tiers.map((tier) => ({ ...tier, gaps: timesWithout(tier.shifts, span) }));
  const all = tiers.flatMap(({ shifts }) => shifts);
  return { tiers, gaps: timesWithout(all, span) };
}

/** Gathers stretches tier by tier; what goes on after a cut stays one. */
class Lines {
  readonly tiers: Omit<TimelineTier, 'gaps'>[] = [];
  private readonly running = new Map<string, TimelineInterval>();

  demandTiers(count: number): void {
    while (this.tiers.length < count)
      this.tiers.push({ tier: this.tiers.length + 1, shifts: [], absences: [] });
  }

  /** Both cover the same time without a gap. */
  add(actual: readonly Stretch[], scheduled: readonly Stretch[]): void {
    let place = 0;
    for (const stretch of actual) {
      for (let plan = scheduled[place]; plan && plan.start < stretch.end; plan = scheduled[place]) {
        const start = Math.max(stretch.start, plan.start);
        const end = Math.min(stretch.end, plan.end);
        this.addPiece({ start, end }, stretch, plan);
        if (plan.end > stretch.end) break;
        place += 1;
      }
    }
  }

  private addPiece(time: TimelineInterval, actual: Stretch, planned: Stretch): void {
    const { tiers, fillUp } = actual;
    this.demandTiers(tiers.length);
    for (const { tier, shifts, absences } of this.tiers) {
      const onDuty = tiers[tier - 1] ?? [];
      const named = planned.tiers[tier - 1] ?? [];
      for (const userId of onDuty) {
        const origin = named.includes(userId) ? 'Schedule' : 'Override';
        const source = sourceOf(actual, tier, userId);
        this.join(`${tier} ${userId} ${origin} ${JSON.stringify(source)}`, time, () =>
          push(shifts, { userId, origin, ...source, ...time }),
        );
      }
      for (const userId of tier === 1 ? fillUp : []) {
        const source = sourceOf(actual, tiers.indexOf(fillUp) + 1, userId);
        this.join(`${tier} ${userId} FillUp ${JSON.stringify(source)}`, time, () =>
          push(shifts, { userId, origin: 'FillUp', ...source, ...time }),
        );
      }
      for (const userId of named.filter((one) => !onDuty.includes(one)))
        this.join(`${tier} ${userId}`, time, () => push(absences, { userId, ...time }));
    }
  }

  private join(key: string, { start, end }: TimelineInterval, begin: () => TimelineInterval): void {
    const present = this.running.get(key);
    if (present?.end === start) present.end = end;
    else this.running.set(key, begin());
  }
}

/** Tiers name no schedule of the organization. */
function sourceOf(
  { sources }: Stretch,
  tier: number,
  userId: string,
): Pick<TimelineShift, 'scheduleId' | 'reasons'> {
  const source = sources?.[tier - 1]?.get(userId);
  if (!source || source.scheduleId === null) return { scheduleId: null, reasons: null };
  return { scheduleId: source.scheduleId, reasons: [...source.reasons] };
}

function push<Item>(items: Item[], item: Item): Item {
  items.push(item);
  return item;
}
