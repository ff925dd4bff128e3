/**
 * Runs: what somebody asked for and that goes on after the answer, such as a replay: one document each, kept for 30
 * days, which says how it stands. Runs of one organization wait for each other (`queueOf`). Owns no collection:
 * whoever has runs of a kind defines it with `runMembers`, `indexRuns` and the members that are its own. Called by
 * `replays` and `proofs`.
 *
 * Design notes: a run is a lease at the same time. Its server says in `seenAt` that it goes on; when nobody has for a
 * minute, whoever reads it is told that it stopped, and nothing waits for it. So nothing has to be put right when a
 * server dies.
 */
export type { Heartbeat } from './heartbeat.ts';
export { isGoing, type KeptRuns, keptRuns, type RunPage, retentionTask } from './kept-runs.ts';
export { queueOf } from './queue.ts';
export { indexRuns, type Run, type RunState, runMembers } from './run.ts';
