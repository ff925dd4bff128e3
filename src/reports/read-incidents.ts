import type { Interval } from '../calendar/index.ts';
import { type KeptIncident, keptDays, type Titled, titledDays } from '../incident-days/index.ts';
import type { Severity, Status } from '../incidents/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { readInTurn } from '../pace/index.ts';
import { type RowSink, toRow } from './fact-row.ts';

/** The subject of a report: all incidents, those of an integration, or those that a team holds. */
export type ReportSubject =
  | { level: 'Organization'; teamIds: readonly string[] | undefined }
  | { level: 'Integration'; integrationId: string }
  | { level: 'Team'; teamId: string };

export interface FactFilter {
  subject: ReportSubject;
  severities: readonly Severity[] | undefined;
  statuses: readonly Status[] | undefined;
}

/** Hands out every incident that started in the interval, as the report counts it. */
export async function readRows(
  ctx: Ctx,
  filter: FactFilter,
  interval: Interval,
  sink: RowSink,
): Promise<void> {
  const startOf = startFor(filter, interval);
  for await (const day of keptDays(ctx, ctx.organizationId, optionsFor(ctx, interval)))
    for (const incident of day) {
      const startedAt = startOf(incident);
      if (startedAt !== null) sink(toRow(incident, startedAt));
    }
}

export interface Started extends Titled {
  incident: KeptIncident;
  startedAt: number;
}

/** The same with titles, a day of creation at a time, oldest first. */
export async function* readStarted(
  ctx: Ctx,
  filter: FactFilter,
  interval: Interval,
): AsyncGenerator<Started[]> {
  const startOf = startFor(filter, interval);
  for await (const day of titledDays(ctx, ctx.organizationId, optionsFor(ctx, interval))) {
    const started = day.flatMap((one) => {
      const startedAt = startOf(one.incident);
      return startedAt === null ? [] : [{ ...one, startedAt }];
    });
    if (started.length > 0)
      yield started.sort(
        ({ incident: a }, { incident: b }) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1),
      );
  }
}

function optionsFor(ctx: Ctx, { start, end }: Interval) {
  return {
    filter: { start: new Date(start), end: new Date(end) },
    inTurn: <Result>(step: () => Promise<Result>) => readInTurn(ctx, step),
  };
}

/**
 * Says when an incident started for the report: when it came to the team, else when it was created. Null: it is none of
 * the report.
 */
function startFor(
  { subject, severities, statuses }: FactFilter,
  { start, end }: Interval,
): (incident: KeptIncident) => number | null {
  const startOf = subjectStart(subject);
  return (incident) => {
    const startedAt = startOf(incident);
    const isWanted =
      startedAt !== null &&
      startedAt >= start &&
      startedAt < end &&
      (!severities || severities.includes(incident.severity)) &&
      (!statuses || statuses.includes(incident.status));
    return isWanted ? startedAt : null;
  };
}

function subjectStart(subject: ReportSubject): (incident: KeptIncident) => number | null {
  switch (subject.level) {
    case 'Team':
      return (incident) => incident.since(subject.teamId) ?? null;
    case 'Integration':
      return (incident) =>
        incident.integrationId === subject.integrationId ? incident.createdAt : null;
    case 'Organization': {
      const { teamIds } = subject;
      // An incident of several of these teams is one incident.
      return (incident) =>
        !teamIds || incident.teamIds.some((id) => teamIds.includes(id)) ? incident.createdAt : null;
    }
  }
}
