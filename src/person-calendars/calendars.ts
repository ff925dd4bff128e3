import { isDeepStrictEqual } from 'node:util';
import { recordAudit } from '../audit/index.ts';
import type { OutboundClient } from '../egress/index.ts';
import { type Ctx, systemContext, type Task, type World } from '../kernel/index.ts';
import {
  changeCount,
  countChange,
  demandTeamEdit,
  findResource,
  getResource,
  withIds,
} from '../resources/index.ts';
import { driverCollection, insertMissing, plainCollection } from '../store/index.ts';
import { calendarFactsOf, unreadWhy } from './calendar-facts.ts';
import { type PersonCalendar, personCalendarKind } from './calendar-kind.ts';
import { type CalendarReading, calendarReadingModel } from './model.ts';
import {
  CalendarReader,
  daysBack,
  type ReadCalendar,
  type ReadingLimits,
} from './read-calendar.ts';
import { createReadDue } from './read-due.ts';
import type { Days } from './times-of-events.ts';

export interface PersonCalendars {
  /** Reads what is due. */
  task: Task;
  /** Reads one now. Throws 404, and 403 without the right to change it. */
  refresh(ctx: Ctx, id: string): Promise<PersonCalendar>;
  stop(): Promise<void>;
}

const everyMilliseconds = 15 * 60_000;
/** The longest pause before a calendar that failed is asked again; the pause is as long as it has failed. */
const pauseMax = 6 * 3_600_000;
const dayMilliseconds = 86_400_000;
/** How soon calendars that other processes made are seen. */
const syncMilliseconds = 60_000;

/** Keeps the times of all calendars, whoever made them: the version of a calendar tells what is behind. */
export function createPersonCalendars(
  world: World,
  outbound: OutboundClient,
  limits?: ReadingLimits,
): PersonCalendars {
  const reader = new CalendarReader(world, outbound, limits);
  const readings = () => driverCollection(calendarReadingModel(world.store));
  const sync = createSync(world);
  const readDue = createReadDue(world, async (reading) => {
    const ctx = systemContext(world, reading.organizationId);
    const calendar = await findResource(ctx, personCalendarKind, withIds([reading._id]));
    if (calendar) await readAndNote(calendar, reading);
    else await readings().deleteOne({ _id: reading._id });
  });

  async function readAndNote(calendar: PersonCalendar, reading: CalendarReading): Promise<void> {
    const now = world.clock.now();
    // The days ahead move on, also in a calendar that never changes.
    const isRecent = !!reading.wholeAt && +now - +reading.wholeAt < dayMilliseconds;
    const isSame = reading.version === calendar.version;
    const read = await reader.read(calendar, isRecent && isSame ? reading : null);
    const { version, wire } = calendar;
    const found: Partial<CalendarReading> = {
      host: hostOf(wire.url),
      ...noted(read, reading, now),
    };
    // The times that were read before are of another address then, or of other events.
    if (!read.isRead && !isSame) found.wholeAt = null;
    if (found.days && wire.kind === 'holidays')
      found.days = withPast(reading.days, found.days, now);
    const before = { days: reading.days, times: reading.times };
    const after = { ...reading, ...found, version };
    const isKnownAnew = isKnown(calendar, after, now) && !isKnown(calendar, reading, now);
    const isNews = isKnownAnew || !isDeepStrictEqual(before, { ...before, ...timesIn(found) });
    await readings().updateOne(
      { _id: calendar.id, version: reading.version },
      // From now on whoever looks finds it: reading may have taken minutes, and others have looked meanwhile.
      { $set: { version, ...found, ...(isNews && { changedAt: world.clock.now() }) } },
    );
    // Who is on call may follow it.
    if (isNews) countChange(world, personCalendarKind.entityType);
  }

  return {
    task: {
      name: 'person-calendars',
      everySeconds: 5,
      async run(stopping) {
        await sync();
        await readDue(stopping);
      },
    },
    async refresh(ctx, id) {
      const shown = await getResource(ctx, personCalendarKind, id);
      demandTeamEdit(ctx, shown.teamId);
      const all = systemContext(ctx, ctx.organizationId);
      const calendar = await getResource(all, personCalendarKind, id);
      await insertMissing(readings(), [newReading(calendar, world.clock.now())]);
      const reading = await readings().findOne({ _id: calendar.id });
      if (reading) await readAndNote(calendar, { ...reading, wholeAt: null });
      await recordAudit(ctx, {
        action: 'person-calendar.refresh',
        entityType: personCalendarKind.entityType,
        entityId: calendar.id,
        entityDisplayName: calendar.wire.displayName,
        changes: [],
      });
      return shown;
    },
    stop: () => reader.stop(),
  };
}

/** Changes of other processes carry times of their clocks, and may become visible a moment later. */
const slackMilliseconds = 60_000;

/** Makes readings of new calendars due, and those of changed ones. */
function createSync(world: World): () => Promise<void> {
  let seenChanges = -1;
  let seenAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const changes = changeCount(world, personCalendarKind.entityType);
    const now = world.clock.now();
    const passed = now.getTime() - seenAt;
    const isRecent = passed >= 0 && passed < syncMilliseconds;
    if (changes === seenChanges && isRecent) return;
    // All of them at the start, and when the clock was set back.
    const since = passed >= 0 && Number.isFinite(passed) ? seenAt - slackMilliseconds : 0;
    const calendars = plainCollection(personCalendarKind.model(world.store));
    const changed = calendars
      .find({ updatedAt: { $gte: new Date(since) } })
      .project<Changed>({ _id: 1, version: 1, organizationId: 1 });
    // A deleted calendar has no organization any more.
    for await (const { _id: id, version, organizationId } of changed)
      if (organizationId) await makeDue(world, { id, version, organizationId }, now);
    seenChanges = changes;
    seenAt = now.getTime();
  };
}

interface Changed {
  _id: string;
  version: number;
  organizationId?: string;
}

async function makeDue(world: World, calendar: Versioned, now: Date): Promise<void> {
  const readings = driverCollection(calendarReadingModel(world.store));
  await insertMissing(readings, [newReading(calendar, now)]);
  await readings.updateOne(
    { _id: calendar.id, version: { $ne: calendar.version } },
    { $set: { nextAt: now, wholeAt: null } },
  );
}

type Versioned = Pick<PersonCalendar, 'id' | 'version' | 'organizationId'>;

function newReading({ id, version, organizationId }: Versioned, now: Date): CalendarReading {
  return {
    _id: id,
    organizationId,
    version,
    nextAt: now,
    readAt: null,
    wholeAt: null,
    failingSince: null,
    problem: null,
    etag: null,
    lastModified: null,
    days: [],
    times: [],
    events: 0,
    ignored: 0,
  };
}

function hostOf(url: string | null): string | null {
  return url === null ? null : (URL.parse(url)?.host ?? null);
}

function isKnown(calendar: PersonCalendar, reading: CalendarReading, now: Date): boolean {
  return unreadWhy(calendar, calendarFactsOf(calendar, reading), now, now) === null;
}

function timesIn({ days, times }: Partial<CalendarReading>): Partial<CalendarReading> {
  return { ...(days && { days }), ...(times && { times }) };
}

/**
 * Holidays that are over stay what they were: a turn that counts windows counts them for ever, so whose turn it is must
 * not depend on how far back a calendar is read.
 */
function withPast(before: readonly Days[], read: readonly Days[], now: Date): Days[] {
  const from = new Date(now.getTime() - daysBack * dayMilliseconds).toISOString().slice(0, 10);
  return [...before.filter(({ until }) => until <= from), ...read];
}

/** The reading after a look at its calendar: one that failed keeps what was read before. */
function noted(read: ReadCalendar, reading: CalendarReading, now: Date): Partial<CalendarReading> {
  if (!read.isRead) {
    const failingSince = reading.failingSince ?? now;
    const failed = now.getTime() - failingSince.getTime();
    const pause = Math.min(Math.max(failed, everyMilliseconds), pauseMax);
    return { failingSince, problem: read.problem, nextAt: new Date(now.getTime() + pause) };
  }
  const nextAt = new Date(now.getTime() + everyMilliseconds);
  const isFine = { readAt: now, failingSince: null, problem: null, nextAt };
  if (read.times === null) return isFine;
  const { etag, lastModified, times } = read;
  return { ...isFine, wholeAt: now, etag, lastModified, ...times };
}
