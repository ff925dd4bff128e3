import type { Interval } from '../calendar/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { demandCaughtUp } from './demand-caught-up.ts';
import type { FactRow } from './fact-row.ts';
import {
  type Comparison,
  compareFigure,
  emptyBucket,
  type FigureName,
  type IncidentBucket,
  IncidentCounter,
  type IncidentFigures,
} from './incident-figures.ts';
import { type FactFilter, readRows } from './read-incidents.ts';
import {
  bucketsOf,
  type IntervalName,
  previousPeriod,
  type ReportPeriod,
} from './report-period.ts';

export interface IncidentReport {
  period: ReportPeriod;
  previous: ReportPeriod;
  figures: Record<FigureName, Comparison>;
  interval: IntervalName;
  buckets: (Interval & IncidentBucket)[];
  /** For an organization: each team with the incidents that it holds, most first. An incident may be in several. */
  teams: { teamId: string; figures: IncidentFigures }[];
}

export interface IncidentReportRequest {
  filter: FactFilter;
  period: ReportPeriod;
  interval: IntervalName;
}

/**
 * The incidents that started in the period, whatever became of them later, beside those of the period before. Exact at
 * the moment of the question. Throws 503 while there is too much to catch up with.
 */
export async function incidentReport(
  ctx: Ctx,
  { filter, period, interval }: IncidentReportRequest,
): Promise<IncidentReport> {
  await demandCaughtUp(ctx);
  const previous = previousPeriod(period);
  const before = new IncidentCounter();
  const now = new IncidentCounter();
  const byTeam = new Map<string, IncidentCounter>();
  const buckets = bucketsOf(period, interval).map((times) => ({ ...times, ...emptyBucket() }));
  const isOrganization = filter.subject.level === 'Organization';
  // The one period ends where the other begins.
  const both = { start: previous.interval.start, end: period.interval.end };
  await readRows(ctx, filter, both, (row) => {
    if (row.startedAt < period.interval.start) return before.add(row);
    now.add(row);
    countInto(buckets, row);
    if (isOrganization) for (const id of row.teamIds) counterOf(byTeam, id).add(row);
  });
  return {
    period,
    previous,
    figures: compared(now.figures(), before.figures()),
    interval,
    buckets,
    teams: [...byTeam]
      .map(([teamId, counter]) => ({ teamId, figures: counter.figures() }))
      .sort((a, b) => b.figures.total - a.figures.total || a.teamId.localeCompare(b.teamId)),
  };
}

export function compared(
  now: IncidentFigures,
  before: IncidentFigures,
): Record<FigureName, Comparison> {
  const of = (name: FigureName) => compareFigure(name, now, before);
  return {
    total: of('total'),
    resolved: of('resolved'),
    resolvedPercent: of('resolvedPercent'),
    acknowledged: of('acknowledged'),
    meanToAcknowledge: of('meanToAcknowledge'),
    medianToAcknowledge: of('medianToAcknowledge'),
    meanToResolve: of('meanToResolve'),
    medianToResolve: of('medianToResolve'),
    transient: of('transient'),
  };
}

function countInto(buckets: readonly (Interval & IncidentBucket)[], row: FactRow): void {
  let low = 0;
  let high = buckets.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((buckets[middle]?.start ?? 0) <= row.startedAt) low = middle;
    else high = middle - 1;
  }
  const bucket = buckets[low];
  if (!bucket) return;
  bucket.total += 1;
  bucket.bySeverity[row.severity] += 1;
  bucket.byStatus[row.status] += 1;
}

function counterOf(counters: Map<string, IncidentCounter>, id: string): IncidentCounter {
  const counter = counters.get(id) ?? new IncidentCounter();
  counters.set(id, counter);
  return counter;
}
