import fc from 'fast-check';
import { toLocal } from '../../src/calendar/index.ts';

const from = Temporal.Instant.from('2011-01-01T00:00:00Z');
const until = Date.parse('2012-12-31T00:00:00Z');

/** Instants in 2011 and 2012 at which clocks of the zone were changed, both ways. */
export function transitions(zone: string): number[] {
  const found: number[] = [];
  let at = from.toZonedDateTimeISO(zone).getTimeZoneTransition('next');
  while (at && at.epochMilliseconds < until) {
    found.push(at.epochMilliseconds);
    at = at.getTimeZoneTransition('next');
  }
  return found;
}

/** Local times in quarter-hours, within two days of a change of the clock, where the zone has one. */
export function localTimes(zone: string): fc.Arbitrary<Temporal.PlainDateTime> {
  const changes = transitions(zone);
  const centres = changes.length > 0 ? changes : [from.epochMilliseconds];
  return fc
    .tuple(fc.constantFrom(...centres), fc.integer({ min: -192, max: 192 }))
    .map(([at, quarters]) =>
      toLocal(at, zone)
        .round({ smallestUnit: 'hours', roundingMode: 'floor' })
        .add({ minutes: quarters * 15 }),
    );
}

/** Instants in quarter-hours, within two days of a change of the clock. */
export function instants(zone: string): fc.Arbitrary<number> {
  const changes = transitions(zone);
  const centres = changes.length > 0 ? changes : [from.epochMilliseconds];
  return fc
    .tuple(fc.constantFrom(...centres), fc.integer({ min: -192, max: 192 }))
    .map(([at, quarters]) => at + quarters * 900_000);
}
