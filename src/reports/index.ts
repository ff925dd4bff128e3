/**
 * Reports: how many incidents there were, how fast they were acknowledged and resolved, and who was on call for how
 * long (spec 2.9). Changes nothing that a report is about. Called by the API.
 *
 * Design notes: counts what `incident-days` keeps of incidents, and asks it first to keep what has changed, so that a
 * report is exact; a task does most of that before.
 *
 * An incident counts in the period in which it started, whatever happens later. For a team that received it by
 * assignment, it started then. A subincident is no incident of its own.
 */
export { engagementCsv } from './engagement-csv.ts';
export { engagementReport } from './engagement-report.ts';
export { incidentCsv } from './incident-csv.ts';
export type { Comparison } from './incident-figures.ts';
export { type IncidentReport, incidentReport } from './incident-report.ts';
export { reports } from './module.ts';
export { onCallSumsCsv, onCallTimesCsv } from './on-call-csv.ts';
export { type OnCallReportRequest, onCallReport } from './on-call-report.ts';
export type { FactFilter, ReportSubject } from './read-incidents.ts';
export {
  intervalFor,
  type ReportPeriod,
  requestedMonth,
  requestedPeriod,
  requestedWeek,
} from './report-period.ts';
export { type JudgedDifference, shadowReport } from './shadow-report.ts';
export { weeklyMailTask } from './weekly-mails.ts';
