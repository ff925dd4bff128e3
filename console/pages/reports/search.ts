import { fromUntilOf, idOf, idsOf, someOf, zoneOf } from '../../parts/search-values.ts';

export const severities = ['Critical', 'Warning', 'Minor'] as const;
export const statuses = ['Open', 'Resolved'] as const;
export const intervals = ['Hour', 'Day', 'Week', 'Month'] as const;

/** Days as people write them in addresses: `2026-03-01`. */
export interface DaysSearch {
  from?: string;
  until?: string;
  zone?: string;
}

export interface IncidentReportSearch extends DaysSearch {
  /** One of them, or neither: the organization. */
  team?: string;
  integration?: string;
  /** Only for the report of the organization. */
  teams?: string[];
  severity?: (typeof severities)[number][];
  status?: (typeof statuses)[number][];
  interval?: (typeof intervals)[number];
  /** The bars are stacked by this: by severities when left out. */
  by?: 'status';
}

export interface OnCallReportSearch extends DaysSearch {
  teams?: string[];
  tier?: number;
  /** Also people without duty. */
  idle?: 'no';
}

export interface EngagementReportSearch {
  team?: string;
  from?: string;
  until?: string;
}

export function incidentReportSearch(search: Record<string, unknown>): IncidentReportSearch {
  const severity = someOf(search.severity, severities);
  const status = someOf(search.status, statuses);
  const [interval] = someOf(search.interval, intervals);
  const teams = idsOf(search.teams);
  return given({
    ...fromUntilOf(search),
    zone: zoneOf(search.zone),
    team: idOf(search.team),
    integration: idOf(search.integration),
    teams: teams.length > 0 ? teams : undefined,
    severity: severity.length > 0 ? severity : undefined,
    status: status.length > 0 ? status : undefined,
    interval,
    by: search.by === 'status' ? 'status' : undefined,
  });
}

export function onCallReportSearch(search: Record<string, unknown>): OnCallReportSearch {
  const teams = idsOf(search.teams);
  const tier = Number(search.tier);
  return given({
    ...fromUntilOf(search),
    zone: zoneOf(search.zone),
    teams: teams.length > 0 ? teams : undefined,
    tier: Number.isInteger(tier) && tier > 1 && tier <= 100 ? tier : undefined,
    idle: search.idle === 'no' ? 'no' : undefined,
  });
}

export function engagementReportSearch(search: Record<string, unknown>): EngagementReportSearch {
  return given({ team: idOf(search.team), ...fromUntilOf(search) });
}

/** Without what is not there, so that it is not in the address either. */
function given<Search extends object>(search: Search): Search {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined),
  ) as Search;
}
