import { createHash } from 'node:crypto';
import ical, { ICalEventTransparency } from 'ical-generator';
import { userKind } from '../identity/index.ts';
import type { World } from '../kernel/index.ts';
import { changeCount, listResources } from '../resources/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';
import type { PublishedCalendar } from './calendar-feeds.ts';
import { dutiesIn } from './duty.ts';
import { escalationsKind } from './escalations.ts';
import { teamHistories } from './history.ts';
import { overrideKind } from './overrides.ts';
import { membersOf } from './who.ts';

const day = 86_400_000;
const daysBack = 30;
const daysAhead = 180;
/** What calendar programs still read at once: hourly shifts for half a year. */
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
  const users = await membersOf(ctx, teams);
  const calendar = ical({
    name: `On call: ${displayName}`,
    prodId: { company: 'Tocsin', product: 'On-call calendar' },
    ttl: 3600,
  });
  for (const { team, periods, changedAt } of teams) {
    for (const duty of await dutiesIn(periods)) {
      if (userId !== null && duty.userId !== userId.toLowerCase()) continue;
      if (onlyTier1 && duty.tier > 1) continue;
      if (calendar.length() >= eventsMax) break;
      const user = users.get(duty.userId);
      const who = user?.wire.displayName ?? user?.wire.email ?? 'Somebody';
      const what = `${team.wire.displayName} (Tier ${duty.tier})`;
      // What began before is cut anew each day, and must stay the same event.
      const began = duty.start === start ? 'before' : new Date(duty.start).toISOString();
      calendar.createEvent({
        id: `${team.id}-${duty.tier}-${duty.userId}-${began}@${host}`,
        start: new Date(duty.start),
        end: new Date(duty.end),
        stamp: changedAt,
        lastModified: changedAt,
        sequence: Math.max(0, Math.floor((changedAt.getTime() - sequenceOrigin) / 1000)),
        summary: userId === null ? `${who}: ${what}` : `On call: ${what}`,
        transparency: ICalEventTransparency.TRANSPARENT,
      });
    }
  }
  const text = calendar.toString();
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}

/** Seconds since then grow with every change and fit into the 32 bits of calendar programs. */
const sequenceOrigin = Date.parse('2020-01-01T00:00:00Z');

async function teamIdsOf(
  { teamId }: PublishedCalendar['feed']['wire'],
  memberships: () => Promise<{ items: { teamId: string | null }[] }>,
): Promise<string[]> {
  if (teamId !== null) return [teamId];
  return (await memberships()).items.flatMap((membership) => membership.teamId ?? []);
}

/** Grows when this process changes something that calendars are made of. */
export function calendarChanges(world: World): number {
  const kinds = [teamKind, teamMembershipKind, escalationsKind, overrideKind, userKind];
  return changeCount(world, ...kinds.map(({ entityType }) => entityType));
}
