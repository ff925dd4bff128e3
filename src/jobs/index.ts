/**
 * Delayed and repeated work. A task takes no arguments: it reads stored state, does what is due, and is
 * safe to run twice. The next run of its timer is the retry; `poke` runs it immediately when there is known
 * work. A lease in the store ensures that one process at a time runs it. How each task is doing is remembered,
 * and stored with the lease for the other processes.
 *
 * What is due in a collection is done by `createDueLoop`, in the order of its urgency; where several processes look at
 * once, a `claim` says whose it is. Both keep nothing in the store but two members of the documents themselves.
 */
export { type Claim, type ClaimOptions, claim, releaseClaimsOfDead } from './claims.ts';
export { createDueLoop, type DueWork } from './due-loop.ts';
export { createFailures } from './failures.ts';
export { createJobs, type Jobs } from './jobs.ts';
export { jobs } from './module.ts';
export { type Removable, removeInSteps } from './remove-in-steps.ts';
