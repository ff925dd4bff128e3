import type { Stretch } from '../model/importer.ts';

/** A time in which two plans name other people. */
export interface Difference {
  from: Date;
  until: Date;
  one: readonly string[];
  other: readonly string[];
}

export interface Window {
  from: Date;
  until: Date;
}

const minute = 60_000;
const day = 24 * 60 * minute;
/** Before and after a change of the clock. */
const aroundChange = 22 * day;

/** Where two plans over the same time differ for a minute or more. Both are without gaps. */
export function differencesOf(one: readonly Stretch[], other: readonly Stretch[]): Difference[] {
  const found: Difference[] = [];
  let at = 0;
  for (const own of one)
    for (;;) {
      const theirs = other[at];
      if (!theirs || theirs.from >= own.until) break;
      const from = own.from > theirs.from ? own.from : theirs.from;
      const until = own.until < theirs.until ? own.until : theirs.until;
      if (from < until && !isSame(own.people, theirs.people))
        found.push({ from, until, one: own.people, other: theirs.people });
      if (theirs.until > own.until) break;
      at += 1;
    }
  return joined(found).filter(({ from, until }) => until.getTime() - from.getTime() >= minute);
}

/** Neighbours in which both plans name the same people as before are one. */
function joined(differences: readonly Difference[]): Difference[] {
  const found: Difference[] = [];
  for (const next of differences) {
    const last = found.at(-1);
    const goesOn =
      last?.until.getTime() === next.from.getTime() &&
      isSame(last.one, next.one) &&
      isSame(last.other, next.other);
    if (last && goesOn) last.until = next.until;
    else found.push({ ...next });
  }
  return found;
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((person, index) => person === other[index]);
}

/** The windows to compare: some days from then on, and the weeks around each change of the clock in the year after. */
export function windowsOf(from: Date, days: number, zones: Iterable<string>): Window[] {
  const start = from.getTime();
  const windows = [{ from: start, until: start + days * day }];
  for (const zone of zones)
    for (const change of changesOf(zone, start, start + 365 * day))
      windows.push({ from: Math.max(start, change - aroundChange), until: change + aroundChange });
  windows.sort((a, b) => a.from - b.from);
  const apart: { from: number; until: number }[] = [];
  for (const window of windows) {
    const last = apart.at(-1);
    if (last && window.from <= last.until) last.until = Math.max(last.until, window.until);
    else apart.push({ ...window });
  }
  return apart.map((window) => ({ from: new Date(window.from), until: new Date(window.until) }));
}

function changesOf(zone: string, from: number, until: number): number[] {
  const found: number[] = [];
  for (let at = from; ; ) {
    const next = Temporal.Instant.fromEpochMilliseconds(at)
      .toZonedDateTimeISO(zone)
      .getTimeZoneTransition('next')?.epochMilliseconds;
    if (next === undefined || next >= until) return found;
    found.push(next);
    at = next;
  }
}
