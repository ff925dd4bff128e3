import { type CalendarUnit, calendarIntervals } from '../calendar/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { canSeeTeam } from '../resources/index.ts';
import type { CallOutcome } from './call-session.ts';
import { callSessionsOf } from './model.ts';
import { type CallFilter, callQuery } from './sessions.ts';

/** How many calls there were, and how long they took. */
export interface CallCounts {
  calls: number;
  byOutcome: Readonly<Record<CallOutcome, number>>;
  /** Of calls that have ended, together. */
  milliseconds: number;
  /** Until accepted calls were accepted, on average; null where none was. */
  averageMillisecondsToAnswer: number | null;
}

export interface CallStats {
  totals: CallCounts;
  intervals: { start: Date; end: Date; counts: CallCounts }[];
  /** By id, most calls first. */
  integrations: { id: string; counts: CallCounts }[];
  /** Of the teams that the actor may see. A call counts for the team of its number and for the team that it was routed to. */
  teams: { id: string; counts: CallCounts }[];
}

export interface StatsRequest {
  from: Date;
  until: Date;
  unit: CalendarUnit;
  timeZoneId: string;
}

/** All calls of one quarter of an hour that are alike. */
interface Bucket {
  _id: { at: Date; integrationId: string; teamIds: string[]; outcome: CallOutcome };
  calls: number;
  milliseconds: number;
  millisecondsToAnswer: number;
}

/** Calls counted by the store in quarters of an hour, which make up the hours and days of every time zone. */
export async function callStats(
  ctx: Ctx,
  filter: Omit<CallFilter, 'from' | 'until'>,
  { from, until, unit, timeZoneId }: StatsRequest,
): Promise<CallStats> {
  const buckets = await callSessionsOf(ctx)
    .aggregate<Bucket>([
      { $match: callQuery(ctx, { ...filter, from, until }) },
      // Whoever accepts is the last who was dialled.
      { $set: { acceptedAt: { $slice: ['$session.legs.acceptedAt', -1] } } },
      { $unwind: { path: '$acceptedAt', preserveNullAndEmptyArrays: true } },
      {
        $group: {
          _id: {
            at: { $dateTrunc: { date: '$session.startedAt', unit: 'minute', binSize: 15 } },
            integrationId: '$integrationId',
            teamIds: '$teamIds',
            outcome: '$session.outcome',
          },
          calls: { $sum: 1 },
          milliseconds: { $sum: { $subtract: ['$session.endedAt', '$session.startedAt'] } },
          millisecondsToAnswer: { $sum: { $subtract: ['$acceptedAt', '$session.startedAt'] } },
        },
      },
    ])
    .toArray();
  const span = { start: from.getTime(), end: until.getTime() };
  const intervals = calendarIntervals(unit, span, timeZoneId);
  const starts = intervals.map(({ start }) => start);
  const byInterval = sumsBy(buckets, ({ at }) => [positionIn(starts, at.getTime())]);
  return {
    totals: sumsBy(buckets, () => ['all']).get('all') ?? sumOf([]),
    intervals: intervals.map(({ start, end }, index) => ({
      start: new Date(start),
      end: new Date(end),
      counts: byInterval.get(index) ?? sumOf([]),
    })),
    integrations: ranked(sumsBy(buckets, ({ integrationId }) => [integrationId])),
    teams: ranked(
      sumsBy(buckets, ({ teamIds }) => teamIds.filter((teamId) => canSeeTeam(ctx, teamId))),
    ),
  };
}

function sumsBy<Key>(
  buckets: readonly Bucket[],
  keysOf: (id: Bucket['_id']) => readonly Key[],
): Map<Key, CallCounts> {
  const groups = new Map<Key, Bucket[]>();
  for (const bucket of buckets)
    for (const key of new Set(keysOf(bucket._id))) {
      const group = groups.get(key);
      if (group) group.push(bucket);
      else groups.set(key, [bucket]);
    }
  return new Map([...groups].map(([key, group]) => [key, sumOf(group)]));
}

function sumOf(buckets: readonly Bucket[]): CallCounts {
  const byOutcome: Record<CallOutcome, number> = {
    Ongoing: 0,
    Accepted: 0,
    Voicemail: 0,
    Missed: 0,
    Blocklisted: 0,
    Failed: 0,
  };
  let calls = 0;
  let milliseconds = 0;
  let millisecondsToAnswer = 0;
  for (const bucket of buckets) {
    calls += bucket.calls;
    byOutcome[bucket._id.outcome] += bucket.calls;
    milliseconds += bucket.milliseconds;
    if (bucket._id.outcome === 'Accepted') millisecondsToAnswer += bucket.millisecondsToAnswer;
  }
  const averageMillisecondsToAnswer =
    byOutcome.Accepted === 0 ? null : millisecondsToAnswer / byOutcome.Accepted;
  return { calls, byOutcome, milliseconds, averageMillisecondsToAnswer };
}

function ranked(sums: ReadonlyMap<string, CallCounts>) {
  return [...sums]
    .map(([id, counts]) => ({ id, counts }))
    .sort((a, b) => b.counts.calls - a.counts.calls || a.id.localeCompare(b.id));
}

/** Where in ascending `starts` the last one at or before `at` is; 0 when all are later, as the first one is cut off. */
function positionIn(starts: readonly number[], at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
