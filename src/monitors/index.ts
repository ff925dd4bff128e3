/**
 * Monitors: integrations that look at the world themselves (HTTP, ping) or wait to hear from it (heartbeats, cron
 * jobs). Owns where each of them stands and the results of checks. What it finds out becomes a payload of the
 * integration, mapped like any other; it never touches an incident. Called by jobs, by the webhook surface for signs of
 * life, and by the API.
 *
 * Design notes: what is due stands in the state of the monitor (`nextAt`). Every process takes due ones in batches by a
 * conditional write, a claim, that moves `nextAt` to the end of the claim: nobody else sees them, and those of a
 * process that died come back by themselves. News are stored in the same write as the new state and delivered
 * afterwards (`news.ts`), so that a crash between the two neither loses an alarm nor repeats it. Checks have their own
 * limits (`monitors.ts`) and never hold up a webhook. Missed checks are skipped; each monitor keeps its phase of the
 * interval (`schedule.ts`).
 */
export { type MonitorResult, monitorResults, monitorStateModel } from './model.ts';
export { monitors } from './module.ts';
export { createMonitors, type Monitors } from './monitors.ts';
export { getHeartbeat, getMonitorResult, listMonitorResults } from './read.ts';
