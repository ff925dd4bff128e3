/**
 * Work that happens later or again and again. A task takes no arguments: it looks at stored state,
 * does what is due, and is safe to run twice. Its timer is the retry; `poke` runs it at once when
 * somebody knows that there is work. A lease in the store keeps it to one process at a time.
 */
export type { Task } from '../kernel/index.ts';
export { createJobs, type Jobs } from './jobs.ts';
export { jobs } from './module.ts';
