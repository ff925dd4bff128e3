import { nextWindow, type RecurringWindow } from '../../calendar/index.ts';

/** Whether a window counts at `now`, and when it does so now or next: members of answers that are not stored. */
export function windowNow(window: RecurringWindow, now: Date) {
  const next = nextWindow(window, now.getTime());
  const text = (instant: number | undefined) =>
    instant !== undefined && Number.isFinite(instant) ? new Date(instant).toISOString() : null;
  return {
    isActive: next !== null && next.start <= now.getTime(),
    nextStart: text(next?.start),
    nextEnd: text(next?.end),
  };
}
