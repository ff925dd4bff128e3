import type { Filter } from 'mongodb';
import type { Interval } from '../calendar/index.ts';
import type { Severity, Status } from '../incidents/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { countedFields, type RowSink, toRow } from './fact-row.ts';
import { cameTo, fromHeld } from './holdings.ts';
import { factsOf, type IncidentFact } from './model.ts';
import { packedUntil, readPackedDays, startOfDay } from './packed-days.ts';

/** What a report is about: all incidents, those of an integration, or those that a team holds. */
export type ReportSubject =
  | { level: 'Organization'; teamIds: readonly string[] | undefined }
  | { level: 'Integration'; integrationId: string }
  | { level: 'Team'; teamId: string };

export interface FactFilter {
  subject: ReportSubject;
  severities: readonly Severity[] | undefined;
  statuses: readonly Status[] | undefined;
}

const batchSize = 5000;
const dayMilliseconds = 86_400_000;

/** Hands out every incident that started in the interval, as the report counts it. */
export async function readRows(
  ctx: Ctx,
  filter: FactFilter,
  { start, end }: Interval,
  sink: RowSink,
): Promise<void> {
  const isWanted = rowFilter(filter);
  const take: RowSink = (row) => {
    if (row.startedAt >= start && row.startedAt < end && isWanted(row)) sink(row);
  };
  const firstDay = startOfDay(start + dayMilliseconds - 1);
  const lastDay = Math.min(startOfDay(end), packedUntil(ctx));
  if (filter.subject.level !== 'Organization' || lastDay <= firstDay)
    return readStored(ctx, filter.subject, { start, end }, take);
  await readStored(ctx, filter.subject, { start, end: firstDay }, take);
  await readPackedDays(ctx, ctx.organizationId, firstDay, lastDay, take);
  await readStored(ctx, filter.subject, { start: lastDay, end }, take);
}

async function readStored(
  ctx: Ctx,
  subject: ReportSubject,
  { start, end }: Interval,
  take: RowSink,
): Promise<void> {
  if (start >= end) return;
  const facts = factsOf(ctx)
    .find(subjectQuery(ctx, subject, { start, end }))
    .project<IncidentFact>(countedFields)
    .batchSize(batchSize);
  for await (const fact of facts) {
    const holdings = fact.held.map(fromHeld);
    const since = startOf(subject, fact);
    take(toRow(fact, { since, teamIds: holdings.map(({ teamId }) => teamId) }));
  }
}

/** The facts of a report, whole and in order of their creation. */
export function factsFor(
  ctx: Ctx,
  { subject, severities, statuses }: FactFilter,
  interval: Interval,
) {
  const query: Filter<IncidentFact> = subjectQuery(ctx, subject, interval);
  if (severities) query.severity = { $in: [...severities] };
  if (statuses) query.status = { $in: [...statuses] };
  return factsOf(ctx).find(query).sort({ organizationId: 1, createdAt: 1, _id: 1 }).batchSize(1000);
}

/** When an incident started for the subject: when it came to the team, else when it was created. */
export function startOf(
  subject: ReportSubject,
  fact: Pick<IncidentFact, 'createdAt' | 'held'>,
): Date {
  if (subject.level !== 'Team') return fact.createdAt;
  const held = fact.held.map(fromHeld).find(({ teamId }) => teamId === subject.teamId);
  return held?.since ?? fact.createdAt;
}

function subjectQuery(
  ctx: Ctx,
  subject: ReportSubject,
  { start, end }: Interval,
): Filter<IncidentFact> {
  const from = new Date(start);
  const until = new Date(end);
  const { organizationId } = ctx;
  const createdAt = { $gte: from, $lt: until };
  switch (subject.level) {
    case 'Team':
      return { organizationId, held: cameTo(subject.teamId, from, until) };
    case 'Integration':
      return { organizationId, integrationId: subject.integrationId, createdAt };
    case 'Organization':
      return { organizationId, createdAt };
  }
}

function rowFilter({
  subject,
  severities,
  statuses,
}: FactFilter): (row: Parameters<RowSink>[0]) => boolean {
  const teams = subject.level === 'Organization' ? subject.teamIds : undefined;
  return ({ severity, status, teamIds }) =>
    (!severities || severities.includes(severity)) &&
    (!statuses || statuses.includes(status)) &&
    // An incident of several of these teams is one incident.
    (!teams || teamIds.some((id) => teams.includes(id)));
}
