import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toInstant, toLocal } from '../../src/calendar/index.ts';
import { type LayerSettings, rotaOf, stretches } from '../../src/rota/index.ts';
import { assertInPortions, quickRuns } from '../support/runs.ts';
import { ranges, rotas, rotaZones, zone } from './random-rotas.ts';

const numRuns = quickRuns(2000);
const groups = ['A', 'B', 'C'].map((userId) => ({ userIds: [userId] }));

/** One of each kind of change: summer time, half an hour, midnight, months of fasting, a day left out, none. */
const demanded = [
  ...['Europe/Berlin', 'Europe/London', 'America/New_York', 'America/St_Johns'],
  ...['Australia/Lord_Howe', 'America/Santiago', 'Africa/Casablanca', 'Africa/Cairo'],
  ...['Pacific/Apia', 'Asia/Kolkata'],
];

it('the laws hold in zones with every kind of change', () => {
  expect([...rotaZones]).toEqual(expect.arrayContaining(demanded));
});

const offsetAt = (instant: number, name: string) =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(name).offsetNanoseconds / 1e6;
/** Whether the local time from which an instant came was one that clocks skipped. */
const isAfterSkip = (instant: number, name: string) =>
  offsetAt(instant, name) > offsetAt(instant - 1, name);

const unit = fc.constantFrom('days' as const, 'weeks' as const);
const lengthOf = { days: 86_400_000, weeks: 7 * 86_400_000 };
/** Around the days on which clocks change in all years, and Samoa left out one. */
const moment = fc.nat(12 * 365 * 1440).map((n) => Date.UTC(2011, 11, 1) + n * 60_000);

describe('shifts', () => {
  it('are longer or shorter than planned only by the changes of clocks within them', async () => {
    const turns = fc.record({ name: zone, from: moment, every: fc.integer({ min: 1, max: 3 }) });
    await assertInPortions(
      fc.property(turns, unit, ({ name, from, every }, of) => {
        const layer: LayerSettings = {
          id: 'layer',
          groups,
          turns: { every, unit: of, from: new Date(from).toISOString() },
        };
        const rota = rotaOf({ timeZoneId: name, layers: [layer] });
        const nominal = every * lengthOf[of];
        for (const { start, end } of stretches(rota, from, from + 4 * nominal).slice(0, 3)) {
          if (isAfterSkip(start, name) || isAfterSkip(end, name)) continue;
          const changes = offsetAt(end, name) - offsetAt(start, name);
          // In an hour that comes twice a local time is its first instant.
          const ofLocal = (instant: number) => toInstant(toLocal(instant, name), name) === instant;
          if (ofLocal(start) && ofLocal(end)) expect(end - start).toBe(nominal - changes);
        }
      }),
      { numRuns },
    );
  });

  it('are at the same instants in whatever zone they are shown', async () => {
    await assertInPortions(
      fc.property(
        rotas,
        ranges,
        zone,
        ({ timeZoneId, layers, ...rest }, { from, until }, shown) => {
          const pinned = layers.map((layer) => ({
            ...layer,
            timeZoneId: layer.timeZoneId ?? timeZoneId,
          }));
          const render = (name: string) =>
            stretches(rotaOf({ ...rest, timeZoneId: name, layers: pinned }), from, until);
          const expected = render(timeZoneId);
          expect(render(shown)).toEqual(expected);
          for (const { start } of expected) {
            const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(shown);
            expect(Temporal.ZonedDateTime.from(local.toString()).epochMilliseconds).toBe(start);
          }
        },
      ),
      { numRuns },
    );
  });
});
