import { answersIn, type Change, changesOf, joined, type TimeSource } from '../calendar/index.ts';

/** A time without its end. */
export interface Time {
  start: number;
  end: number;
}

/** Opening instants from which everything goes the same way. */
export interface TimeClass {
  /** A real instant of it, the first one that is run. */
  at: number;
  /** Equal ones begin with equal answers. */
  answers: number;
  /** For how long these answers stay so at least, as far as that is within reach. */
  unchangedFor: number;
  /** All of its times, in order, the end not included; an instant by itself lasts a millisecond. */
  times: Time[];
}

export interface TimeQuestion {
  sources: readonly TimeSource[];
  from: number;
  until: number;
  /** How long after its opening an incident is looked at. */
  reach: number;
  /** Divides every duration that is compared. */
  unit: number;
  /** By how much a comparison may lie beside a multiple of the unit. */
  offsets: readonly number[];
}

/** There are more classes than can be told apart. */
export class TooManyClasses extends Error {}

/** Cells of time that are looked at, over all classes. */
const cellsMax = 400_000;

/**
 * Divides the opening instants between two instants into classes. Where an answer changes within reach of an opening,
 * its distance counts: comparisons of durations can only change where that is a multiple of the unit, so these
 * distances are cells of their own, and so are the times between them. Elsewhere the answers alone count. Pure.
 */
export function timeClasses(question: TimeQuestion): TimeClass[] {
  return classesBetween(question, changesFor(question));
}

/** The classes, and what says when an answer may change next after an instant. */
export function timesIn(question: TimeQuestion) {
  const changes = changesFor(question);
  return { classes: classesBetween(question, changes), nextChange: nextAfter(changes) };
}

function classesBetween(question: TimeQuestion, all: readonly Change[]): TimeClass[] {
  const { from, until, reach, sources } = question;
  const { starts: changes, answers } = answersIn(sources, all, from);
  const cuts = cutsOf(question, changes);
  const classes = new Map<string, TimeClass>();
  let next = 0;
  for (const [index, start] of cuts.entries()) {
    const end = cuts[index + 1] ?? until;
    while (next < changes.length && (changes[next] ?? 0) <= start) next += 1;
    // The cut itself, and what lies between it and the next one.
    note(start, Math.min(start + 1, end));
    if (start + 1 < end) note(start + 1, end);
  }
  return [...classes.values()];

  function note(start: number, end: number): void {
    const key = keyOf(start, end);
    const known = classes.get(key);
    if (!known) classes.set(key, { ...beginningOf(end), at: start, times: [{ start, end }] });
    else {
      const last = known.times.at(-1);
      if (last?.end === start) last.end = end;
      else known.times.push({ start, end });
    }
  }

  function beginningOf(end: number): Pick<TimeClass, 'answers' | 'unchangedFor'> {
    const change = changes[next] ?? Number.POSITIVE_INFINITY;
    return { answers: answers[next] ?? 0, unchangedFor: Math.min(change - end, reach) };
  }

  /** The answers at the opening, and each change within reach with its distance and the answers after it. */
  function keyOf(start: number, end: number): string {
    let key = `${answers[next]}`;
    for (let place = next; place < changes.length; place += 1) {
      const change = changes[place] ?? 0;
      if (change - start > reach) break;
      // Both ends of a time between two cuts are in the key: times of one class are equally long and equally far from
      // the next change.
      key += ` ${change - start},${change - end}:${answers[place + 1]}`;
    }
    return key;
  }
}

/** Where cells begin: changes, and every multiple of the unit before them, up to the reach. */
function cutsOf({ from, until, reach, unit, offsets }: TimeQuestion, changes: readonly number[]) {
  const cuts = new Set([from]);
  const steps = Math.floor(reach / unit);
  if (changes.length * (steps + 1) * (offsets.length + 1) > cellsMax) throw new TooManyClasses();
  for (const change of changes)
    for (const offset of [0, ...offsets])
      for (let step = 0; step <= steps; step += 1) {
        const cut = change - offset - step * unit;
        if (cut > from && cut < until) cuts.add(cut);
      }
  // From there on a change is within reach.
  for (const change of changes) {
    const cut = change - reach;
    if (cut > from && cut < until) cuts.add(cut);
  }
  return [...cuts].sort((one, other) => one - other);
}

/** Gives the next instant after another one at which an answer may change; infinity where none is known. */
export function changesIn(question: Question): (at: number) => number {
  return nextAfter(changesFor(question));
}

function nextAfter(all: readonly Change[]): (at: number) => number {
  const changes = all.map(({ at }) => at);
  return (at) => {
    let low = 0;
    for (let high = changes.length; low < high; ) {
      const middle = (low + high) >>> 1;
      if ((changes[middle] ?? 0) <= at) low = middle + 1;
      else high = middle;
    }
    return changes[low] ?? Number.POSITIVE_INFINITY;
  };
}

export interface QuietTimes {
  /** By the answers that stay the same from each of these instants on, for as long as an incident is looked at. */
  groups: Time[][];
  /** All other times: an answer changes within reach. */
  rest: Time[];
}

/** When nothing of these sources changes while an incident is looked at that opens then. Pure. */
export function quietTimes(question: Question): QuietTimes {
  const { from, until, reach, sources } = question;
  const { starts, answers } = answersIn(sources, changesFor(question), from);
  const groups = new Map<number, Time[]>();
  const rest: QuietTimes['rest'] = [];
  for (const [index, answer] of answers.entries()) {
    const start = starts[index - 1] ?? from;
    if (start >= until) break;
    const change = starts[index] ?? Number.POSITIVE_INFINITY;
    const quietUntil = Math.min(Math.max(change - reach, start), until);
    if (quietUntil > start) {
      const group = groups.get(answer) ?? [];
      groups.set(answer, [...group, { start, end: quietUntil }]);
    }
    const end = Math.min(change, until);
    if (end > quietUntil) rest.push({ start: quietUntil, end });
  }
  return { groups: [...groups.values()], rest: joined(rest) };
}

type Question = Omit<TimeQuestion, 'unit' | 'offsets'>;

function changesFor({ sources, from, until, reach }: Question): Change[] {
  return changesOf(sources, from, until + reach + 1);
}

/** The parts of these times within the others; both lists are in order and without overlaps. */
export function timesWithin(times: readonly Time[], bounds: readonly Time[]): Time[] {
  const found: Time[] = [];
  let place = 0;
  for (const { start, end } of times) {
    while (place < bounds.length && (bounds[place]?.end ?? 0) <= start) place += 1;
    for (let index = place; index < bounds.length; index += 1) {
      const bound = bounds[index];
      if (!bound || bound.start >= end) break;
      found.push({ start: Math.max(start, bound.start), end: Math.min(end, bound.end) });
    }
  }
  return found;
}
