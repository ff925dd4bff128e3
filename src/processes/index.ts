/**
 * Processes: who lives on this store. Owns the registry of processes and their heartbeats. Decides nothing
 * about what a dead process left behind: whoever keeps something per process (`ingest` its watermark) asks
 * who is alive. `jobs`, `http` and caches ask whether they have the store to themselves.
 *
 * Write order for those who keep something per process: join first, keep second; when looking for what the
 * dead left, read what is kept first and who lives second. So nobody who just came is taken for dead.
 */
export { type ProcessDocument, processModel } from './model.ts';
export { processes } from './module.ts';
export { heartbeatTask, joinStore, type Processes } from './processes.ts';
