import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reportOf } from '../../src/reports/shadow-report.ts';
import {
  compare,
  type LogPrecision,
  type MatchBy,
  type ShadowRunWire,
  type Side,
} from '../../src/shadow/index.ts';
import { quickRuns } from '../support/runs.ts';

const began = Date.parse('2026-03-02T10:00:00Z');
const minute = 60_000;
const at = (minutes: number) => new Date(began + minutes * minute);
const both: MatchBy[] = ['Key', 'TitleMinute'];

const told = (
  userId: string | null,
  minutes: number,
  step = '1',
  channel: string | null = null,
) => ({
  userId,
  at: at(minutes),
  step,
  channel,
});

function side(over: Partial<Side> = {}): Side {
  const usual = { id: 'i', key: 'disk', title: 'Disk is full', openedAt: at(0), actedAt: null };
  return { ...usual, told: [told('ann', 0), told('bob', 10, '2')], ...over };
}

const kinds = (ours: Side[], theirs: Side[], by = both) =>
  compare(ours, theirs, by).differences.map(({ kind, userId }) => `${kind} ${userId}`);

describe('an incident and its twin', () => {
  it('have the same key, else the same title within a minute, and none has two', () => {
    const other = side({ key: 'other', title: 'Else' });
    expect(kinds([side()], [side({ title: 'Else' })])).toEqual([]);
    expect(
      kinds([side()], [side({ key: null, title: ' DISK is full ', openedAt: at(0.9) })]),
    ).toEqual([]);
    const late = side({ key: null, openedAt: at(1.1) });
    expect(kinds([side()], [late])).toEqual(['NoTwin null', 'NoTwin null']);
    expect(kinds([side()], [side({ key: null })], ['Key'])).toHaveLength(2);
    expect(kinds([side()], [side({ title: 'Else' })], ['TitleMinute'])).toHaveLength(2);
    expect(kinds([side({ id: 'a' }), other], [side()])).toEqual(['NoTwin null']);
    expect(kinds([side({ id: 'a' }), side({ id: 'b' })], [side()])).toEqual(['NoTwin null']);
  });

  it('of the same key another day are two', () => {
    expect(kinds([side()], [side({ openedAt: at(24 * 60) })])).toHaveLength(2);
    const days = [side({ id: 'a' }), side({ id: 'b', openedAt: at(24 * 60), told: [] })];
    expect(kinds(days, days)).toEqual([]);
  });

  it('that would have told nobody misses no twin', () => {
    expect(kinds([side({ told: [] })], [])).toEqual([]);
  });
});

describe('of each person', () => {
  const annAlone = side({ told: [told('ann', 0)] });

  it('the first message of each step is compared, to the minute', () => {
    expect(kinds([annAlone], [side({ told: [told('ann', 0.9)] })])).toEqual([]);
    expect(kinds([annAlone], [side({ told: [told('ann', 2)] })])).toEqual(['Early ann']);
    expect(kinds([annAlone], [side({ told: [told('ann', -2)] })])).toEqual(['Late ann']);
    expect(kinds([annAlone], [side({ told: [told('bob', 0)] })])).toEqual([
      'Extra ann',
      'Missing bob',
    ]);
    const twice = side({ told: [told('ann', 0, '1', 'Email'), told('ann', 5, '1', 'SMS')] });
    expect(kinds([twice], [side({ told: [told('ann', 0, '1', 'Email')] })])).toEqual([]);
    expect(kinds([twice], [side({ told: [told('ann', 0, '1', 'Push')] })])).toEqual([
      'OtherChannel ann',
    ]);
    expect(kinds([twice], [side({ told: [told('ann', 0)] })])).toEqual([]);
  });

  it('a stranger who is told there is missing here', () => {
    expect(kinds([annAlone], [side({ told: [told('ann', 0), told(null, 1)] })])).toEqual([
      'Missing null',
    ]);
  });

  it('what was to come after somebody acted is left out on both sides', () => {
    const acted = side({ told: [told('ann', 0)], actedAt: at(4) });
    expect(kinds([side()], [acted])).toEqual([]);
    expect(kinds([acted], [side()])).toEqual([]);
    // A moment before: the other one was kept from it.
    expect(kinds([side()], [{ ...acted, actedAt: at(10.5) }])).toEqual([]);
    expect(kinds([side()], [{ ...acted, actedAt: at(12) }])).toEqual(['Extra bob']);
  });
});

describe('of a log that says less', () => {
  const other = side({ told: [told('ann', 7), told('cat', 0)] });
  const of = (precision: LogPrecision) =>
    compare([side()], [other, side({ id: 'alone', key: 'x', title: 'X' })], both, precision)
      .differences.map(({ kind, userId }) => `${kind} ${userId}`)
      .sort();

  it('times are left out, or people, and incidents are compared all the same', () => {
    expect(of('Minute')).toEqual(['Early ann', 'Extra bob', 'Missing cat', 'NoTwin null']);
    expect(of('Person')).toEqual(['Extra bob', 'Missing cat', 'NoTwin null']);
    expect(of('Incident')).toEqual(['NoTwin null']);
  });
});

describe('whatever happened', () => {
  const step = fc.record({
    people: fc.uniqueArray(fc.constantFrom('ann', 'bob', 'cat'), { minLength: 1 }),
    after: fc.integer({ min: 5, max: 30 }),
  });
  const log = fc
    .array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    .map((all) =>
      all.map((steps, index): Side => {
        let minutes = index * 200;
        const messages = steps.flatMap(({ people, after }, place) => {
          minutes += place === 0 ? 0 : after;
          return people.map((userId) => told(userId, minutes, `${place}`));
        });
        const openedAt = at(index * 200);
        return side({ id: `${index}`, key: `key ${index}`, openedAt, told: messages });
      }),
    );

  it('our own log is no different from itself, in any order', () => {
    fc.assert(
      fc.property(log, (all) => {
        expect(compare(all, all.toReversed(), both).differences).toEqual([]);
      }),
      { numRuns: quickRuns(100) },
    );
  });

  it('one message that comes two minutes later is one difference', () => {
    fc.assert(
      fc.property(log, fc.nat(), fc.nat(), (all, which, place) => {
        const moved = all[which % all.length] as Side;
        const index = place % moved.told.length;
        const later = moved.told.map((one, at) =>
          at === index ? { ...one, at: new Date(one.at.getTime() + 2 * minute) } : one,
        );
        const theirs = all.map((one) => (one === moved ? { ...one, told: later } : one));
        const { differences } = compare(all, theirs, both);
        expect(differences.map(({ kind }) => kind)).toEqual(['Early']);
        expect(differences[0]?.ours?.id).toBe(moved.id);
      }),
      { numRuns: quickRuns(100) },
    );
  });
});

describe('a report', () => {
  const members = new Set(['ann']);
  const span = { from: at(-1), until: at(20 * 24 * 60) };
  const report = (ours: Side[], theirs: Side[], wire: Partial<ShadowRunWire> = {}) =>
    // Only these members decide.
    reportOf(
      { wire: { product: 'PagerDuty', matchBy: null, ignores: null, ...wire } as ShadowRunWire },
      span,
      {
        ours,
        theirs,
        members,
      },
    );

  it('counts what is intended apart, by its kind and its title', () => {
    const theirs = [side({ told: [told('ann', 5), told('bob', 10, '2')] })];
    expect(report([side()], theirs)).toMatchObject({ incidents: 1, unexplained: 1 });
    const ignores = [{ kind: 'Early' as const, titleContains: 'DISK', reason: 'Sooner is fine.' }];
    const { unexplained, differences, days } = report([side()], theirs, { ignores });
    expect(unexplained).toBe(0);
    expect(differences).toMatchObject([{ kind: 'Early', explained: 'Sooner is fine.' }]);
    expect(days).toEqual([{ day: '2026-03-02', incidents: 1, differences: 1 }]);
    const other = [
      { kind: 'Late' as const, reason: 'No.' },
      { titleContains: 'else', reason: 'No.' },
    ];
    expect(report([side()], theirs, { ignores: other }).unexplained).toBe(1);
  });

  it('has what only the other product has where that told people of the teams', () => {
    expect(report([], [side()]).differences).toMatchObject([{ kind: 'NoTwin', ours: null }]);
    expect(report([], [side({ told: [told('una', 0), told(null, 0)] })]).differences).toEqual([]);
    expect(report([], [side({ openedAt: at(-5) })]).differences).toEqual([]);
  });

  it('is ready after 14 days and 50 incidents without a difference', () => {
    const incidents = (count: number) =>
      Array.from({ length: count }, (_, index) => side({ id: `${index}`, key: `key ${index}` }));
    expect(report(incidents(50), incidents(50)).isReady).toBe(true);
    expect(report(incidents(49), incidents(49)).isReady).toBe(false);
    expect(report(incidents(51), incidents(50)).isReady).toBe(false);
  });
});
