import { listOf, someOf, textOf } from '../../parts/search-values.ts';

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
  const teams = listOf(search.teams);
  return given({
    ...daysSearch(search),
    team: textOf(search.team),
    integration: textOf(search.integration),
    teams: teams.length > 0 ? teams : undefined,
    severity: severity.length > 0 ? severity : undefined,
    status: status.length > 0 ? status : undefined,
    interval,
    by: search.by === 'status' ? 'status' : undefined,
  });
}

export function onCallReportSearch(search: Record<string, unknown>): OnCallReportSearch {
  const teams = listOf(search.teams);
  const tier = Number(search.tier);
  return given({
    ...daysSearch(search),
    teams: teams.length > 0 ? teams : undefined,
    tier: Number.isInteger(tier) && tier > 1 && tier <= 100 ? tier : undefined,
    idle: search.idle === 'no' ? 'no' : undefined,
  });
}

export function engagementReportSearch(search: Record<string, unknown>): EngagementReportSearch {
  const { from, until } = daysSearch(search);
  return given({ team: textOf(search.team), from, until });
}

function daysSearch(search: Record<string, unknown>): DaysSearch {
  return { from: day(search.from), until: day(search.until), zone: textOf(search.zone) };
}

function day(value: unknown): string | undefined {
  const text = textOf(value);
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
}

/** Without what is not there, so that it is not in the address either. */
function given<Search extends object>(search: Search): Search {
  return Object.fromEntries(
    Object.entries(search).filter(([, value]) => value !== undefined),
  ) as Search;
}
