import { recordAudit } from '../../../audit/index.ts';
import type { CalendarUnit } from '../../../calendar/index.ts';
import {
  type CallFilter,
  callLogOf,
  callStats,
  deleteCall,
  deleteCallsOf,
  fetchRecordingAgain,
  getCallSession,
  listCallSessions,
  openRecording,
} from '../../../calls/index.ts';
import { integrationKind } from '../../../integrations/index.ts';
import { invalidField } from '../../../kernel/index.ts';
import { demandTimeZone, displayNames } from '../../../resources/index.ts';
import { say } from '../../../sentences/index.ts';
import { teamKind } from '../../../teams/index.ts';
import { toCallViews, toCountsView, toLogView } from '../call-session-view.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok, okObject, type Request } from '../handlers.ts';

export const callSessionOperations = {
  listCallSessions: async (caller, { query }) => {
    const filter: CallFilter = {
      ...filterOf(query),
      callerPrefix: query.CallerNumber && prefixOf(query.CallerNumber),
      incidentId: query.IncidentId,
      from: query.From === undefined ? undefined : new Date(query.From),
      until: query.Until === undefined ? undefined : new Date(query.Until),
    };
    const page = { idLessThan: query.IdLessThan, limit: query.Limit ?? 20 };
    const { items, hasMore } = await listCallSessions(caller, filter, page);
    return ok({ callSessions: await toCallViews(caller, items), hasMore });
  },

  getCallSession: async (caller, { params }) => oneCall(caller, params.id),

  deleteCallSession: async (caller, { params }) => {
    await deleteCall(caller, params.id);
    return ok({});
  },

  deleteCallsOfCaller: async (caller, { body }) => {
    const { deleted, ongoing, incidentIds } = await deleteCallsOf(
      caller,
      prefixOf(body.callerNumber),
    );
    return ok({ deletedCount: deleted, ongoingCount: ongoing, incidentIds });
  },

  getCallRecording: async (caller, { params }) => {
    const call = await getCallSession(caller, params.id);
    const { byteCount, sha256, contentType, read } = openRecording(caller, call);
    await recordAudit(caller, {
      action: 'call-session.download-recording',
      entityType: 'CallSession',
      entityId: call._id,
    });
    const extension = contentType === 'audio/mpeg' ? 'mp3' : 'wav';
    const moment = call.session.startedAt.toISOString().replace(/\.\d+|:/g, '');
    return {
      status: 200,
      headers: {
        'content-type': contentType,
        'content-disposition': `attachment; filename="voicemail-${moment}.${extension}"`,
      },
      bytes: { byteCount, etag: `"${sha256}"`, read },
    };
  },

  fetchCallRecording: async (caller, { params }) => {
    await fetchRecordingAgain(caller, params.id);
    return oneCall(caller, params.id);
  },

  callBack: async (caller, { params }) => {
    await caller.dependencies.calls.callBack(caller, params.id);
    return oneCall(caller, params.id);
  },

  getCallStats: async (caller, { query }) => {
    const request = statsRequestOf(caller, query);
    const stats = await callStats(caller, filterOf(query), request);
    const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);
    const [numbers, teams] = await Promise.all([
      displayNames(caller, integrationKind, idsOf(stats.integrations)),
      displayNames(caller, teamKind, idsOf(stats.teams)),
    ]);
    return ok({
      from: request.from.toISOString(),
      until: request.until.toISOString(),
      interval: query.Interval ?? 'Day',
      timeZoneId: request.timeZoneId,
      totals: toCountsView(stats.totals),
      intervals: stats.intervals.map(({ start, end, counts }) => ({
        start: start.toISOString(),
        end: end.toISOString(),
        counts: toCountsView(counts),
      })),
      integrations: stats.integrations.map(({ id, counts }) => ({
        integration: { id, displayName: numbers.get(id) ?? null },
        counts: toCountsView(counts),
      })),
      teams: stats.teams.map(({ id, counts }) => ({
        team: { id, displayName: teams.get(id) ?? 'Deleted team' },
        counts: toCountsView(counts),
      })),
    });
  },
} satisfies Handlers;

async function oneCall(caller: ApiCaller, id: string) {
  const call = await getCallSession(caller, id);
  const [view] = await toCallViews(caller, [call]);
  if (!view) throw new RangeError('One call has one view.');
  return okObject(call, { ...view, log: callLogOf(call).map(toLogView) });
}

type ListQuery = Pick<
  Request<'listCallSessions'>['query'],
  'Outcomes' | 'IntegrationIds' | 'TeamIds'
>;

function filterOf({ Outcomes, IntegrationIds, TeamIds }: ListQuery): CallFilter {
  return {
    outcomes: Outcomes?.length ? Outcomes : undefined,
    integrationIds: IntegrationIds?.length ? IntegrationIds : undefined,
    teamIds: TeamIds?.length ? TeamIds : undefined,
  };
}

/** However the beginning of a number is written. */
function prefixOf(text: string): string {
  return `+${text.replace(/^(\+|00)/, '').replace(/\D/g, '')}`;
}

const dayMilliseconds = 86_400_000;
const daysMax: Readonly<Record<CalendarUnit, number>> = {
  hour: 32,
  day: 366,
  week: 366,
  month: 366,
};
const units = { Hour: 'hour', Day: 'day', Week: 'week', Month: 'month' } as const;

function statsRequestOf(caller: ApiCaller, query: Request<'getCallStats'>['query']) {
  const { From, Until, Interval = 'Day', TimeZoneId: timeZoneId = 'UTC' } = query;
  demandTimeZone('TimeZoneId', timeZoneId);
  const until = Until === undefined ? caller.clock.now() : new Date(Until);
  const from =
    From === undefined ? new Date(until.getTime() - 30 * dayMilliseconds) : new Date(From);
  const unit = units[Interval];
  if (until <= from) throw invalidField('Until', say('mustBeAfter', { start: 'From' }));
  if (until.getTime() - from.getTime() > daysMax[unit] * dayMilliseconds)
    throw invalidField('Until', say('withinDaysForUnit', { days: daysMax[unit], unit }));
  return { from, until, unit, timeZoneId };
}
