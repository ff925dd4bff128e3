import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueNotices, type ToldShift } from '../../src/on-call/shift-notices.ts';
import { endOfDuty, shiftsAhead } from '../../src/on-call/shift-places.ts';
import { peopleAt, type RotaSettings, rotaOf, stretches } from '../../src/rota/index.ts';
import { instant, people, rotas } from '../rota/random-rotas.ts';
import { quickRuns } from '../support/runs.ts';

const minute = 60_000;
const day = 86_400_000;

function placeOf(settings: RotaSettings) {
  const rota = rotaOf(settings);
  return {
    isOn: (userId: string, at: number) =>
      peopleAt(rota, at).people.some((one) => one.userId === userId),
    duty: (from: number, until: number) =>
      stretches(rota, from, until).map((one) => ({
        ...one,
        userIds: one.people.map(({ userId }) => userId),
      })),
  };
}

/** Looks at instants in order, each with the schedule as it was then. */
const histories = fc.record({
  schedules: fc.array(rotas, { minLength: 1, maxLength: 3 }),
  from: instant,
  looks: fc.array(fc.record({ after: fc.integer({ min: 1, max: 900 }), schedule: fc.nat(2) }), {
    minLength: 20,
    maxLength: 40,
  }),
  leads: fc.uniqueArray(fc.integer({ min: 5, max: 4000 }), { minLength: 1, maxLength: 3 }),
  userId: fc.constantFrom(...people),
});

describe('notices before shifts', () => {
  it('come once for each shift and lead, and are taken back once where a shift is no longer theirs', () => {
    fc.assert(
      fc.property(histories, ({ schedules, from, looks, leads, userId }) => {
        const places = schedules.map(placeOf);
        let told: ToldShift[] = [];
        let now = from;
        /** By start: for which leads it stands as told, by the notices alone. */
        const standing = new Map<number, Set<number>>();
        for (const { after, schedule } of looks) {
          now += after * minute;
          const place = places[schedule % places.length];
          if (!place) throw new Error('There is no such schedule.');
          const until = now + Math.max(...leads) * minute + 2 * day;
          const ahead = shiftsAhead(place, now, until).get(userId) ?? [];
          const found = dueNotices(told, ahead, leads, now);
          const before = new Map(told.map((one) => [one.start, new Set(one.leads)]));
          told = found.told;
          for (const { start } of found.gone) {
            // Only what was told, has not begun and is no longer theirs.
            expect(standing.has(start)).toBe(true);
            expect(start).toBeGreaterThan(now);
            expect(place.isOn(userId, start)).toBe(false);
            standing.delete(start);
          }
          for (const { instead } of found.gone) {
            if (instead === null) continue;
            expect(place.isOn(userId, instead)).toBe(true);
            if (!standing.has(instead)) standing.set(instead, new Set());
          }
          for (const { start } of found.comes) {
            expect(start).toBeGreaterThan(now);
            expect(place.isOn(userId, start)).toBe(true);
            expect(place.isOn(userId, start - 1)).toBe(false);
            const known = standing.get(start) ?? new Set();
            const due = leads.filter((lead) => start - lead * minute <= now && !known.has(lead));
            expect(due.length).toBeGreaterThan(0);
            standing.set(start, new Set([...known, ...due]));
          }
          expect(new Set(found.comes.map(({ start }) => start)).size).toBe(found.comes.length);
          // Nothing is left out, either way.
          for (const [start] of standing) {
            if (start <= now) standing.delete(start);
            else expect(place.isOn(userId, start)).toBe(true);
          }
          for (const { start } of ahead)
            if (start > now) {
              const due = leads.filter((lead) => start - lead * minute <= now);
              expect(due.every((lead) => standing.get(start)?.has(lead) ?? false)).toBe(true);
            }
          // Whoever asks again at once hears nothing; what is stored is what was told.
          const again = dueNotices(told, ahead, leads, now);
          expect([again.comes, again.gone]).toEqual([[], []]);
          expect(found.nextAt).toBeGreaterThan(now);
          for (const { start, leads: stored } of told) {
            expect(new Set(stored)).toEqual(standing.get(start));
            for (const lead of before.get(start) ?? []) expect(stored).toContain(lead);
          }
        }
      }),
      { numRuns: quickRuns(2000) },
    );
  });

  it('know when the next one is due, and nothing is due before', () => {
    fc.assert(
      fc.property(rotas, instant, fc.constantFrom(...people), (settings, from, userId) => {
        const leads = [60, 1440];
        const ahead = shiftsAhead(placeOf(settings), from, from + 5 * day).get(userId) ?? [];
        const { told, nextAt } = dueNotices([], ahead, leads, from);
        if (nextAt > from + 3 * day) return;
        const at = (now: number) =>
          dueNotices(
            told,
            ahead.filter(({ end }) => (end ?? now + 1) > now),
            leads,
            now,
          ).comes;
        expect(at(nextAt - 1)).toEqual([]);
        expect(at(nextAt)).not.toEqual([]);
      }),
      { numRuns: quickRuns(1000) },
    );
  });

  const daily = (zone: string) =>
    placeOf({
      timeZoneId: zone,
      layers: [
        {
          id: 'days',
          hours: [{ fromDay: 'sun', from: '09:00', untilDay: 'sun', until: '17:00' }],
          groups: [{ userIds: ['A'] }],
        },
        {
          id: 'evenings',
          hours: [{ fromDay: 'sun', from: '17:00', untilDay: 'mon', until: '02:30' }],
          groups: [{ userIds: ['A'] }],
        },
      ],
    });

  it('count elapsed minutes in nights in which clocks change, and take adjacent shifts as one', () => {
    // Clocks go forward on Sunday 29 March at 2:00.
    const start = Date.parse('2026-03-29T09:00:00+02:00');
    const place = daily('Europe/Berlin');
    const due = start - 1440 * minute;
    expect(new Date(due).toISOString()).toBe('2026-03-28T07:00:00.000Z');
    const at = (now: number) => {
      const ahead = shiftsAhead(place, now, now + 3 * day).get('A') ?? [];
      return dueNotices([], ahead, [1440], now).comes;
    };
    expect(at(due - 1)).toEqual([]);
    const end = Date.parse('2026-03-30T02:30:00+02:00');
    expect(at(due)).toEqual([{ start, end }]);
    expect(endOfDuty(place, 'A', start)).toBe(end);
    expect(at(start)).toEqual([]);
  });

  it('say from when on somebody is on call instead', () => {
    const told = [{ start: 10 * minute, end: 100 * minute, leads: [60] }];
    const later = [{ start: 50 * minute, end: 100 * minute }];
    const gone = [{ start: 10 * minute, instead: 50 * minute }];
    const named = [{ ...later[0], leads: [] }];
    expect(dueNotices(told, later, [5], 0)).toMatchObject({ told: named, comes: [], gone });
    const other = [{ start: 100 * minute, end: null }];
    expect(dueNotices(told, other, [5], 0).gone).toEqual([{ start: 10 * minute, instead: null }]);
    // Begun earlier, it is still theirs.
    const earlier = [{ start: 5 * minute, end: 100 * minute }];
    expect(dueNotices(told, earlier, [60], 0)).toMatchObject({ comes: earlier, gone: [] });
  });
});
