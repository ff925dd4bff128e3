import { engagementCsv, engagementReport, requestedWeek } from '../../../reports/index.ts';
import { getResource } from '../../../resources/index.ts';
import { teamKind } from '../../../teams/index.ts';
import type { ApiCaller } from '../caller.ts';
import { csvAnswer } from '../csv-answer.ts';
import { type Handlers, ok, type Request } from '../handlers.ts';
import { figuresView, periodView, secondsView } from '../report-view.ts';

export const engagementReportOperations = {
  getEngagementReport: async (caller, { params, query }) => {
    const { team, period, report } = await read(caller, params.id, query);
    return ok({
      team: { id: team.id, displayName: team.wire.displayName },
      timeZoneId: period.timeZoneId,
      period: periodView(period),
      previousPeriod: periodView(report.previous),
      figures: figuresView(report.figures),
      people: report.people.map(({ userId, user, medianMillisecondsToAcknowledge, ...person }) => ({
        user: {
          id: userId,
          displayName: user?.wire.displayName ?? null,
          email: user?.wire.email ?? null,
        },
        isMember: person.isMember,
        alerted: person.alerted,
        acknowledged: person.acknowledged,
        resolved: person.resolved,
        comments: person.comments,
        escalatedPast: person.escalatedPast,
        ttaMedianSeconds: secondsView(medianMillisecondsToAcknowledge),
        onCallSeconds: person.onCallSeconds,
      })),
      unacknowledged: report.unacknowledged.map(incidentView),
      longestOpen: report.longestOpen.map(incidentView),
      noisiestIntegrations: report.noisiestIntegrations.map(({ total, ...integration }) => ({
        integration,
        total,
      })),
      noisiestTitles: report.noisiestTitles,
    });
  },

  exportEngagementReport: async (caller, { params, query }) => {
    const { period, report } = await read(caller, params.id, query);
    return csvAnswer(engagementCsv(report), `engagement-${period.from}-${period.until}`);
  },
} satisfies Handlers;

async function read(
  caller: ApiCaller,
  teamId: string,
  { From: from, Until: until }: Request<'getEngagementReport'>['query'],
) {
  const team = await getResource(caller, teamKind, teamId);
  const timeZoneId = team.wire.timeZoneId ?? 'UTC';
  const period = requestedWeek({ from, until, timeZoneId }, caller.clock.now());
  return { team, period, report: await engagementReport(caller, team, period) };
}

function incidentView<Incident extends { startedAt: Date }>({ startedAt, ...incident }: Incident) {
  return { ...incident, startedAt: startedAt.toISOString() };
}
