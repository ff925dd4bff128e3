import type { CounterExample } from './example-types.ts';

type Duty = CounterExample['duty'][number];

export interface DutyRow {
  key: string;
  displayName: string;
  tier: number | null;
  pieces: { start: number; end: number; people: readonly string[] }[];
}

/** The people on call by each schedule and tier, in order of time. */
export function dutyRowsOf(duty: readonly Duty[]): DutyRow[] {
  const rows = Map.groupBy(duty, ({ displayName, tier }) => `${tier} ${displayName}`);
  return [...rows].flatMap(([key, own]) => {
    const [first] = own;
    if (!first) return [];
    const pieces = own.map(({ start, end, people }) => ({
      start: Date.parse(start),
      end: Date.parse(end),
      people,
    }));
    return [{ key, displayName: first.displayName, tier: first.tier, pieces }];
  });
}
