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
import { instant, rotas } from './random-rotas.ts';
import { slowMinutes } from './slow-renderer.ts';

it('a schedule says of every minute what a renderer says that shares no code with it', async () => {
  await assertInPortions(
    fc.property(rotas, instant, (settings, from) =>
      demandSame(settings, from, from + 6 * 3_600_000),
    ),
    { numRuns: runsOf({ short: 100, long: 10_000 }) },
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
