/**
 * Reports: how many incidents there were, how fast they were acknowledged and resolved, and who was on call for how long (spec 2.9). Owns
 * the facts of incidents, which outlive them. Changes nothing that a report is about. Called by the API.
 *
 * Design notes: a fact is derived from an incident that has changed, found by the index that the feed of changes has, so opening and
 * changing incidents costs nothing more. A task does it now and then; who asks for a report does the rest first, so that a report is exact. Only a deletion keeps the
 * fact before it happens (`keepOf`). A fact is replaced only by that of a later version of its incident, so processes need no lock.
 *
 * An incident counts in the period in which it started, whatever happens later. For a team that received it by assignment, it started
 * then. A subincident is no incident of its own.
 *
 * A year of an organization is read from days that are packed (`packed-days.ts`): one document each instead of thousands.
 */
export { engagementCsv } from './engagement-csv.ts';
export { type EngagementReport, engagementReport } from './engagement-report.ts';
export { incidentCsv } from './incident-csv.ts';
export type { Comparison, FigureName, IncidentFigures } from './incident-figures.ts';
export { type IncidentReport, incidentReport } from './incident-report.ts';
export { reports } from './module.ts';
export { onCallSumsCsv, onCallTimesCsv } from './on-call-csv.ts';
export { type OnCallReportRequest, onCallReport } from './on-call-report.ts';
export type { FactFilter, ReportSubject } from './read-facts.ts';
export {
  type IntervalName,
  intervalFor,
  type ReportPeriod,
  requestedMonth,
  requestedPeriod,
  requestedWeek,
} from './report-period.ts';
export { type WeeklyMailOptions, weeklyMailTask } from './weekly-mails.ts';
