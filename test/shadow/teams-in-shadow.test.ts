import { describe, expect, it } from 'vitest';
import type { ShadowRunWire } from '../../src/shadow/index.ts';
import { teamsOfRuns } from '../../src/shadow/teams-in-shadow.ts';

const now = new Date('2026-03-02T10:00:00Z');

function run(over: Partial<ShadowRunWire> = {}) {
  const wire: ShadowRunWire = {
    displayName: 'Leaving',
    product: 'PagerDuty',
    url: null,
    apiKey: 'k',
    teamIds: ['A', 'b'],
    state: 'Shadow',
    pollSeconds: 60,
    until: '2026-03-03T10:00:00Z',
    matchBy: null,
    ignores: null,
    adoptsOpen: false,
    ...over,
  };
  return { wire };
}

const isSilent = (teamIds: string[], ...runs: ReturnType<typeof run>[]) =>
  teamsOfRuns(runs).holds(teamIds, now);

describe('nobody is told of incidents', () => {
  it('whose teams are all in shadow, in one run or several', () => {
    expect(isSilent(['a'], run())).toBe(true);
    expect(isSilent(['a', 'B'], run())).toBe(true);
    expect(isSilent(['a', 'c'], run(), run({ teamIds: ['c'] }))).toBe(true);
  });
});

describe('people are told of incidents', () => {
  it('of no team, of a team without a run, and of one beside those in shadow', () => {
    expect(isSilent([], run())).toBe(false);
    expect(isSilent(['c'], run())).toBe(false);
    expect(isSilent(['a', 'c'], run())).toBe(false);
    expect(isSilent(['a'])).toBe(false);
  });

  it('while the run is live or paused, and from its end on', () => {
    expect(isSilent(['a'], run({ state: 'Live' }))).toBe(false);
    expect(isSilent(['a'], run({ state: 'Paused' }))).toBe(false);
    expect(isSilent(['a'], run({ until: now.toISOString() }))).toBe(false);
    expect(isSilent(['a'], run({ until: 'never' }))).toBe(false);
    expect(isSilent(['a', 'c'], run(), run({ teamIds: ['c'], state: 'Live' }))).toBe(false);
  });
});

it('what opened in shadow is adopted once one of its runs that says so has ended', () => {
  const adopts = (teamIds: string[], ...runs: ReturnType<typeof run>[]) =>
    teamsOfRuns(runs).adopts(teamIds, now);
  const adopting = { adoptsOpen: true };
  expect(adopts(['A'], run({ ...adopting, state: 'Live' }))).toBe(true);
  expect(adopts(['a'], run({ ...adopting, until: now.toISOString() }))).toBe(true);
  expect(adopts(['a', 'c'], run({ ...adopting, state: 'Paused' }))).toBe(true);
  expect(adopts(['a'], run(adopting))).toBe(false);
  expect(adopts(['c'], run({ ...adopting, state: 'Live' }))).toBe(false);
  expect(adopts(['a'], run({ state: 'Live' }))).toBe(false);
});
