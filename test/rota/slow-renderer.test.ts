import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Hours,
  type LayerSettings,
  peopleAt,
  type RotaSettings,
  rotaOf,
  stretches,
} from '../../src/rota/index.ts';
import { assertInPortions, runsOf } from '../support/runs.ts';
import { instant, recurringRules, rotas } from './random-rotas.ts';
import { slowMinutes } from './slow-renderer.ts';

it('a schedule says of every minute what a renderer says that shares no code with it', async () => {
  await assertInPortions(
    fc.property(rotas, instant, (settings, from) =>
      demandSame(settings, from, from + 6 * 3_600_000),
    ),
    { numRuns: runsOf({ short: 40, long: 10_000 }) },
  );
}, 900_000);

const day = 86_400_000;
const times = (from: number, offsets: readonly number[]) =>
  offsets.map((offset) => new Date(from + offset * day).toISOString().slice(0, 16));

it('of times that come again, too: those beside the rule, those left out, and turns that count them', async () => {
  const near = fc.array(fc.integer({ min: -1, max: 3 }), { maxLength: 3 });
  const plans = fc.record({
    from: instant,
    rule: fc.oneof(fc.constant('FREQ=DAILY'), recurringRules),
    since: fc.oneof(fc.integer({ min: 0, max: 70 }), fc.constant(500)),
    minutes: fc.constantFrom(60, 700, 1_440, 2_000),
    also: near,
    except: near,
    every: fc.integer({ min: 1, max: 2 }),
    // Also over the turn of a year.
    turnsFrom: fc.oneof(fc.integer({ min: -30, max: 30 }), fc.constant(-400)),
    isOff: fc.boolean(),
  });
  await assertInPortions(
    fc.property(plans, ({ from, rule, since, minutes, also, except, every, turnsFrom, isOff }) => {
      const turns = { every, unit: 'windows' as const };
      const layer: LayerSettings = {
        id: 'recurring',
        recurrence: {
          rule,
          // All begin at the same time of day, so that what is left out is there without that.
          startsAt: times(from, [-since])[0] ?? '',
          minutes,
          also: times(from, also),
          except: times(from, except),
        },
        onHolidays: isOff ? 'off' : null,
        turns: { ...turns, from: new Date(from + turnsFrom * day).toISOString() },
        groups: ['A', 'B', 'C'].map((userId) => ({ userIds: [userId] })),
      };
      const holidays = times(from, [1, -10]).map((time) => time.slice(0, 10));
      demandSame({ timeZoneId: 'Europe/Berlin', layers: [layer], holidays }, from, from + 2 * day);
    }),
    { numRuns: runsOf({ short: 60, long: 3_000 }) },
  );
}, 900_000);

it('around the day that Samoa skipped, too', () => {
  const from = '2011-12-20T19:30:00Z';
  const groups = ['A', 'B', 'C'].map((userId) => ({ userIds: [userId] }));
  const layer = (id: string, settings: Partial<LayerSettings>) => ({ id, groups, ...settings });
  const layers = (['days', 'windows', 'hours'] as const).map((unit, level) =>
    layer(unit, {
      level,
      hours: [
        { fromDay: 'thu', from: '20:00', untilDay: 'fri', until: '04:00' },
        { fromDay: 'fri', from: '21:00', untilDay: 'sat', until: '03:00' },
      ].slice(level > 1 ? 1 : 0) as Hours[],
      turns: { every: level === 2 ? 5 : 1, unit, from },
    }),
  );
  layers.push(layer('always', { turns: { every: 1, unit: 'days', from } }));
  const settings = { timeZoneId: 'Pacific/Apia', layers };
  demandSame(settings, Date.parse('2011-12-29T00:00Z'), Date.parse('2012-01-01T00:00Z'));
});

function demandSame(settings: RotaSettings, from: number, until: number): void {
  const rota = rotaOf(settings);
  const all = stretches(rota, from, until);
  const rendered = Array.from({ length: (until - from) / 60_000 }, (_, minute) => {
    const at = from + minute * 60_000;
    return named(all.find(({ start, end }) => start <= at && at < end)?.people ?? []);
  });
  expect(rendered).toEqual(slowMinutes(settings, from, until).map((people) => people.join()));
  expect(named(peopleAt(rota, from).people)).toBe(rendered[0]);
}

function named(people: readonly { userId: string }[]): string {
  return people
    .map(({ userId }) => userId)
    .sort()
    .join();
}
