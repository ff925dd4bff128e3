import {
  netMinutes,
  type OnCallHistoryItem,
  onCallBetween,
  whoIsOnCall,
} from '../../../on-call/index.ts';
import {
  type OnCallReportRequest,
  onCallReport,
  onCallSumsCsv,
  onCallTimesCsv,
  requestedMonth,
} from '../../../reports/index.ts';
import { demandTimeZone } from '../../../resources/index.ts';
import type { ApiCaller } from '../caller.ts';
import { csvAnswer } from '../csv-answer.ts';
import { type Handlers, ok, type Request } from '../handlers.ts';
import { intervalOf } from '../interval.ts';
import { periodView } from '../report-view.ts';

export const onCallOperations = {
  getOnCall: async (caller, { query }) => {
    const at = query.Timestamp === undefined ? caller.clock.now() : new Date(query.Timestamp);
    const filter = { teamIds: query.TeamIds, userIds: query.UserIds };
    const members = await whoIsOnCall(caller, filter, at);
    return ok({
      memberships: members.map(({ user, team, availabilities }) => ({
        user: {
          id: user.id,
          displayName: user.wire.displayName,
          avatarUrl: null,
          email: user.wire.email,
        },
        team: teamView(team),
        availabilities,
      })),
    });
  },

  getOnCallReport: async (caller, { query }) => {
    const [start, end] = intervalOf(query, daysMax);
    const filter = { teamIds: query.TeamIds, scheduleIds: query.ScheduleIds };
    const items = await onCallBetween(caller, filter, start, end);
    return ok({
      onCallHistoryItems: items.map((item) => ({
        user: userView(item),
        team: teamView(item.team),
        start: new Date(item.start).toISOString(),
        end: new Date(item.end).toISOString(),
        tier: item.tier,
        ...(item.scheduleId === undefined ? {} : { scheduleId: item.scheduleId }),
      })),
    });
  },

  getOnCallReportSum: async (caller, { query }) => {
    const [start, end] = intervalOf(query, daysMax);
    const filter = {
      teamIds: one(query.TeamId),
      userIds: one(query.UserId),
      scheduleIds: query.ScheduleIds,
    };
    // Spec 2.9: only tier 1 counts unless the request names another one.
    const tierMax = query.MaxTier ?? 1;
    const items = (await onCallBetween(caller, filter, start, end)).filter(
      ({ tier }) => tier <= tierMax,
    );
    const byUser = Map.groupBy(items, ({ userId }) => userId);
    return ok({
      userSums: [...byUser.values()].flatMap((own) =>
        own[0] ? [{ user: userView(own[0]), netOnCallMinutes: netMinutes(own) }] : [],
      ),
    });
  },

  getOnCallReportPeople: async (caller, { query }) => {
    const request = reportRequest(caller, query);
    const { people, countedUntil, isRunning } = await onCallReport(caller, request);
    return ok({
      timeZoneId: request.period.timeZoneId,
      period: periodView(request.period),
      countedUntil: countedUntil.toISOString(),
      isRunning,
      people: people.map(({ teams, seconds, ...person }) => ({
        user: userView(person),
        seconds,
        teams,
      })),
    });
  },

  exportOnCallReport: async (caller, { query }) => {
    const request = reportRequest(caller, query);
    const isTimes = query.Kind === 'Times';
    const text = await (isTimes ? onCallTimesCsv : onCallSumsCsv)(caller, request);
    const { from, until } = request.period;
    return csvAnswer(text, `on-call-${isTimes ? 'times-' : ''}${from}-${until}`);
  },
} satisfies Handlers;

function reportRequest(
  caller: ApiCaller,
  query: Request<'getOnCallReportPeople'>['query'],
): OnCallReportRequest {
  const { From: from, Until: until, TimeZoneId: timeZoneId = 'UTC' } = query;
  demandTimeZone('TimeZoneId', timeZoneId);
  return {
    period: requestedMonth({ from, until, timeZoneId }, caller.clock.now()),
    teamIds: query.TeamIds?.length ? query.TeamIds : undefined,
    userIds: query.UserIds?.length ? query.UserIds : undefined,
    scheduleIds: query.ScheduleIds?.length ? query.ScheduleIds : undefined,
    // Spec 2.9: only tier 1 counts unless the request names another one.
    tierMax: query.MaxTier ?? 1,
  };
}

const daysMax = 366;

function one(value: string | undefined): string[] | undefined {
  return value === undefined ? undefined : [value];
}

function teamView({ id, wire }: OnCallHistoryItem['team']) {
  return { id, displayName: wire.displayName, timeZoneId: wire.timeZoneId ?? 'UTC' };
}

/** Somebody who has left the organization was on duty nonetheless; their id says no more. */
function userView({ userId, user }: Pick<OnCallHistoryItem, 'userId' | 'user'>) {
  if (user === null)
    return { id: userId, displayName: null, email: null, userName: null, timeZoneId: null };
  const { displayName, email, timeZoneId } = user.wire;
  return { id: user.id, displayName, email, userName: user.wire.userName ?? null, timeZoneId };
}
