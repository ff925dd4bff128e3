import { type Interval, joined, recurrencesBetween } from '../calendar/index.ts';
import type { Silence } from './silence-kind.ts';

/** All of a silence that says when it mutes. */
export type Timed = Pick<Silence, 'wire'>;

const day = 86_400_000;

/** The times between two instants in which the silence mutes, in order and apart; each as long as it really is. */
export function timesBetween({ wire }: Timed, from: number, until: number): Interval[] {
  const [start, end] = [Date.parse(wire.start), Date.parse(wire.end)];
  if (end <= from || start >= until) return [];
  const { recurrences } = wire;
  if (!recurrences || recurrences.length === 0) return [{ start, end }];
  const within = recurrences
    .flatMap((one) => recurrencesBetween(one, Math.max(from, start), Math.min(until, end)))
    .map((one) => ({ start: Math.max(one.start, start), end: Math.min(one.end, end) }));
  return joined(within);
}

export function isActiveAt(silence: Timed, at: Date): boolean {
  return timesBetween(silence, at.getTime(), at.getTime() + 1).length > 0;
}

/** The time in which it mutes now, or the next one; null when there is none any more. */
export function nextTime(silence: Timed, at: Date): Interval | null {
  const end = Date.parse(silence.wire.end);
  // Most come soon and are short; times that follow each other without a gap are one, and may reach far.
  for (let days = 2; ; days *= 8) {
    const horizon = at.getTime() + days * day;
    const [next] = timesBetween(silence, at.getTime(), horizon);
    if (next && next.end < horizon) return next;
    if (horizon >= end) return next ?? null;
  }
}

/** When what the silence mutes is heard again: null when it mutes nothing at the moment. */
export function activeUntil(silence: Timed, at: Date): Date | null {
  if (!isActiveAt(silence, at)) return null;
  const now = nextTime(silence, at);
  return now && new Date(now.end);
}
