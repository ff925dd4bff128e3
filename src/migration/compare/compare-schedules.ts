import type { Added } from '../model/added.ts';
import type { RenderedSchedule, Stretch } from '../model/importer.ts';
import type { Line } from '../model/ledger.ts';
import { broughtSchedules } from './brought-rotas.ts';
import { type Difference, differencesOf, type Window, windowsOf } from './minutes.ts';

/** What was compared, for the report. */
export interface Compared {
  schedules: number;
  different: number;
  /** Names of schedules that only one of the two has. */
  left: string[];
  windows: { from: string; until: string }[];
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
 * and the weeks around each change of the clock.
 */
export function compareSchedules(
  rendered: readonly RenderedSchedule[],
  added: readonly Added[],
  { from, days }: { from: Date; days: number },
): Comparison {
  const brought = broughtSchedules(added);
  const zones = new Set([
    ...rendered.map(({ timeZoneId }) => timeZoneId),
    ...[...brought.values()].flatMap((schedule) => [...schedule.zones]),
  ]);
  const windows = windowsOf(from, days, zones);
  const lines: Line[] = [];
  const left: string[] = [];
  const firstDifferences = new Map<string, Date>();
  for (const schedule of rendered) {
    const { key, name } = schedule;
    const own = brought.get(key);
    brought.delete(key);
    if (!own) left.push(name);
    const found = own ? windows.flatMap((window) => differencesIn(schedule, own, window)) : [];
    const [first] = found;
    if (!first) continue;
    lines.push(lineOf(schedule, first, found));
    firstDifferences.set(key, first.from);
  }
  return {
    ...{ lines, firstDifferences },
    compared: {
      schedules: rendered.length - left.length,
      different: lines.length,
      left: [...left, ...[...brought.values()].map(({ name }) => name)].sort(),
      windows: windows.map((window) => ({
        from: window.from.toISOString(),
        until: window.until.toISOString(),
      })),
    },
  };
}

function differencesIn(
  schedule: RenderedSchedule,
  own: Pick<RenderedSchedule, 'stretches'>,
  { from, until }: Window,
): Difference[] {
  return differencesOf(schedule.stretches(from, until), own.stretches(from, until));
}

function lineOf(
  { key, name }: RenderedSchedule,
  { from, one, other }: Difference,
  all: readonly Difference[],
): Line {
  const minutes = all.reduce(
    (sum, difference) => sum + (difference.until.getTime() - difference.from.getTime()) / 60_000,
    0,
  );
  const more =
    all.length === 1 ? '' : `; ${all.length} such times, ${Math.round(minutes)} minutes in all`;
  return {
    ...{ level: 'behaviour', kind: key.split(':')[1] ?? '', key, name, pointer: '', value: null },
    text:
      `on call from ${from.toISOString()}: ${namesOf(one)} there, ${namesOf(other)} here` +
      `${more}`,
  };
}

function namesOf(people: readonly string[]): string {
  return people.length === 0 ? 'nobody' : people.join(' and ');
}
