import type { components } from '../../../openapi/types/public-v1.generated.ts';

export type TimelineTeam = components['schemas']['OnCallTimelineTeam'];
export type TimelineUser = components['schemas']['OnCallTimeline']['users'][number];

/** `Gap`: nobody in any tier. `Empty`: nobody in this one. `Absence`: who would be there, and is not. */
export type BarKind = 'Schedule' | 'Override' | 'FillUp' | 'Absence' | 'Gap' | 'Empty';

export interface Bar {
  kind: BarKind;
  /** Null where nobody is. */
  userId: string | null;
  /** 1 is the first; in a schedule, the row from the top. */
  tier: number;
  start: number;
  end: number;
  /** Whom an override has taken off meanwhile. */
  insteadOf: readonly string[];
}

export interface Row {
  key: string;
  /** Null in a row of a person. */
  tier: number | null;
  /** Null in a row of a tier. */
  userId: string | null;
  /** Bars of a lane do not overlap. */
  lanes: Bar[][];
}

export type Grouping = 'tiers' | 'people';

/** The rows to draw between two instants. */
export function rowsOf(team: TimelineTeam, grouping: Grouping, from: number, until: number): Row[] {
  const bars = barsOf(team, from, until);
  if (grouping === 'people') {
    const named = bars.filter(({ userId }) => userId !== null);
    const people = [...Map.groupBy(named, ({ userId }) => userId ?? '')];
    const gaps = bars.filter(({ kind, tier }) => kind === 'Gap' && tier === 1);
    return [
      ...people.map(([userId, own]) => ({
        key: userId,
        tier: null,
        userId,
        lanes: lanesOf(own),
      })),
      ...(gaps.length > 0 ? [{ key: 'gaps', tier: null, userId: null, lanes: [gaps] }] : []),
    ];
  }
  const shown = bars.filter(({ kind }) => kind !== 'Absence');
  const count = Math.max(1, team.tiers.length);
  return Array.from({ length: count }, (_, index) => ({
    key: `tier ${index + 1}`,
    tier: index + 1,
    userId: null,
    lanes: lanesOf(shown.filter(({ tier }) => tier === index + 1)),
  }));
}

/** All of it in order of time, for a list. */
export function barsOf(team: TimelineTeam, from: number, until: number): Bar[] {
  const teamGaps = team.gaps.map(timesOf);
  const tiers = team.tiers.length === 0 ? [noTiers] : team.tiers;
  const bars = tiers.flatMap(({ tier, shifts, absences, gaps }): Bar[] => [
    ...shifts.map((shift) => ({
      kind: shift.origin,
      userId: shift.userId,
      tier,
      ...timesOf(shift),
      insteadOf:
        shift.origin === 'Override'
          ? absences
              .filter((one) => overlaps(timesOf(one), timesOf(shift)))
              .map((one) => one.userId)
          : [],
    })),
    ...absences.map((absence) => ({
      kind: 'Absence' as const,
      userId: absence.userId,
      tier,
      ...timesOf(absence),
      insteadOf: [],
    })),
    ...teamGaps.map((gap) => ({ kind: 'Gap' as const, userId: null, tier, ...gap, insteadOf: [] })),
    ...gaps
      .flatMap((gap) => without(timesOf(gap), teamGaps))
      .map((gap) => ({ kind: 'Empty' as const, userId: null, tier, ...gap, insteadOf: [] })),
  ]);
  return bars
    .flatMap((bar) => {
      const start = Math.max(bar.start, from);
      const end = Math.min(bar.end, until);
      return start < end ? [{ ...bar, start, end }] : [];
    })
    .sort((a, b) => a.start - b.start || a.tier - b.tier || a.end - b.end);
}

const noTiers: TimelineTeam['tiers'][number] = { tier: 1, shifts: [], absences: [], gaps: [] };

interface Times {
  start: number;
  end: number;
}

function timesOf({ start, end }: { start: string; end: string }): Times {
  return { start: Date.parse(start), end: Date.parse(end) };
}

function overlaps(one: Times, other: Times): boolean {
  return one.start < other.end && one.end > other.start;
}

/** The rest of a time without others, which are in order and do not overlap. */
function without(time: Times, others: readonly Times[]): Times[] {
  const left: Times[] = [];
  let { start } = time;
  for (const other of others) {
    if (other.end <= start || other.start >= time.end) continue;
    if (other.start > start) left.push({ start, end: other.start });
    start = other.end;
  }
  if (start < time.end) left.push({ start, end: time.end });
  return left;
}

/** In as many lanes as it takes; bars are in order of their starts. */
export function lanesOf(bars: readonly Bar[]): Bar[][] {
  const lanes: Bar[][] = [];
  for (const bar of bars) {
    const free = lanes.find((lane) => (lane.at(-1)?.end ?? 0) <= bar.start);
    if (free) free.push(bar);
    else lanes.push([bar]);
  }
  return lanes.length === 0 ? [[]] : lanes;
}
