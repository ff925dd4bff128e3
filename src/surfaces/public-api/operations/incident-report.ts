import { integrationKind } from '../../../integrations/index.ts';
import {
  type FactFilter,
  incidentCsv,
  incidentReport,
  intervalFor,
  type ReportPeriod,
  type ReportSubject,
  requestedPeriod,
} from '../../../reports/index.ts';
import {
  demandTeamEdit,
  demandTimeZone,
  displayNames,
  getResource,
} from '../../../resources/index.ts';
import { teamKind } from '../../../teams/index.ts';
import type { ApiCaller } from '../caller.ts';
import { csvAnswer } from '../csv-answer.ts';
import { type Answer, type Handlers, ok, type Request } from '../handlers.ts';
import { figuresView, periodView, secondsView } from '../report-view.ts';

const teamsMax = 200;

/** Who may see which level is spec 2.9. */
export const incidentReportOperations = {
  getIncidentReport: async (caller, { query }) =>
    ok(await report(caller, ofOrganization(query), query)),

  exportIncidentReport: (caller, { query }) => csv(caller, ofOrganization(query), query),

  getTeamIncidentReport: async (caller, { params, query }) =>
    ok(await report(caller, await ofTeam(caller, params.id), query)),

  exportTeamIncidentReport: async (caller, { params, query }) =>
    csv(caller, await ofTeam(caller, params.id), query),

  getIntegrationIncidentReport: async (caller, { params, query }) =>
    ok(await report(caller, await ofIntegration(caller, params.id), query)),

  exportIntegrationIncidentReport: async (caller, { params, query }) =>
    csv(caller, await ofIntegration(caller, params.id), query),
} satisfies Handlers;

interface Subject {
  of: ReportSubject;
  /** Time zone of days, unless the request says otherwise. */
  timeZoneId: string;
  team: Named | null;
  integration: Named | null;
}

interface Named {
  id: string;
  displayName: string;
}

function ofOrganization({ TeamIds }: Request<'exportIncidentReport'>['query']): Subject {
  const teamIds = TeamIds?.length ? TeamIds : undefined;
  const of = { level: 'Organization' as const, teamIds };
  return { of, timeZoneId: 'UTC', team: null, integration: null };
}

async function ofTeam(caller: ApiCaller, teamId: string): Promise<Subject> {
  const { id, wire } = await getResource(caller, teamKind, teamId);
  return {
    of: { level: 'Team', teamId: id },
    timeZoneId: wire.timeZoneId ?? 'UTC',
    team: { id, displayName: wire.displayName },
    integration: null,
  };
}

async function ofIntegration(caller: ApiCaller, integrationId: string): Promise<Subject> {
  const { id, wire, teamId } = await getResource(caller, integrationKind, integrationId);
  demandTeamEdit(caller, teamId);
  const team = await getResource(caller, teamKind, teamId ?? '');
  return {
    of: { level: 'Integration', integrationId: id },
    timeZoneId: team.wire.timeZoneId ?? 'UTC',
    team: null,
    integration: { id, displayName: wire.displayName },
  };
}

type Query = Request<'getTeamIncidentReport'>['query'];

function filterOf({ of: subject }: Subject, { Severities, Statuses }: Query): FactFilter {
  return {
    subject,
    severities: Severities?.length ? Severities : undefined,
    statuses: Statuses?.length ? Statuses : undefined,
  };
}

function periodFor(caller: ApiCaller, subject: Subject, query: Query): ReportPeriod {
  const timeZoneId = query.TimeZoneId ?? subject.timeZoneId;
  demandTimeZone('TimeZoneId', timeZoneId);
  const days = { from: query.From, until: query.Until, timeZoneId };
  return requestedPeriod(days, caller.clock.now());
}

async function report(
  caller: ApiCaller,
  subject: Subject,
  query: Query,
): Promise<Answer<'getIncidentReport'>> {
  const period = periodFor(caller, subject, query);
  const interval = intervalFor(period, query.Interval);
  const filter = filterOf(subject, query);
  const found = await incidentReport(caller, { filter, period, interval });
  const teams = found.teams.slice(0, teamsMax);
  const names = await displayNames(
    caller,
    teamKind,
    teams.map(({ teamId }) => teamId),
  );
  return {
    level: subject.of.level,
    team: subject.team,
    integration: subject.integration,
    timeZoneId: period.timeZoneId,
    period: periodView(period),
    previousPeriod: periodView(found.previous),
    figures: figuresView(found.figures),
    interval,
    buckets: found.buckets.map(({ start, end, ...counts }) => ({
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      ...counts,
    })),
    teams: teams.map(({ teamId, figures }) => ({
      team: { id: teamId, displayName: names.get(teamId) ?? 'Deleted team' },
      total: figures.total,
      resolved: figures.resolved,
      resolvedPercent: figures.resolvedPercent,
      mttaSeconds: secondsView(figures.meanToAcknowledge),
      mttrSeconds: secondsView(figures.meanToResolve),
    })),
  };
}

async function csv(caller: ApiCaller, subject: Subject, query: Query) {
  const period = periodFor(caller, subject, query);
  const publicUrl = caller.dependencies.publicUrl();
  const linkOf = (id: string) => `${publicUrl}/incidents/${id}`;
  const text = await incidentCsv(caller, filterOf(subject, query), period, linkOf);
  return csvAnswer(text, `incidents-${period.from}-${period.until}`);
}
