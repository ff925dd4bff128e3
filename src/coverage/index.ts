/**
 * Coverage: who would not be told of an incident, said before there is one. Owns nothing and decides nothing: it asks
 * the rules by which `on-call` finds people, `notifications` makes messages, `outbound` tells tools and `ingest` reads
 * payloads; of a team that follows a policy it plays incidents on the `stage` (`play-policies`), one for all instants
 * at which everything answers alike. Called by the API.
 *
 * Design notes: a `Gap` is what nobody can have meant; what may be meant is a `Hint`. Teams and people are read and
 * looked at page by page, with turns for other requests in between.
 */
export { checkCoverage } from './check-coverage.ts';
export type { Finding } from './finding.ts';
export { scheduleConflicts } from './schedule-conflicts.ts';
