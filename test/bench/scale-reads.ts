import type { ApiClient } from '../support/api-client.ts';
import { quantile } from './quantile.ts';
import type { Tenants } from './scale-payloads.ts';

/** Milliseconds after which a call is not repeated any more, but twice. */
const patienceMilliseconds = 1500;
const callsMax = 20;

/** What a console and its users ask for, with a filter or an order each. */
export function readCalls(
  { teams, integrations, quietTeam, quietIntegration }: Tenants,
  { begunAt, incidents, incidentId }: { begunAt: Date; incidents: number; incidentId: string },
): Readonly<Record<string, string>> {
  const list = '/incident/search/list';
  const deep = Math.max(0, incidents - 100);
  const lately = new Date(Date.now() - 60_000).toISOString();
  const early = new Date(begunAt.getTime() + 2000).toISOString();
  return {
    '(floor: a team by its id)': `/team/${teams[0]}`,
    'list default': list,
    'list Limit=100': `${list}?Limit=100`,
    'Statuses=Open': `${list}?Statuses=Open`,
    'Statuses=Resolved': `${list}?Statuses=Resolved`,
    'Severities=Minor (5 %)': `${list}?Severities=Minor`,
    'TeamIds one': `${list}?TeamIds=${teams[0]}`,
    'TeamIds one, Open, Critical': `${list}?TeamIds=${teams[0]}&Statuses=Open&Severities=Critical`,
    'TeamIds without incidents': `${list}?TeamIds=${quietTeam}`,
    'IntegrationIds one (2 %)': `${list}?IntegrationIds=${integrations.at(-1)}`,
    'IntegrationIds without incidents': `${list}?IntegrationIds=${quietIntegration}`,
    'SearchTerm frequent': `${list}?SearchTerm=disk`,
    'SearchTerm without hits': `${list}?SearchTerm=nowhere-at-all`,
    'SearchTerm rare, Open': `${list}?SearchTerm=host-17.example&Statuses=Open`,
    'CreatedFrom last minute': `${list}?CreatedFrom=${lately}`,
    'CreatedUntil oldest + 2 s, Open': `${list}?CreatedUntil=${early}&Statuses=Open`,
    'LastUpdatedFrom last minute': `${list}?LastUpdatedFrom=${lately}`,
    'Unattended=true': `${list}?Unattended=true`,
    'Unattended=false': `${list}?Unattended=false`,
    'IsArchived=true (none)': `${list}?IsArchived=true`,
    'OnlySnoozed (none)': `${list}?OnlySnoozed=true`,
    'UserIds (none)': `${list}?UserIds=${quietTeam}`,
    'SortBy=LastUpdatedAt': `${list}?SortBy=LastUpdatedAt`,
    'SortBy=LatestInteraction': `${list}?SortBy=LatestInteraction`,
    'SortBy=Title': `${list}?SortBy=Title`,
    'SortBy=Urgency': `${list}?SortBy=Urgency`,
    'SortBy=Urgency, Open': `${list}?SortBy=Urgency&Statuses=Open`,
    'Offset=1000': `${list}?Offset=1000`,
    [`Offset=${deep}`]: `${list}?Offset=${deep}`,
    'changes, first page': '/incident/search/changes',
    'changes Since last minute': `/incident/search/changes?Since=${lately}`,
    'changes, team without incidents': `/incident/search/changes?TeamIds=${quietTeam}`,
    'incident by id': `/incident/search/${incidentId}`,
    'payloads of the busiest integration': `/inbound-integration/${integrations[0]}/payloads/search/list`,
    'payloads Limit=100 IncludeData': `/inbound-integration/${integrations[0]}/payloads/search/list?Limit=100&IncludeData=true`,
    'payloads of a quiet integration': `/inbound-integration/${quietIntegration}/payloads/search/list`,
    'audit list': '/auditlog/list',
    'audit EntityType=Team': '/auditlog/list?EntityType=Team',
    'audit export': '/auditlog/export?Format=ndjson',
    'on-call': '/on-call',
    'team list': '/team/search/list',
    'integration list': '/inbound-integration/search/list',
  };
}

/** How long the calls take one after the other, on a server that has nothing else to do. */
export async function measureReads(
  api: ApiClient,
  calls: Readonly<Record<string, string>>,
): Promise<object[]> {
  const rows: object[] = [];
  for (const [call, path] of Object.entries(calls)) {
    const took: number[] = [];
    let status = 0;
    const startedAt = performance.now();
    while (took.length < callsMax) {
      const sentAt = performance.now();
      ({ status } = await api.get(path));
      took.push(performance.now() - sentAt);
      if (status !== 200 || (took.length > 1 && sentAt - startedAt > patienceMilliseconds)) break;
    }
    rows.push({
      call,
      'median ms': quantile(took, 0.5).toFixed(1),
      'p95 ms': quantile(took, 0.95).toFixed(1),
      calls: took.length,
      status,
    });
  }
  return rows;
}
