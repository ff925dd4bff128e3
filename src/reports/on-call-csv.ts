import type { Ctx } from '../kernel/index.ts';
import { type CsvCell, csvText } from './csv.ts';
import { nameOf, type OnCallReportRequest, onCallReport, onCallTimes } from './on-call-report.ts';
import { localTexts } from './report-period.ts';

/** One line for each person. */
export async function onCallSumsCsv(ctx: Ctx, request: OnCallReportRequest) {
  const { people } = await onCallReport(ctx, request);
  return csvText(
    ['user_id', 'user', 'email', 'teams', 'seconds', 'hours'],
    people.map((person): CsvCell[] => [
      person.userId,
      nameOf(person),
      person.user?.wire.email ?? null,
      person.teams.map(({ team }) => team.displayName).join('; '),
      person.seconds,
      (person.seconds / 3600).toFixed(2),
    ]),
  );
}

/** One line for each uninterrupted time; `source` is `fillUp` where somebody stood in for an empty tier 1. */
export async function onCallTimesCsv(ctx: Ctx, request: OnCallReportRequest) {
  const { items } = await onCallTimes(ctx, request);
  const localText = localTexts(request.period.timeZoneId);
  return csvText(
    ['user_id', 'user', 'team', 'tier', 'source', 'start', 'end', 'seconds'],
    items.map((item): CsvCell[] => [
      item.userId,
      nameOf(item),
      item.team.wire.displayName,
      item.tier,
      item.isFillUp ? 'fillUp' : 'schedule',
      localText(item.start),
      localText(item.end),
      Math.round((item.end - item.start) / 1000),
    ]),
  );
}
