import { nextAt } from './next-at.ts';
import { isWithin, type RecurringWindow, windowsBetween } from './recurring-window.ts';
import type { Weekday } from './weekdays.ts';
import { type Interval, isOpenAt, openIntervals, type WeeklyWindow } from './weekly-window.ts';

/** Something set up whose answer depends on the time. */
export interface TimeSource {
  /** Instants at which its answer may become another one, in any order; those outside of the two are of no account. */
  changesBetween(from: number, until: number): readonly number[];
  /** Its answer from an instant to the next change; equal texts are equal answers. */
  answerAt(at: number): string;
}

export function timesOfWindows(
  windows: readonly WeeklyWindow[] | null,
  timeZoneId: string,
): TimeSource[] {
  return (windows ?? []).map((window) => ({
    changesBetween: (from, until) => edgesOf(openIntervals([window], from, until, timeZoneId)),
    answerAt: (at) => String(isOpenAt(window, at, timeZoneId)),
  }));
}

export function timesOfRecurring(window: RecurringWindow): TimeSource {
  return {
    changesBetween: (from, until) => edgesOf(windowsBetween(window, from, until)),
    answerAt: (at) => String(isWithin(window, at)),
  };
}

/** When clocks show a time, on the weekday if one is given: what waits until then depends on how far that is. */
export function timesOfClock(time: string, weekday: Weekday | null, zone: string): TimeSource {
  const wanted = Temporal.PlainTime.from(time);
  return {
    changesBetween(from, until) {
      const instants: number[] = [];
      for (let at = nextAt(from, wanted, weekday, zone); at < until; ) {
        instants.push(at);
        at = nextAt(at, wanted, weekday, zone);
      }
      return instants;
    },
    answerAt: () => '',
  };
}

/** Something that is different before and after these instants. */
export function timesOfInstants(instants: readonly number[]): TimeSource {
  return {
    changesBetween: () => instants,
    answerAt: (at) => String(instants.filter((instant) => instant <= at).length),
  };
}

function edgesOf(intervals: readonly Interval[]): number[] {
  return intervals.flatMap(({ start, end }) => [start, end]);
}
