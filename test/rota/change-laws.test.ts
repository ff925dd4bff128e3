import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { periodsBy } from '../../src/on-call/periods.ts';
import {
  type Hours,
  type Reason,
  type RotaOverride,
  type RotaSettings,
  rotaOf,
  stretches,
} from '../../src/rota/index.ts';
import { assertInPortions, quickRuns } from '../support/runs.ts';
import { instant, overrides, ranges, rotas, zone } from './random-rotas.ts';

const numRuns = quickRuns(2000);
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

describe('names', () => {
  it('of people, layers and overrides move no boundary and nobody', async () => {
    const longer = (name: string) => `the ${name}`;
    const all = (names: readonly string[]) => names.map(longer);
    const renamed = (settings: RotaSettings): RotaSettings => ({
      ...settings,
      layers: settings.layers.map(({ id, groups, ...layer }) => ({
        ...layer,
        id: longer(id),
        groups: groups.map(({ userIds }) => ({ userIds: all(userIds) })),
      })),
      temporaries: (settings.temporaries ?? []).map(({ id, shifts, ...rest }) => ({
        ...rest,
        id: longer(id),
        shifts: shifts.map(({ userIds, ...shift }) => ({ ...shift, userIds: all(userIds) })),
      })),
      overrides: (settings.overrides ?? []).map((one) => ({
        ...one,
        id: longer(one.id),
        userId: longer(one.userId),
        replacements: all(one.replacements),
        layerIds: one.layerIds && new Set(all([...one.layerIds])),
      })),
      leaves: (settings.leaves ?? []).map((leave) => ({ ...leave, userId: longer(leave.userId) })),
      away: new Set(all([...(settings.away ?? [])])),
    });
    await assertInPortions(
      fc.property(rotas, ranges, (settings, { from, until }) => {
        const expected = stretches(rotaOf(settings), from, until).map(({ people, ...time }) => ({
          ...time,
          people: people.map(({ userId, reasons }) => ({
            userId: longer(userId),
            reasons: reasons.map(({ kind, id }) => ({ kind, id: longer(id) })),
          })),
        }));
        expect(stretches(rotaOf(renamed(settings)), from, until)).toEqual(expected);
      }),
      { numRuns },
    );
  });
});

describe('turns of windows', () => {
  it('go round in the order of the windows, whichever weekdays have one', async () => {
    const days = fc.subarray([...weekdays], { minLength: 1 });
    const every = fc.integer({ min: 1, max: 3 });
    const groups = ['A', 'B', 'C', 'D'].map((userId) => ({ userIds: [userId] }));
    await assertInPortions(
      fc.property(zone, days, every, instant, (timeZoneId, chosen, count, from) => {
        const hours = chosen.map(
          (day): Hours => ({ fromDay: day, from: '12:00', untilDay: day, until: '13:00' }),
        );
        const turns = {
          every: count,
          unit: 'windows' as const,
          from: new Date(from).toISOString(),
        };
        const rota = rotaOf({ timeZoneId, layers: [{ id: 'layer', groups, hours, turns }] });
        const told = stretches(rota, from, from + 30 * 86_400_000).flatMap(({ people: [one] }) =>
          one ? [one.userId] : [],
        );
        // What had begun before is of the turn before.
        const order = told[0] === 'D' ? told.slice(1) : told;
        const expected = order.map((_, place) => 'ABCD'[Math.floor(place / count) % 4]);
        expect(order).toEqual(expected);
      }),
      { numRuns },
    );
  });
});

describe('an override that is removed', () => {
  it('has decided what was before, and decides nothing from then on', async () => {
    await assertInPortions(
      fc.property(rotas, overrides, ranges, (settings, added, { from, until }) => {
        const before = settings.overrides ?? [];
        const more = added.map((one): RotaOverride => ({ ...one, id: `added ${one.id}` }));
        const removedAt = Math.floor((from + until) / 2);
        const cut = more.flatMap((one) => {
          const end = Math.min(one.end, removedAt);
          return one.start < end ? [{ ...one, end }] : [];
        });
        const render = (list: readonly RotaOverride[], start: number, end: number) =>
          stretches(rotaOf({ ...settings, overrides: list }), start, end);
        expect(render([...before, ...cut], removedAt, until)).toEqual(
          render(before, removedAt, until),
        );
        expect(render([...before, ...cut], from, removedAt)).toEqual(
          render([...before, ...more], from, removedAt),
        );
      }),
      { numRuns },
    );
  });
});

describe('the past', () => {
  it('names only what was there at the time', async () => {
    const versions = fc.uniqueArray(fc.tuple(instant, rotas), {
      selector: ([at]) => at,
      maxLength: 4,
    });
    await assertInPortions(
      fc.property(rotas, versions, ranges, instant, (present, list, { from, until }, now) => {
        const marked = list
          .toSorted(([one], [other]) => one - other)
          .filter(([at]) => at < Math.min(until, now))
          .map(([at, plan]) => ({ at, plan, print: `version ${at}` }));
        const interval = { start: from, end: until, now };
        const periods = periodsBy({ plan: present, print: 'present' }, marked, interval);
        for (const { start, end, plan } of periods) {
          const inForce = start >= now ? undefined : marked.findLast(({ at }) => at <= start);
          expect(plan).toBe(inForce?.plan ?? present);
          const known: Record<Reason['kind'], readonly string[]> = {
            layer: plan.layers.map(({ id }) => id),
            temporary: plan.temporaries?.map(({ id }) => id) ?? [],
            override: plan.overrides?.map(({ id }) => id) ?? [],
            leave: plan.leaves?.map(({ userId }) => userId) ?? [],
          };
          for (const { people } of stretches(rotaOf(plan), start, end))
            for (const { kind, id } of people.flatMap(({ reasons }) => reasons))
              expect(known[kind]).toContain(id);
        }
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  });
});

describe('layers of one person at a time', () => {
  it('share out the time without its gaps, however many there are above each other', async () => {
    await assertInPortions(
      fc.property(rotas, ranges, ({ layers, ...settings }, { from, until }) => {
        const single = layers.map((layer, level) => ({
          ...layer,
          level,
          groupSize: null,
          hours: layer.hours?.slice(0, 1) ?? null,
          // Of times that overlap each is somebody's turn.
          recurrence: layer.recurrence ? { ...layer.recurrence, minutes: 1, also: null } : null,
          groups: layer.groups.map(({ userIds }) => ({ userIds: userIds.slice(0, 1) })),
        }));
        const rendered = stretches(
          rotaOf({ ...settings, layers: single, overrides: [], temporaries: [], holidays: [] }),
          from,
          until,
        );
        const length = (list: typeof rendered) =>
          list.reduce((sum, { start, end }) => sum + end - start, 0);
        const gaps = rendered.filter(({ people }) => people.length === 0);
        const duty = rendered.reduce(
          (sum, { start, end, people }) => sum + people.length * (end - start),
          0,
        );
        expect(duty).toBe(until - from - length(gaps));
      }),
      { numRuns },
    );
  });
});
