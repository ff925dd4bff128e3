import type { Bar } from '../../parts/duty-timeline/rows.ts';
import type { Stretch } from './protocol.ts';

/** A bar for each person as long as they are on duty, whoever comes and goes beside them; gaps where nobody is. */
export function barsOf(stretches: readonly Stretch[], tier: number): Bar[] {
  const open = new Map<string | null, Bar>();
  const bars: Bar[] = [];
  for (const { from, until, people } of stretches)
    for (const userId of people.length === 0 ? [null] : people) {
      const last = open.get(userId);
      if (last?.end === from) {
        last.end = until;
        continue;
      }
      const kind = userId === null ? 'Gap' : 'Schedule';
      const bar: Bar = { kind, userId, tier, start: from, end: until, insteadOf: [] };
      open.set(userId, bar);
      bars.push(bar);
    }
  return bars;
}
