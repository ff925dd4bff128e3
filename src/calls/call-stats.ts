import { type CalendarUnit, calendarIntervals } from '../calendar/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { canSeeTeam } from '../resources/index.ts';
import { pathFilter } from '../store/index.ts';
import type { CallOutcome } from './call-session.ts';
import { callSessionModel } from './model.ts';
import { type CallFilter, callQuery } from './sessions.ts';

/** How many calls there were, and how long they took. */
export interface CallCounts {
  calls: number;
  byOutcome: Readonly<Record<CallOutcome, number>>;
  /** Total length of calls that have ended. */
  milliseconds: number;
  /** Until accepted calls were accepted, on average; null where none was. */
  averageMillisecondsToAnswer: number | null;
}

export interface CallStats {
  totals: CallCounts;
  intervals: { start: Date; end: Date; counts: CallCounts }[];
  /** By id, most calls first. */
  integrations: { id: string; counts: CallCounts }[];
  /**
   * Counts of the teams that the actor may see. A call counts for the team of its number and for the team that it was
   * routed to.
   */
  teams: { id: string; counts: CallCounts }[];
}

export interface StatsRequest {
  from: Date;
  until: Date;
  unit: CalendarUnit;
  timeZoneId: string;
}

/** The members of a call that statistics read. */
interface CountedCall {
  integrationId: string;
  teamIds: string[];
  session: {
    startedAt: Date;
    endedAt: Date | null;
    outcome: CallOutcome;
    legs: { acceptedAt: Date | null }[];
  };
}

const counted = {
  integrationId: 1,
  teamIds: 1,
  'session.startedAt': 1,
  'session.endedAt': 1,
  'session.outcome': 1,
  'session.legs.acceptedAt': 1,
} as const;

/**
 * Read some at a time and counted here: the store takes seconds to put a year of calls into the intervals of a
 * calendar.
 */
const batchSize = 500;

/** The calls of a time, counted. */
export async function callStats(
  ctx: Ctx,
  filter: Omit<CallFilter, 'from' | 'until'>,
  { from, until, unit, timeZoneId }: StatsRequest,
): Promise<CallStats> {
  const span = { start: from.getTime(), end: until.getTime() };
  const intervals = calendarIntervals(unit, span, timeZoneId);
  const starts = intervals.map(({ start }) => start);
  const total = new Counter();
  const byInterval = intervals.map(() => new Counter());
  const byIntegration = new Map<string, Counter>();
  const byTeam = new Map<string, Counter>();
  const model = callSessionModel(ctx.store);
  const calls = model
    .find(pathFilter(model, callQuery(ctx, { ...filter, from, until })), counted)
    .lean<CountedCall>()
    .cursor({ batchSize });
  for await (const { integrationId, teamIds, session } of calls) {
    total.add(session);
    byInterval[positionIn(starts, session.startedAt.getTime())]?.add(session);
    counterOf(byIntegration, integrationId).add(session);
    for (const teamId of new Set(teamIds))
      if (canSeeTeam(ctx, teamId)) counterOf(byTeam, teamId).add(session);
  }
  return {
    totals: total.counts(),
    intervals: intervals.map(({ start, end }, index) => ({
      start: new Date(start),
      end: new Date(end),
      counts: (byInterval[index] ?? new Counter()).counts(),
    })),
    integrations: ranked(byIntegration),
    teams: ranked(byTeam),
  };
}

class Counter {
  #calls = 0;
  #byOutcome: Record<CallOutcome, number> = {
    Ongoing: 0,
    Accepted: 0,
    Voicemail: 0,
    Missed: 0,
    Blocklisted: 0,
    Failed: 0,
  };
  #milliseconds = 0;
  #millisecondsToAnswer = 0;

  add({ startedAt, endedAt, outcome, legs }: CountedCall['session']): void {
    this.#calls += 1;
    this.#byOutcome[outcome] += 1;
    if (endedAt) this.#milliseconds += endedAt.getTime() - startedAt.getTime();
    // The member who accepts is the last who was dialled.
    const acceptedAt = legs.at(-1)?.acceptedAt;
    if (outcome === 'Accepted' && acceptedAt)
      this.#millisecondsToAnswer += acceptedAt.getTime() - startedAt.getTime();
  }

  counts(): CallCounts {
    const accepted = this.#byOutcome.Accepted;
    return {
      calls: this.#calls,
      byOutcome: this.#byOutcome,
      milliseconds: this.#milliseconds,
      averageMillisecondsToAnswer: accepted === 0 ? null : this.#millisecondsToAnswer / accepted,
    };
  }
}

function counterOf(counters: Map<string, Counter>, id: string): Counter {
  const counter = counters.get(id) ?? new Counter();
  counters.set(id, counter);
  return counter;
}

function ranked(counters: ReadonlyMap<string, Counter>) {
  return [...counters]
    .map(([id, counter]) => ({ id, counts: counter.counts() }))
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
