import type { Added } from '../model/added.ts';
import type { RenderedSchedule, ShownSchedule, Stretch } from '../model/importer.ts';
import type { Line } from '../model/ledger.ts';
import { broughtSchedules } from './brought-rotas.ts';
import { type Difference, differencesOf, type Window, windowsOf } from './minutes.ts';

/** Results of the comparison, for the report. */
export interface Compared {
  schedules: number;
  different: number;
  /** Names of schedules that only one of the two has. */
  left: string[];
  windows: { from: string; until: string }[];
  /** How many of them the product itself works out, for some time, which decides there. */
  shown: number;
}

export interface There {
  /** By the documents of the product. */
  rendered: readonly RenderedSchedule[];
  /** By the product itself. */
  shown: readonly ShownSchedule[];
}

export interface Comparison {
  lines: Line[];
  compared: Compared;
  /** By key of the schedule. */
  firstDifferences: ReadonlyMap<string, Date>;
}

/** A schedule that there is there and here, to be looked at side by side. */
export interface ScheduleOfBoth {
  key: string;
  name: string;
  timeZoneId: string;
  /** Null: they are the same in all that was compared. */
  differsFrom: Date | null;
  there(from: Date, until: Date): Stretch[];
  here(from: Date, until: Date): Stretch[];
}

export function schedulesOfBoth(
  rendered: readonly RenderedSchedule[],
  added: readonly Added[],
  differences: Comparison['firstDifferences'],
): ScheduleOfBoth[] {
  const brought = broughtSchedules(added);
  return rendered.flatMap((schedule): ScheduleOfBoth[] => {
    const { key, name, timeZoneId } = schedule;
    const own = brought.get(key);
    if (!own) return [];
    return [
      {
        ...{ key, name, timeZoneId, differsFrom: differences.get(key) ?? null },
        there: (from, until) => schedule.stretches(from, until),
        here: (from, until) => own.stretches(from, until),
      },
    ];
  });
}

/**
 * Who is on call by the product's own rules against who will be on call here, minute by minute. `days` from then on,
 * and the weeks around each change of the clock. As far as the product itself says who it is, that counts.
 */
export function compareSchedules(
  { rendered, shown }: There,
  added: readonly Added[],
  { from, days }: { from: Date; days: number },
): Comparison {
  const brought = broughtSchedules(added);
  const zones = new Set([
    ...rendered.map(({ timeZoneId }) => timeZoneId),
    ...[...brought.values()].flatMap((schedule) => [...schedule.zones]),
  ]);
  const windows = windowsOf(from, days, zones);
  const shownByKey = new Map(shown.map((schedule) => [schedule.key, schedule]));
  const renderedByKey = new Map(rendered.map((schedule) => [schedule.key, schedule]));
  const keys = new Set([...renderedByKey.keys(), ...shownByKey.keys()]);
  const lines: Line[] = [];
  const left: string[] = [];
  const firstDifferences = new Map<string, Date>();
  for (const key of keys) {
    const [documented, itself] = [renderedByKey.get(key), shownByKey.get(key)];
    const own = brought.get(key);
    brought.delete(key);
    if (!own) left.push(documented?.name ?? key);
    const found = own ? differencesIn({ documented, itself }, own, windows) : [];
    const [first] = found;
    if (!own || !first) continue;
    lines.push(lineOf({ key, name: documented?.name ?? own.name }, first, found));
    firstDifferences.set(key, first.from);
  }
  return {
    ...{ lines, firstDifferences },
    compared: {
      schedules: keys.size - left.length,
      different: lines.length,
      left: [...left, ...[...brought.values()].map(({ name }) => name)].sort(),
      windows: windows.map((window) => ({
        from: window.from.toISOString(),
        until: window.until.toISOString(),
      })),
      shown: [...shownByKey.keys()].filter((key) => !left.includes(key)).length,
    },
  };
}

function differencesIn(
  there: { documented: RenderedSchedule | undefined; itself: ShownSchedule | undefined },
  own: Pick<RenderedSchedule, 'stretches'>,
  windows: readonly Window[],
): Difference[] {
  const shown = shownWindow(there.itself, windows[0]?.from);
  const bySelf = shown
    ? differencesOf(
        within(there.itself?.stretches ?? [], shown),
        own.stretches(shown.from, shown.until),
      )
    : [];
  const byDocuments = windows
    .flatMap((window) => outside(window, shown))
    .flatMap(({ from, until }) =>
      there.documented
        ? differencesOf(there.documented.stretches(from, until), own.stretches(from, until))
        : [],
    );
  return [...bySelf, ...byDocuments].sort(
    (one, other) => one.from.getTime() - other.from.getTime(),
  );
}

/** For which time the product itself says who is on call, from then on. */
function shownWindow(itself: ShownSchedule | undefined, from: Date | undefined): Window | null {
  const [first, last] = [itself?.stretches[0], itself?.stretches.at(-1)];
  if (!first || !last || !from || last.until <= from) return null;
  return { from: first.from > from ? first.from : from, until: last.until };
}

function within(stretches: readonly Stretch[], { from, until }: Window): Stretch[] {
  return stretches.flatMap((stretch) => {
    const part = {
      from: stretch.from > from ? stretch.from : from,
      until: stretch.until < until ? stretch.until : until,
    };
    return part.from < part.until ? [{ ...stretch, ...part }] : [];
  });
}

function outside(window: Window, without: Window | null): Window[] {
  if (!without || without.from >= window.until || without.until <= window.from) return [window];
  return [
    { from: window.from, until: without.from },
    { from: without.until, until: window.until },
  ].filter(({ from, until }) => from < until);
}

function lineOf(
  { key, name }: Pick<RenderedSchedule, 'key' | 'name'>,
  { from, one, other }: Difference,
  all: readonly Difference[],
): Line {
  const times = all.length;
  const minutes = Math.round(
    all.reduce((sum, { from, until }) => sum + (until.getTime() - from.getTime()) / 60_000, 0),
  );
  const [at, there, here] = [from.toISOString(), namesOf(one), namesOf(other)];
  return {
    ...{ level: 'behaviour', kind: key.split(':')[1] ?? '', key, name, pointer: '', value: null },
    text:
      times === 1
        ? `on call from ${at}: ${there} there, ${here} here`
        : `on call from ${at}: ${there} there, ${here} here; ${times} such times, ${minutes} minutes in all`,
  };
}

function namesOf(people: readonly string[]): string {
  return people.length === 0 ? 'nobody' : people.join(', ');
}
