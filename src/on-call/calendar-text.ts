import { createHash } from 'node:crypto';
import ical, { ICalEventTransparency } from 'ical-generator';
import { userKind } from '../identity/index.ts';
import type { Ctx, World } from '../kernel/index.ts';
import { personCalendarKind } from '../person-calendars/index.ts';
import { changeCount, getResource, listResources } from '../resources/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';
import type { PublishedCalendar } from './calendar-feeds.ts';
import { dutiesIn } from './duty.ts';
import { escalationsKind } from './escalations.ts';
import { type TeamHistory, teamHistories } from './history.ts';
import { overrideKind } from './overrides.ts';
import { schedulesNaming } from './schedule-facts.ts';
import { dutiesBySchedule, type ScheduleDuty, scheduleHistories } from './schedule-history.ts';
import { type OnCallSchedule, scheduleKind } from './schedule-kind.ts';
import { temporaryScheduleKind } from './temporary-schedule-kind.ts';
import { membersOf } from './who.ts';

const day = 86_400_000;
const daysBack = 30;
const daysAhead = 180;
/** As many events as calendar programs still read at once: hourly shifts for half a year. */
const eventsMax = 6000;

export interface CalendarText {
  text: string;
  etag: string;
}

/**
 * The times on call as a calendar of single events in UTC: rules for repeating events could not tell overrides. The
 * same until something changes or a day ends.
 */
export async function writeCalendar(
  { ctx, feed, displayName, onlyTier1 }: PublishedCalendar,
  host: string,
): Promise<CalendarText> {
  const today = Math.floor(ctx.clock.now().getTime() / day) * day;
  const start = today - daysBack * day;
  const end = today + daysAhead * day;
  const { userId } = feed.wire;
  const teams = await teamHistories(
    ctx,
    await teamIdsOf(feed.wire, () =>
      listResources(ctx, teamMembershipKind, { 'lookup.userId': userId?.toLowerCase() ?? '' }),
    ),
    new Date(start),
    new Date(end),
  );
  const schedules = await scheduleHistories(
    ctx,
    await schedulesOf(ctx, feed.wire, new Date(start)),
    new Date(start),
    new Date(end),
  );
  const times = [
    ...(await timesInTeams(teams, onlyTier1, userId !== null)),
    ...schedules.flatMap((one) =>
      dutiesBySchedule(one).map((duty) => ({
        ...duty,
        key: one.schedule.id,
        what: one.schedule.wire.displayName,
        changedAt: one.changedAt,
      })),
    ),
  ].filter((time) => userId === null || time.userId === userId.toLowerCase());
  const users = await membersOf(ctx, teams, undefined, times);
  const calendar = ical({
    name: `On call: ${displayName}`,
    prodId: { company: 'Tocsin', product: 'On-call calendar' },
    ttl: 3600,
  });
  for (const time of times.slice(0, eventsMax)) {
    const user = users.get(time.userId);
    const who = user?.wire.displayName ?? user?.wire.email ?? 'Somebody';
    const { key, what, changedAt } = time;
    // A shift that began before the start is cut anew each day, and must stay the same event.
    const began = time.start === start ? 'before' : new Date(time.start).toISOString();
    calendar.createEvent({
      id: `${key}-${time.userId}-${began}@${host}`,
      start: new Date(time.start),
      end: new Date(time.end),
      stamp: changedAt,
      lastModified: changedAt,
      sequence: Math.max(0, Math.floor((changedAt.getTime() - sequenceOrigin) / 1000)),
      summary: userId === null ? `${who}: ${what}` : `On call: ${what}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  }
  const text = calendar.toString();
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}

/** Seconds since then grow with every change and fit into the 32 bits of calendar programs. */
const sequenceOrigin = Date.parse('2020-01-01T00:00:00Z');

interface Time extends ScheduleDuty {
  /** Where it is, in the ids of events. */
  key: string;
  what: string;
  changedAt: Date;
}

/**
 * The times in teams. In the feed of a person, times by the steps of policies are left out: the person's schedules
 * have them.
 */
async function timesInTeams(
  teams: readonly TeamHistory[],
  onlyTier1: boolean,
  isOfPerson: boolean,
): Promise<Time[]> {
  const times: Time[] = [];
  for (const { team, periods, changedAt } of teams)
    for (const { tier, ...duty } of await dutiesIn(
      periods.filter(({ plan }) => !(isOfPerson && plan.policy)),
    ))
      if (!onlyTier1 || tier === 1)
        times.push({
          ...duty,
          key: `${team.id}-${tier}`,
          what: `${team.wire.displayName} (Tier ${tier})`,
          changedAt,
        });
  return times;
}

async function teamIdsOf(
  { teamId, userId }: PublishedCalendar['feed']['wire'],
  memberships: () => Promise<{ items: { teamId: string | null }[] }>,
): Promise<string[]> {
  if (teamId !== null) return [teamId];
  if (userId === null) return [];
  return (await memberships()).items.flatMap((membership) => membership.teamId ?? []);
}

/** The one that it is about, or those in which the person may be on call. */
async function schedulesOf(
  ctx: Ctx,
  { scheduleId, userId }: PublishedCalendar['feed']['wire'],
  from: Date,
): Promise<OnCallSchedule[]> {
  if (scheduleId) return [await getResource(ctx, scheduleKind, scheduleId)];
  return userId === null ? [] : schedulesNaming(ctx, [userId], from);
}

/** Grows when this process changes something that calendars are made of. */
export function calendarChanges(world: World): number {
  const ofTeams = [teamKind, teamMembershipKind, escalationsKind];
  const ofSchedules = [scheduleKind, overrideKind, temporaryScheduleKind, personCalendarKind];
  const kinds = [...ofTeams, ...ofSchedules, userKind];
  return changeCount(world, ...kinds.map(({ entityType }) => entityType));
}
