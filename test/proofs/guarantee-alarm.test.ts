import { expect, it } from 'vitest';
import { daysBeforeDefault, type Episode, newsOf } from '../../src/proofs/guarantee-alarm.ts';
import type { ProofState } from '../../src/proofs/prove.ts';

const start = Date.parse('2026-03-02T10:00:00Z');
const day = 86_400_000;

/** What is said as the days pass: each one a state, and in how many days it breaks. */
function said(
  days: readonly (readonly [ProofState, number | null])[],
  daysBefore: readonly number[] = daysBeforeDefault,
): string[] {
  let episode: Episode | null = null;
  return days.map(([state, breaksIn], index) => {
    const now = new Date(start + index * day);
    const firstBreakAt = breaksIn === null ? null : now.getTime() + breaksIn * day;
    const result = {
      ...{ state, reason: null, until: 0, incidentClasses: 1, timeClasses: 1, firstBreakAt },
      ...{ holes: [], holesTotal: 0, excused: [], excusedBy: [], counterExample: null },
    };
    const next = newsOf(episode, result, daysBefore, now);
    ({ episode } = next);
    return next.news.map(({ kind }) => kind).join();
  });
}

it('is said at each of so many days beforehand, once, and when it is broken', () => {
  const days = Array.from({ length: 16 }, (_, index) => ['BreaksOn', 15.5 - index] as const);
  const told = said([...days, ['Broken', 0], ['Broken', 0]]);
  const at = told.flatMap((news, index) => (news === '' ? [] : `${15.5 - index} ${news}`));
  expect(at).toEqual([
    '13.5 BreaksOn',
    '6.5 BreaksOn',
    '2.5 BreaksOn',
    '0.5 BreaksOn',
    '-0.5 Broken',
  ]);
});

it('is said at once where it is near when it is first seen, and not again for days that have passed', () => {
  expect(
    said([
      ['BreaksOn', 2],
      ['BreaksOn', 2],
      ['BreaksOn', 0.9],
    ]),
  ).toEqual(['BreaksOn', '', 'BreaksOn']);
  expect(said([['BreaksOn', 2]], [])).toEqual(['']);
});

it('is said to be over once it holds, is vacuous, or breaks in a time that is not said yet', () => {
  expect(
    said([
      ['Broken', 0],
      ['Holds', null],
      ['Holds', null],
    ]),
  ).toEqual(['Broken', 'Over', '']);
  expect(
    said([
      ['Broken', 0],
      ['Vacuous', null],
    ]),
  ).toEqual(['Broken', 'Over']);
  expect(
    said([
      ['BreaksOn', 12],
      ['BreaksOn', 60],
      ['BreaksOn', 12],
    ]),
  ).toEqual(['BreaksOn', 'Over', 'BreaksOn']);
  expect(said([['Holds', null]])).toEqual(['']);
});

it('a hole of every night is one trouble, said once', () => {
  const nightly = [
    ['Broken', 0],
    ['BreaksOn', 0.6],
  ] as const;
  expect(said([...nightly, ...nightly])).toEqual(['Broken', '', '', '']);
  expect(said([...nightly, ...nightly], [])).toEqual(['Broken', '', '', '']);
});

it('what is not decided changes nothing', () => {
  expect(
    said([
      ['Broken', 0],
      ['NotDecided', null],
      ['Broken', 0],
    ]),
  ).toEqual(['Broken', '', '']);
});
