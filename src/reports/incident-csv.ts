import type { Interval } from '../calendar/index.ts';
import { integrationKind } from '../integrations/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { displayNames } from '../resources/index.ts';
import { teamKind } from '../teams/index.ts';
import { type CsvCell, csvText } from './csv.ts';
import { toRow } from './fact-row.ts';
import { fromHeld } from './holdings.ts';
import { demandCaughtUp } from './keep-facts.ts';
import type { IncidentFact } from './model.ts';
import { type FactFilter, factsFor, startOf } from './read-facts.ts';
import { localText, type ReportPeriod } from './report-period.ts';

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
  const { subject } = filter;
  const teams = subject.level === 'Organization' ? subject.teamIds : undefined;
  let page: IncidentFact[] = [];
  for await (const fact of factsFor(ctx, filter, shown.interval)) {
    if (teams && !fact.held.some((held) => teams.includes(fromHeld(held).teamId))) continue;
    page.push(fact);
    if (page.length < 500) continue;
    yield* lines(page);
    page = [];
  }
  yield* lines(page);

  async function* lines(facts: readonly IncidentFact[]): AsyncGenerator<CsvCell[]> {
    await learnNames(ctx, facts, names);
    for (const fact of facts) yield lineOf(fact);
  }

  function lineOf(fact: IncidentFact): CsvCell[] {
    const since = startOf(subject, fact);
    const teamIds = fact.held.map((held) => fromHeld(held).teamId);
    const row = toRow(fact, { since, teamIds });
    const local = (at: Date | undefined) =>
      at === undefined ? null : localText(at, shown.timeZoneId);
    const { integrationId, integrationName } = fact;
    return [
      fact._id,
      fact.title,
      teamIds.map((id) => names.get(id) ?? 'Deleted team').join('; '),
      integrationId === null ? null : (names.get(integrationId) ?? integrationName),
      fact.severity,
      fact.status,
      local(since),
      local(fact.acknowledgedAt.find((at) => at >= since)),
      local(fact.resolvedAt),
      seconds(row.millisecondsToAcknowledge),
      seconds(row.millisecondsToResolve),
      shown.linkOf(fact._id),
    ];
  }
}

async function learnNames(
  ctx: Ctx,
  facts: readonly IncidentFact[],
  names: Map<string, string>,
): Promise<void> {
  const missing = (ids: readonly string[]) => [...new Set(ids)].filter((id) => !names.has(id));
  const teamIds = missing(facts.flatMap(({ held }) => held.map((one) => fromHeld(one).teamId)));
  const integrationIds = missing(facts.flatMap(({ integrationId }) => integrationId ?? []));
  const found = await Promise.all([
    displayNames(ctx, teamKind, teamIds),
    displayNames(ctx, integrationKind, integrationIds),
  ]);
  for (const [id, name] of found.flatMap((map) => [...map])) names.set(id, name);
}

function seconds(milliseconds: number | null): number | null {
  return milliseconds === null ? null : Math.round(milliseconds / 1000);
}
