import type { components } from '../contract/index.ts';
import { isSuspended, userKind } from '../identity/index.ts';
import {
  type Ctx,
  hashOfToken,
  invalidField,
  newToken,
  systemContext,
  type World,
} from '../kernel/index.ts';
import {
  createResource,
  defineKind,
  demandReference,
  findResource,
  getResource,
  type Resource,
  storedFilter,
  wireShapes,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { demandTeam, teamKind } from '../teams/index.ts';
import { demandSchedule, scheduleKind } from './schedule-kind.ts';

/** A feed is of a team, of a person or of a schedule; the others are null. */
export type CalendarFeedWire = Required<components['schemas']['OnCallCalendarInput']>;

export interface CalendarFeedInternal {
  /** The secret of the address: to show it again, and to find the calendar by it. A new one with every new address. */
  token: { sealed: string; hash: string };
}

export type CalendarFeed = Resource<CalendarFeedWire, CalendarFeedInternal>;

/** Secret addresses of calendars: one of each person, team and schedule, under their id. Storing it again renews it. */
export const calendarFeedKind = defineKind<CalendarFeedWire, CalendarFeedInternal>({
  entityType: 'OnCallCalendar',
  noun: 'on-call-calendar',
  collection: 'on_call_calendars',
  shape: wireShapes.OnCallCalendar,
  displayNameOf: () => null,
  personOf: ({ userId }) => userId,
  sharesId: true,
  async teamOf(ctx, { teamId, scheduleId }) {
    if (scheduleId) return (await demandSchedule(ctx, scheduleId)).teamId;
    return teamId === null ? null : demandTeam(ctx, teamId);
  },
  prepare(ctx, wire) {
    const token = newToken();
    return {
      wire,
      internal: { token: { sealed: ctx.secrets.seal(token), hash: hashOfToken(token) } },
    };
  },
  removedWith: {
    Team: (id) => ({ _id: id }),
    User: (id) => ({ _id: id }),
    OnCallSchedule: (id) => ({ _id: id }),
  },
  indexes: [
    // By address.
    [{ 'internal.token.hash': 1 }, { sparse: true }],
  ],
});

/**
 * Makes an address, or a new one in place of the old. Throws 400 while the calendar is not published, 403. That of a
 * schedule is published by its address.
 */
export async function publishCalendar(
  ctx: Ctx,
  given: Partial<CalendarFeedWire>,
): Promise<CalendarFeed> {
  const wire = {
    userId: given.userId ?? null,
    teamId: given.teamId ?? null,
    scheduleId: given.scheduleId ?? null,
  };
  const [id, ...others] = Object.values(wire).filter((one) => one !== null);
  if (id === undefined || others.length > 0) throw invalidField('userId', say('calendarOfOne'));
  const { userId, teamId, scheduleId } = wire;
  // Tells unknown ids apart from those that are not published.
  if (userId !== null) await demandReference(ctx, userKind, 'userId', userId);
  else if (teamId !== null) await demandTeam(ctx, teamId);
  else if (scheduleId !== null) await demandSchedule(ctx, scheduleId);
  if ((await publishingOf(ctx, wire)) === null)
    throw userId === null
      ? invalidField('teamId', say('teamCalendarUnpublished'))
      : invalidField('userId', say('userCalendarUnpublished'));
  return createResource(ctx, calendarFeedKind, wire, { id: id.toLowerCase() });
}

/** The part of the address that is secret. */
export function tokenOfFeed({ secrets }: Ctx, { internal }: CalendarFeed): string {
  return secrets.open(internal.token.sealed);
}

export interface PublishedCalendar {
  ctx: Ctx;
  feed: CalendarFeed;
  displayName: string;
  onlyTier1: boolean;
}

/** The calendar at an address, or null: revoked, replaced, not published any more, or never there. */
export async function findCalendar(world: World, token: string): Promise<PublishedCalendar | null> {
  const found = await calendarFeedKind
    .model(world.store)
    .findOne(storedFilter(calendarFeedKind, { 'internal.token.hash': hashOfToken(token) }))
    .lean<{ _id: string; organizationId?: string }>();
  if (!found?.organizationId) return null;
  const ctx = systemContext(world, found.organizationId);
  const feed = await getResource(ctx, calendarFeedKind, found._id);
  const published = await publishingOf(ctx, feed.wire);
  return published && { ctx, feed, ...published };
}

/** The settings of the person or team; null while they do not publish, and while the person is suspended. */
async function publishingOf(
  ctx: Ctx,
  { userId, teamId, scheduleId }: CalendarFeedWire,
): Promise<{ displayName: string; onlyTier1: boolean } | null> {
  if (scheduleId) {
    const schedule = await findResource(ctx, scheduleKind, { _id: scheduleId.toLowerCase() });
    return schedule && { displayName: schedule.wire.displayName, onlyTier1: false };
  }
  const user =
    userId === null ? null : await findResource(ctx, userKind, { _id: userId.toLowerCase() });
  const team =
    teamId === null ? null : await findResource(ctx, teamKind, { _id: teamId.toLowerCase() });
  if (user && isSuspended(user)) return null;
  const settings = (user ?? team)?.wire.calendarPublishingSettings;
  if (!settings?.isPublished) return null;
  return {
    displayName: team?.wire.displayName ?? user?.wire.displayName ?? user?.wire.email ?? '',
    onlyTier1: settings.onlyIncludeTier1 ?? false,
  };
}
