import type { Interval } from '../calendar/index.ts';
import { integrationKind } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { displayNames } from '../resources/index.ts';
import { teamKind } from '../teams/index.ts';
import { type CsvCell, csvText } from './csv.ts';
import { demandCaughtUp } from './demand-caught-up.ts';
import { toRow } from './fact-row.ts';
import { type FactFilter, readStarted, type Started } from './read-incidents.ts';
import { localTexts, type ReportPeriod } from './report-period.ts';

const columns = [
  'incident_id',
  'title',
  'team',
  'integration',
  'severity',
  'status',
  'started_at',
  'first_ack_at',
  'resolved_at',
  'tta_seconds',
  'ttr_seconds',
  'link',
] as const;

/** The incidents of the report, oldest first. */
export async function incidentCsv(
  ctx: Ctx,
  filter: FactFilter,
  { interval, timeZoneId }: ReportPeriod,
  linkOf: (incidentId: string) => string,
): Promise<AsyncIterable<string | Uint8Array>> {
  await demandCaughtUp(ctx);
  return csvText(columns, rowsOf(ctx, filter, { interval, timeZoneId, linkOf }));
}

async function* rowsOf(
  ctx: Ctx,
  filter: FactFilter,
  shown: { interval: Interval; timeZoneId: string; linkOf: (id: string) => string },
): AsyncGenerator<CsvCell[]> {
  const names = new Map<string, string>();
  const localText = localTexts(shown.timeZoneId);
  for await (const day of readStarted(ctx, filter, shown.interval)) {
    await learnNames(ctx, day, names);
    for (const one of day) yield lineOf(one);
  }

  function lineOf({ incident, startedAt, title, integrationName }: Started): CsvCell[] {
    const row = toRow(incident, startedAt);
    const local = (at: number | null) => (at === null ? null : localText(at));
    const { integrationId } = incident;
    return [
      incident.id,
      title,
      incident.teamIds.map((id) => names.get(id) ?? 'Deleted team').join('; '),
      integrationId === null ? null : (names.get(integrationId) ?? integrationName),
      incident.severity,
      incident.status,
      local(startedAt),
      local(row.acknowledgedAt),
      local(incident.resolvedAt),
      seconds(row.millisecondsToAcknowledge),
      seconds(row.millisecondsToResolve),
      shown.linkOf(incident.id),
    ];
  }
}

async function learnNames(
  ctx: Ctx,
  day: readonly Started[],
  names: Map<string, string>,
): Promise<void> {
  const missing = (ids: readonly string[]) => [...new Set(ids)].filter((id) => !names.has(id));
  const teamIds = missing(day.flatMap(({ incident }) => incident.teamIds));
  const integrationIds = missing(day.flatMap(({ incident }) => incident.integrationId ?? []));
  const found = await Promise.all([
    displayNames(ctx, teamKind, teamIds),
    displayNames(ctx, integrationKind, integrationIds),
  ]);
  for (const [id, name] of found.flatMap((map) => [...map])) names.set(id, name);
}

function seconds(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.round(milliseconds / 1000);
}
