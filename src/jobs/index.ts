/**
 * Delayed and repeated work. A task takes no arguments: it reads stored state, does what is due, and is
 * safe to run twice. The next run of its timer is the retry; `poke` runs it immediately when there is known
 * work. A lease in the store ensures that one process at a time runs it. How each task is doing is remembered,
 * and stored with the lease for the other processes.
 */
export type { Task } from '../kernel/index.ts';
export { createJobs, type Jobs } from './jobs.ts';
export { jobs } from './module.ts';
