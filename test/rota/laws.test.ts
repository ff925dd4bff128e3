import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localClock, toInstant, toLocal } from '../../src/calendar/index.ts';
import {
  everybodyIn,
  neighbourShift,
  nextGap,
  peopleAt,
  type RotaSettings,
  type RotaStretch,
  rotaOf,
  stretches,
  unchangedUntil,
} from '../../src/rota/index.ts';
import { assertInPortions, quickRuns } from '../support/runs.ts';
import { hours, instant, people, ranges, rotas, rotaZones, zone } from './random-rotas.ts';

const numRuns = quickRuns(5000);
const groups = ['A', 'B', 'C'].map((userId) => ({ userIds: [userId] }));
const at = (local: string, timeZoneId: string) =>
  toInstant(Temporal.PlainDateTime.from(local), timeZoneId);
const told = (list: readonly RotaStretch[]) => list.map(({ people: told }) => told);

describe('clocks', () => {
  it('in whole numbers are those of Temporal, with ordered instants for ordered local times', async () => {
    // 2011 has the day that Samoa skipped.
    const minute = fc.nat(16 * 365 * 1440).map((n) => Date.UTC(2011, 0, 1) + n * 60_000);
    const nearChange = fc
      .tuple(fc.constantFrom(...rotaZones), minute, fc.integer({ min: -200, max: 200 }))
      .map(([name, start, quarters]) => {
        const change = Temporal.Instant.fromEpochMilliseconds(start)
          .toZonedDateTimeISO(name)
          .getTimeZoneTransition('next');
        return { name, instant: (change?.epochMilliseconds ?? start) + quarters * 900_000 };
      });
    await assertInPortions(
      fc.property(nearChange, fc.nat(10_000_000), ({ name, instant: moment }, later) => {
        const clock = localClock(name);
        const local = clock.toLocal(moment);
        const text = (ms: number) => new Date(ms).toISOString().slice(0, -1);
        expect(text(local)).toBe(toLocal(moment, name).toString({ smallestUnit: 'millisecond' }));
        expect(clock.toInstant(local)).toBe(at(text(local), name));
        expect(clock.toInstant(moment)).toBe(at(text(moment), name));
        expect(clock.toInstant(local + later)).toBeGreaterThanOrEqual(clock.toInstant(local));
      }),
      { numRuns },
    );
  });
});

describe('turns', () => {
  const counted = fc.record({
    name: zone,
    from: instant,
    every: fc.integer({ min: 1, max: 3 }),
    moment: instant,
  });
  const starts = (settings: RotaSettings, from: number, until: number) =>
    stretches(rotaOf(settings), from, until)
      .slice(1)
      .map(({ start }) => start);
  const taking = (
    timeZoneId: string,
    turns: NonNullable<RotaSettings['layers'][number]['turns']>,
  ): RotaSettings => ({ timeZoneId, layers: [{ id: 'layer', groups, turns }] });

  it('begin at the same local time, unless the clock skips it, and last but for its changes', async () => {
    await assertInPortions(
      fc.property(
        counted,
        fc.constantFrom('days', 'weeks', 'months'),
        ({ name, from, every, moment }, unit) => {
          const turns = { every, unit, from: new Date(from).toISOString() };
          const first = toLocal(from, name);
          for (const start of starts(taking(name, turns), moment, moment + 40 * 86_400_000)) {
            const local = toLocal(start, name);
            const number = Math.round(
              first.until(local).total({ unit, relativeTo: first }) / every,
            );
            const expected = first.add({ [unit]: number * every });
            expect(start).toBe(toInstant(expected, name));
            const isSkipped = !toLocal(toInstant(expected, name), name).equals(expected);
            if (!isSkipped) expect(local.equals(expected)).toBe(true);
          }
        },
      ),
      { numRuns },
    );
  });

  it('by the stopwatch all last equally long', async () => {
    await assertInPortions(
      fc.property(
        counted,
        fc.constantFrom('minutes', 'hours'),
        ({ name, from, every, moment }, unit) => {
          const turns = { every: every * 30, unit, from: new Date(from).toISOString() };
          const length = every * 30 * (unit === 'hours' ? 3_600_000 : 60_000);
          const settings = taking(name, { ...turns, clock: 'elapsed' });
          for (const start of starts(settings, moment, moment + 3 * length))
            expect(Math.abs((start - from) % length)).toBe(0);
        },
      ),
      { numRuns },
    );
  });

  it('leave no time out, and none is covered twice', async () => {
    await assertInPortions(
      fc.property(
        counted,
        fc.constantFrom('minutes', 'hours', 'days', 'weeks', 'months'),
        fc.constantFrom('wall', 'elapsed'),
        ({ name, from, every, moment }, unit, clock) => {
          const turns = { every: every * 20, unit, from: new Date(from).toISOString(), clock };
          for (const { people: present } of stretches(
            rotaOf(taking(name, turns)),
            moment,
            moment + 2 * 86_400_000,
          ))
            expect(present).toHaveLength(1);
        },
      ),
      { numRuns },
    );
  });

  it('that count windows do not count days without any', async () => {
    await assertInPortions(
      fc.property(counted, hours, ({ name, from, every, moment }, windows) => {
        const turns = { every, unit: 'windows' as const, from: new Date(from).toISOString() };
        const layer = { id: 'layer', groups, turns };
        const days = new Set(windows.map(({ fromDay }) => fromDay));
        const render = (list: typeof windows) =>
          stretches(
            rotaOf({ timeZoneId: name, layers: [{ ...layer, hours: list }] }),
            moment,
            moment + 20 * 86_400_000,
          );
        // Each window in turn, whatever weekdays there are between: neighbours in the list are neighbours in turns.
        const rendered = render(windows);
        expect(render(windows.toReversed())).toEqual(rendered);
        if (windows.length === 1 && every === 1 && days.size === 1) {
          const order = rendered.flatMap(({ people: [one] }) => (one ? [one.userId] : []));
          for (const [index, userId] of order.slice(1).entries())
            expect('ABCA').toContain(`${order[index]}${userId}`);
        }
      }),
      { numRuns },
    );
  });
});

describe('schedules', () => {
  it('are divided without a gap into times that differ, wherever they are cut', async () => {
    await assertInPortions(
      fc.property(rotas, ranges, fc.nat(999), (settings, { from, until }, part) => {
        const rota = rotaOf(settings);
        const whole = stretches(rota, from, until);
        expect(whole[0]?.start).toBe(from);
        expect(whole.at(-1)?.end).toBe(until);
        for (const [index, one] of whole.entries()) {
          expect(one.end).toBeGreaterThan(one.start);
          const next = whole[index + 1];
          if (!next) continue;
          expect(next.start).toBe(one.end);
          expect(next.people).not.toEqual(one.people);
        }
        const cut = from + Math.floor(((until - from) * part) / 1000);
        const later = stretches(rotaOf(settings), cut, until);
        expect(later.slice(1)).toEqual(whole.slice(whole.length - later.length + 1));
        const now = peopleAt(rotaOf(settings), cut);
        const holding = whole.find(({ start, end }) => start <= cut && cut < end);
        expect(now.people).toEqual(holding?.people);
        expect(now.stableUntil).toBeGreaterThan(cut);
        // Until then nobody is another one, at the very end neither.
        const last = Math.min(now.stableUntil, cut + 10 * 86_400_000) - 1;
        expect(peopleAt(rota, last).people).toEqual(now.people);
      }),
      { numRuns },
    );
  });

  it('change nothing before what nothing changes until, whoever is away and whatever is taken back', async () => {
    const some = fc.subarray(people);
    const kept = fc.func(fc.boolean());
    await assertInPortions(
      fc.property(rotas, instant, some, kept, (settings, moment, away, isKept) => {
        const until = unchangedUntil(rotaOf(settings), moment);
        expect(until).toBeGreaterThan(moment);
        const { temporaries = [], overrides = [], leaves = [] } = settings;
        const rest = {
          temporaries: temporaries.filter(isKept),
          overrides: overrides.filter(isKept),
          leaves: leaves.filter(isKept),
        };
        const end = Math.min(until, moment + 20 * 86_400_000);
        for (const more of [{}, { away: new Set(away) }, { ...rest, away: new Set(away) }])
          expect(stretches(rotaOf({ ...settings, ...more }), moment, end)).toHaveLength(1);
      }),
      { numRuns },
    );
  });

  it('hide lower layers behind a higher one with people, and only then', async () => {
    await assertInPortions(
      fc.property(rotas, instant, (settings, moment) => {
        const top = (userIds: string[]) => ({ id: 'top', level: 9, groups: [{ userIds }] });
        const withTop = (userIds: string[]) =>
          peopleAt(
            rotaOf({
              ...settings,
              layers: [...settings.layers, top(userIds)],
              overrides: [],
              temporaries: [],
            }),
            moment,
          ).people;
        const without = peopleAt(
          rotaOf({ ...settings, overrides: [], temporaries: [] }),
          moment,
        ).people;
        expect(withTop([])).toEqual(without);
        expect(withTop(['top']).map(({ userId }) => userId)).toEqual(['top']);
      }),
      { numRuns },
    );
  });

  it('are the same with other levels in the same order, and with layers before or after', async () => {
    await assertInPortions(
      fc.property(rotas, ranges, (settings, { from, until }) => {
        const expected = stretches(rotaOf(settings), from, until);
        const layers = settings.layers.map((layer) => ({
          ...layer,
          level: (layer.level ?? 0) * 100 + 7,
        }));
        const over = { id: 'over', level: 900, groups, endsAt: new Date(from).toISOString() };
        const later = { id: 'later', level: 900, groups, startsAt: new Date(until).toISOString() };
        const changed = rotaOf({ ...settings, layers: [...layers, over, later] });
        expect(stretches(changed, from, until)).toEqual(expected);
      }),
      { numRuns },
    );
  });

  it('keep all their boundaries when one person takes the place of another', async () => {
    await assertInPortions(
      fc.property(rotas, ranges, (settings, { from, until }) => {
        const renamed = JSON.parse(
          JSON.stringify({ ...settings, away: [], overrides: [] }).replaceAll('"B"', '"Z"'),
        ) as RotaSettings;
        const before = { ...settings, away: new Set<string>(), overrides: [] };
        const bounds = (one: RotaSettings) =>
          stretches(rotaOf({ ...one, away: new Set() }), from, until).map(({ start }) => start);
        expect(bounds(renamed)).toEqual(bounds(before));
      }),
      { numRuns },
    );
  });

  it('forget an override that is removed, and leave that only warns', async () => {
    await assertInPortions(
      fc.property(rotas, ranges, (settings, { from, until }) => {
        const whole = { ...settings, onLeave: 'warn' as const };
        const plain = stretches(rotaOf({ ...whole, leaves: [] }), from, until);
        expect(stretches(rotaOf(whole), from, until)).toEqual(plain);
        const after = {
          ...whole,
          overrides: whole.overrides?.filter(({ end }) => end > from) ?? [],
        };
        expect(stretches(rotaOf(after), from, until)).toEqual(plain);
      }),
      { numRuns },
    );
  });

  it('give only reasons that are there', async () => {
    await assertInPortions(
      fc.property(rotas, ranges, (settings, { from, until }) => {
        const ids = {
          layer: settings.layers.map(({ id }) => id),
          temporary: settings.temporaries?.map(({ id }) => id) ?? [],
          override: settings.overrides?.map(({ id }) => id) ?? [],
          leave: people,
        };
        for (const { people: present } of stretches(rotaOf(settings), from, until))
          for (const { userId, reasons } of present) {
            expect(reasons.length).toBeGreaterThan(0);
            expect(settings.away?.has(userId)).toBe(false);
            for (const { kind, id } of reasons) expect(ids[kind]).toContain(id);
          }
      }),
      { numRuns },
    );
  });

  it('of one person each share out the time without its gaps', async () => {
    await assertInPortions(
      fc.property(rotas, ranges, (settings, { from, until }) => {
        const [layer] = settings.layers;
        if (!layer) return;
        const alone = {
          ...layer,
          groupSize: null,
          groups,
          hours: layer.hours?.slice(0, 1) ?? null,
        };
        const rendered = stretches(rotaOf({ timeZoneId: 'UTC', layers: [alone] }), from, until);
        const length = (list: typeof rendered) =>
          list.reduce((sum, { start, end }) => sum + end - start, 0);
        const gaps = rendered.filter(({ people: present }) => present.length === 0);
        const duty = ['A', 'B', 'C'].map((userId) =>
          length(rendered.filter(({ people: [one] }) => one?.userId === userId)),
        );
        expect(duty.reduce((sum, one) => sum + one, 0)).toBe(until - from - length(gaps));
      }),
      { numRuns },
    );
  });

  it('name as neighbours the first who are not on duty now, and the first time of nobody', async () => {
    await assertInPortions(
      fc.property(rotas, instant, (settings, moment) => {
        const rota = rotaOf(settings);
        const now = new Set(peopleAt(rota, moment).people.map(({ userId }) => userId));
        const isOther = ({ people: present }: RotaStretch) =>
          present.some(({ userId }) => !now.has(userId));
        const month = 31 * 86_400_000;
        const next = stretches(rota, moment, moment + month).find(isOther);
        const before = stretches(rota, moment - month, moment).findLast(isOther);
        const others = (stretch: RotaStretch | undefined) =>
          stretch?.people.filter(({ userId }) => !now.has(userId));
        const told = (direction: 'next' | 'previous') =>
          neighbourShift(rota, moment, direction)?.people;
        const gap = stretches(rota, moment, moment + month).find(
          ({ people: present }) => present.length === 0,
        );
        expect(nextGap(rota, moment)?.start).toBe(gap?.start);
        expect(told('next')).toEqual(others(next));
        expect(told('previous')).toEqual(others(before));
      }),
      { numRuns: Math.ceil(numRuns / 4) },
    );
  });
});

describe('a schedule', () => {
  const week = { every: 1, unit: 'weeks' as const, from: '2026-03-02T09:00:00+01:00' };
  const berlin = (layers: RotaSettings['layers'], rest: Partial<RotaSettings> = {}) =>
    rotaOf({ timeZoneId: 'Europe/Berlin', layers, ...rest });

  it('keeps the order of hand-overs over months of different lengths', () => {
    const turns = { every: 1, unit: 'months' as const, from: '2026-01-31T00:00:00+01:00' };
    const rota = berlin([{ id: 'months', groups, turns }]);
    const starts = stretches(
      rota,
      at('2026-02-01T00:00', 'Europe/Berlin'),
      at('2026-05-31T00:00', 'Europe/Berlin'),
    ).map(({ start }) => toLocal(start, 'Europe/Berlin').toPlainDate().toString());
    expect(starts).toEqual(['2026-02-01', '2026-02-28', '2026-03-31', '2026-04-30']);
  });

  it('passes the turn of somebody on leave on, or leaves it empty, or changes nothing', () => {
    const leaves = [
      {
        userId: 'A',
        start: at('2026-03-03T00:00', 'Europe/Berlin'),
        end: at('2026-03-05T00:00', 'Europe/Berlin'),
      },
    ];
    const moment = at('2026-03-04T12:00', 'Europe/Berlin');
    const layers = [{ id: 'week', groups, turns: week }];
    const names = (onLeave: 'warn' | 'passOn' | 'gap') =>
      told(stretches(berlin(layers, { leaves, onLeave }), moment, moment + 1));
    const layer = { kind: 'layer', id: 'week' };
    expect(names('warn')).toEqual([[{ userId: 'A', reasons: [layer] }]]);
    expect(names('gap')).toEqual([[]]);
    expect(names('passOn')).toEqual([
      [{ userId: 'B', reasons: [layer, { kind: 'leave', id: 'A' }] }],
    ]);
  });

  it('gives the turn of whoever is away to the next group, but keeps a turn that is nobody’s', () => {
    const layers = [
      {
        id: 'week',
        groups: [{ userIds: ['A'] }, { userIds: [] }, { userIds: ['C'] }],
        turns: week,
      },
    ];
    const rota = berlin(layers, { away: new Set(['C']) });
    const names = stretches(
      rota,
      at('2026-03-02T09:00', 'Europe/Berlin'),
      at('2026-03-23T09:00', 'Europe/Berlin'),
    ).map(({ people: present }) => present.map(({ userId }) => userId).join());
    expect(names).toEqual(['A', '', 'A']);
    expect(everybodyIn(rota)).toEqual(['A']);
  });
});
