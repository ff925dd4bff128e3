import { toInstant, toLocal, type Weekday, weekdayOf } from '../calendar/index.ts';
import type { TeamWire } from '../teams/index.ts';
import { periodOf, type ReportPeriod } from './report-period.ts';

export interface DueReport {
  /** When it is sent. */
  at: Date;
  /** The week in which it is sent, as ISO 8601 counts: `2026-W13`. Each team gets one in each. */
  week: string;
  /** The 7 days until the midnight before. */
  period: ReportPeriod;
}

/** A server that was down for longer sends what comes next. */
const lateMilliseconds = 24 * 3_600_000;

/** Spec 2.9. */
const usual: { dayOfWeek: Weekday; time: string } = { dayOfWeek: 'mon', time: '07:00' };

/** The report of a team that is due now, or was a short time ago; null when there is none. Pure. */
export function dueReport(
  {
    incidentEngagementReportSettings: settings,
    timeZoneId,
  }: Pick<TeamWire, 'incidentEngagementReportSettings' | 'timeZoneId'>,
  since: Date,
  now: Date,
): DueReport | null {
  if (settings?.disableWeeklyIncidentEngagementReport) return null;
  const zone = timeZoneId ?? 'UTC';
  const { dayOfWeek, time } = settings ?? usual;
  const today = toLocal(now.getTime(), zone).toPlainDate();
  for (let back = 0; back <= 7; back += 1) {
    const day = today.subtract({ days: back });
    if (weekdayOf(day) !== dayOfWeek) continue;
    // At a time that clocks skip, it is the moment of the skip.
    const at = toInstant(day.toPlainDateTime(Temporal.PlainTime.from(time)), zone);
    if (at > now.getTime()) continue;
    if (at <= since.getTime() || now.getTime() - at >= lateMilliseconds) return null;
    const period = periodOf(day.subtract({ days: 7 }), day.subtract({ days: 1 }), zone);
    return {
      at: new Date(at),
      week: `${day.yearOfWeek}-W${String(day.weekOfYear).padStart(2, '0')}`,
      period,
    };
  }
  return null;
}
