/**
 * Incident days: what of each incident reports and status pages need, kept for longer than the incident, and day by
 * day, so that a year of them is read in a fraction of a second. Changes no incident. Called by both.
 *
 * Design notes: a fact is derived from an incident that has changed, found by the index that the feed of changes has,
 * so opening and changing incidents costs nothing more. A task does it now and then; who has to be exact does the rest
 * first, or reads what has changed since from the incidents themselves (`progressOf`). Only a deletion keeps the fact
 * before it happens (`keepOf`). A fact is replaced only by that of a later version of its incident, so processes need
 * no lock.
 *
 * Facts are rows of blocks as well, one or more for each day (UTC) on which incidents were created: see `pack.ts`. What
 * changes on a day that is over is written into its block like everything else. No sums are kept: reports ask for
 * medians, for any days of any time zone, and for some teams, severities and statuses.
 */
export { cameTo, fromHeld } from './holdings.ts';
export { catchUp } from './keep-facts.ts';
export { type Act, byHolder, factsOf, type IncidentFact } from './model.ts';
export { incidentDays } from './module.ts';
export { type Span, shownSpansOf, spansOf } from './outages.ts';
export { KeptIncident } from './packed-row.ts';
export { goneSince, progressOf } from './progress.ts';
export { keptDays, type Titled, titledDays } from './read-days.ts';
