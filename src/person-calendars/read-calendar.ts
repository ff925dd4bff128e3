import { type OutboundClient, OutboundError } from '../egress/index.ts';
import { userKind } from '../identity/index.ts';
import { systemContext, type ThreadLimits, WorkThread, type World } from '../kernel/index.ts';
import { findResource, withIds } from '../resources/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { PersonCalendar } from './calendar-kind.ts';
import type { CalendarReading } from './model.ts';
import type { ReadTimes } from './reading-worker.ts';
import { type CalendarQuestion, type CalendarTimes, eventsMax } from './times-of-events.ts';

/** The result of reading a calendar; without times if it did not change. */
export type ReadCalendar =
  | { isRead: true; times: CalendarTimes; etag: string | null; lastModified: string | null }
  | { isRead: true; times: null }
  | { isRead: false; problem: Sentence };

export type ReadingLimits = ThreadLimits;

/** The limits for reading one calendar: processor time, time on the clock, memory. */
export const readingLimits: ReadingLimits = {
  seconds: 5,
  wallSeconds: 60,
  heapMegabytes: 256,
  startSeconds: 60,
};

const megabytesMax = 5;
const bytesMax = megabytesMax * 1024 * 1024;
const timeoutMilliseconds = 20_000;
const day = 86_400_000;
/**
 * The time that is asked about, around now: the past as far as reports look back, the future as far as people plan.
 */
export const daysBack = 100;
export const daysAhead = 400;

export class CalendarReader {
  readonly #world: World;
  readonly #outbound: OutboundClient;
  readonly #thread: WorkThread<CalendarQuestion, ReadTimes>;

  constructor(world: World, outbound: OutboundClient, limits = readingLimits) {
    this.#world = world;
    this.#outbound = outbound;
    this.#thread = new WorkThread({
      name: 'calendars',
      module: new URL('./reading-worker.ts', import.meta.url),
      log: world.log,
      limits,
      instead: () => ({ isRead: false, why: 'excess' }),
    });
  }

  /**
   * Reads a calendar with its secrets. Never throws for faults of the calendar. `known`: the reading before, unless
   * all is to be read.
   */
  async read(calendar: PersonCalendar, known: CalendarReading | null): Promise<ReadCalendar> {
    const { url, text } = calendar.wire;
    if (url === null) return this.#timesIn(calendar, text ?? '', null, null);
    try {
      const answer = await this.#outbound.request(url.replace(/^webcal:/i, 'https:'), {
        headers: { accept: 'text/calendar, */*;q=0.1', ...conditions(known) },
        timeoutMilliseconds,
        bodyBytesMax: bytesMax,
      });
      if (answer.status === 304 && known) return { isRead: true, times: null };
      if (answer.status !== 200)
        return { isRead: false, problem: say('calendarAddressAnswers', { status: answer.status }) };
      if (answer.isTruncated)
        return { isRead: false, problem: say('calendarTooLarge', { megabytes: megabytesMax }) };
      const { etag = null, 'last-modified': lastModified = null } = answer.headers;
      return await this.#timesIn(calendar, answer.body.toString('utf8'), etag, lastModified);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { isRead: false, problem: error.sentence ?? say('calendarAddressUnusable') };
    }
  }

  stop(): Promise<void> {
    return this.#thread.stop();
  }

  async #timesIn(
    { organizationId, wire }: PersonCalendar,
    text: string,
    etag: string | null,
    lastModified: string | null,
  ): Promise<ReadCalendar> {
    const now = this.#world.clock.now().getTime();
    const { counts, title, userId } = wire;
    const answer = await this.#thread.do({
      text,
      counts,
      title,
      timeZoneId: await this.#zoneOf(organizationId, userId),
      from: now - daysBack * day,
      until: now + daysAhead * day,
    });
    if (answer.isRead) return { isRead: true, times: answer.times, etag, lastModified };
    return { isRead: false, problem: problems[answer.why] };
  }

  async #zoneOf(organizationId: string, userId: string | null): Promise<string> {
    if (userId === null) return 'UTC';
    const ctx = systemContext(this.#world, organizationId);
    const person = await findResource(ctx, userKind, withIds([userId]));
    return person?.wire.timeZoneId ?? 'UTC';
  }
}

const problems = {
  noCalendar: say('calendarMalformed'),
  tooMuch: say('calendarTooMuch', { max: eventsMax }),
  excess: say('calendarTooCostly'),
} satisfies Record<Extract<ReadTimes, { isRead: false }>['why'], Sentence>;

function conditions(known: CalendarReading | null): Record<string, string> {
  if (!known) return {};
  const { etag, lastModified } = known;
  return {
    ...(etag === null ? {} : { 'if-none-match': etag }),
    ...(lastModified === null ? {} : { 'if-modified-since': lastModified }),
  };
}
