/**
 * Prints what is computed for random teams, always the same ones, as one hash: it must not depend on the time zone of
 * the process.
 */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { stretchesOf } from '../../src/on-call/duty.ts';
import { plans, ranges } from './random-plans.ts';

if (new Date(0).getTimezoneOffset() !== offsetOf(process.env.TZ ?? 'UTC'))
  throw new Error('The process does not keep to its time zone.');
const hash = createHash('sha256');
let stretches = 0;
const teams = fc.sample(fc.tuple(plans, ranges), { numRuns: 300, seed: 1 });
for (const [team, { from, until }] of teams) {
  const computed = stretchesOf(team, from, until);
  stretches += computed.length;
  hash.update(JSON.stringify(computed));
}
console.log(`${teams.length} plans, ${stretches} stretches, ${hash.digest('base64url')}`);

/** Minutes behind UTC at the epoch. */
function offsetOf(timeZone: string): number {
  const { offsetNanoseconds } =
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
  return -offsetNanoseconds / 60_000_000_000;
}
