/**
 * Replays: what came in lately goes through two configurations, the present and a changed one, and what differs is
 * said with the first line in which it does. Owns the runs and their differences. Called by the API.
 *
 * Design notes: both sides are replayed in one pass (`two-worlds`), so that each difference is due to the changes.
 * Every decision is that of the server (`world-of-incidents`): evaluations and `decidePayload` of `ingest`, transitions
 * of `incidents`, `decide` of `alerting` on the scene of a `stage`, and of `notifications` what is void, and what is
 * told by one message; all that is sent arrives. The current state is in memory: bounded by the number of open
 * incidents.
 * Incidents of both sides belong together when they hold the same alerts (`match-incidents`). Which could not differ is
 * known by what was read for them (`touched`), and of whole integrations before anything is (`unaffected`): these are
 * played in the present world only.
 */
export {
  type DifferenceKind,
  type DifferenceSide,
  differenceKinds,
} from './compare-incidents.ts';
export { cancelRun, createReplays, type ReplayRequest, type Replays } from './create-replays.ts';
export { lastHappenedAt } from './last-happened.ts';
export type { Cause } from './located.ts';
export { replays } from './module.ts';
export type { NoiseCounts, NoiseSource } from './noise/heard-noise.ts';
export type { TriedWhatIf } from './noise/trial.ts';
export type { WakeUpCounts } from './noise/wake-ups.ts';
export {
  getRun,
  listDifferences,
  listRuns,
  type SeenDifference,
  type SeenNoise,
  type SeenRun,
} from './runs.ts';
export type { TracedLine } from './traced-line.ts';
