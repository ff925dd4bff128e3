/**
 * Who makes way for whom. Alerts that come in go first; in a rush, whatever else uses the store stops between two
 * steps, for longer the longer its last step took. The only place that knows what a rush is, and in `kinds.ts` the
 * table of who waits for how long. What waits for others (tools, mail servers, name servers, monitored hosts) has a
 * budget for each organization and each of its targets: `places.ts`.
 */

export { inTurns } from './in-turns.ts';
export { afterStart, auditRestMillisecondsEach, type Yielding } from './kinds.ts';
export { latenessOf, noteLateness } from './lateness.ts';
export { Places, type Waiting } from './places.ts';
export { besideAlerts, isRush, makeWay, noteAlerts, rushOf } from './rush.ts';
export { Sparingly } from './sparingly.ts';
export { Together } from './together.ts';
export { applyInTurn, readInTurn } from './turns.ts';
