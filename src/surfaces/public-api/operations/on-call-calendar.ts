import {
  type CalendarFeed,
  calendarFeedKind,
  publishCalendar,
  tokenOfFeed,
} from '../../../on-call/index.ts';
import { demandTeamEdit, getResource, removeResource } from '../../../resources/index.ts';
import { type ApiCaller, actingFor } from '../caller.ts';
import { type Handlers, ok, okObject } from '../handlers.ts';

export const onCallCalendarOperations = {
  createOnCallCalendar: async (caller, { body }) => {
    const acting = actingFor(caller, body.userId ?? '');
    // The right to a schedule's calendar depends on the schedule's owner, which is checked when it is published.
    if (!body.scheduleId) demandTeamEdit(acting, body.teamId?.toLowerCase() ?? null);
    return ok(toView(acting, await publishCalendar(acting, body)));
  },

  getOnCallCalendar: async (caller, { params }) => {
    const { acting, feed } = await ownOf(caller, params.id);
    return okObject(feed, toView(acting, feed));
  },

  deleteOnCallCalendar: async (caller, { params }) => {
    const { acting, feed } = await ownOf(caller, params.id);
    await removeResource(acting, calendarFeedKind, feed.id);
    return ok({});
  },
} satisfies Handlers;

/** 404 for one that is not there, 403 without the right to make it: the address is a secret. */
async function ownOf(caller: ApiCaller, id: string) {
  const feed = await getResource(caller, calendarFeedKind, id);
  const acting = actingFor(caller, feed.wire.userId ?? '');
  demandTeamEdit(acting, feed.teamId);
  return { acting, feed };
}

function toView(caller: ApiCaller, feed: CalendarFeed) {
  const { userId, teamId, scheduleId } = feed.wire;
  const url = `${caller.dependencies.publicUrl()}/calendar/oncall/${tokenOfFeed(caller, feed)}.ics`;
  return { id: feed.id, userId, teamId, scheduleId: scheduleId ?? null, url };
}
