/**
 * Processes: which processes use this store. Owns the registry of processes and their heartbeats. It does not
 * clean up after a dead process: a module that stores something per process (`ingest` its watermark) asks
 * which processes are alive. `jobs`, `http` and caches ask whether this process is the only one.
 *
 * Order for modules that store something per process: register the process first, then store. When searching for
 * remains of dead processes, read the stored things first and the live processes second. Then a process that has
 * just started never counts as dead.
 */
export { processModel } from './model.ts';
export { processes } from './module.ts';
export { heartbeatTask, joinStore, type Processes, timesLeftAlone } from './processes.ts';
