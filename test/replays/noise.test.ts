import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toLocal } from '../../src/calendar/index.ts';
import type { ReplayedIncident } from '../../src/replays/actor.ts';
import { HeardNoise, type Known } from '../../src/replays/noise/heard-noise.ts';
import { byUse, Trial, type TriedWhatIf } from '../../src/replays/noise/trial.ts';
import { isAtNight } from '../../src/replays/noise/wake-ups.ts';
import type { WhatIf } from '../../src/replays/noise/what-if.ts';
import { say } from '../../src/sentences/index.ts';
import { runsOf, seedOf } from '../support/runs.ts';
import { acts, came, change, type Played, play, present } from './small-town.ts';

const numRuns = runsOf({ short: 12, long: 600 });

/** Somebody works on the incidents of every third alert. */
const known: Known = {
  isWorkedOn: (ids) => ids.some((id) => Number(id.slice(-4)) % 3 === 0),
  zoneOf: () => 'Europe/Berlin',
  nameOf: (by) => by,
};

const whatIf: WhatIf = {
  ...{ kind: 'Pause', code: '', teamId: 'team', most: 1 },
  text: say('whatIfUrgency', { integration: 'x' }),
  change: { action: 'replace', entityType: 'InboundIntegration', id: 'x', wire: {} },
};

function tried({ ended, differences }: Played): TriedWhatIf {
  const trial = new Trial(known);
  for (const [incident, side] of ended) trial.ended(incident, side);
  for (const one of differences) trial.difference(one);
  return trial.result(whatIf);
}

/** Minutes in which a phone of a person rings, counted one by one. */
function rings(played: Played, side: 'present' | 'changed'): number {
  const all = played.ended.filter(([, of]) => of === side).flatMap(([{ sent }]) => sent);
  const loud = all.filter(
    ({ lane, isAlert }) => isAlert && lane !== 'Email' && lane !== 'Outbound',
  );
  return new Set(
    loud.map(({ ownerId, at }) => `${ownerId} ${new Date(at).toISOString().slice(0, 16)}`),
  ).size;
}

it('a change saves as much, and costs as much, as where everything is played on both sides', () => {
  let saved = 0;
  fc.assert(
    fc.property(came, acts, change, (all, acting, changing) => {
      const worlds = [present, changing(present)] as const;
      const whole = play(worlds, all, { acting, runsAll: true });
      const part = tried(play(worlds, all, { acting, onlyAffected: true }));
      const { changed, present: before, teamIds: _, ...found } = tried(whole);
      expect(part).toMatchObject({ ...found, workedOnExamples: expect.any(Array) });
      const difference = rings(whole, 'present') - rings(whole, 'changed');
      expect(part.present.wakeUps - part.changed.wakeUps).toBe(difference);
      expect([before.wakeUps, changed.wakeUps]).toEqual([
        rings(whole, 'present'),
        rings(whole, 'changed'),
      ]);
      saved += Math.abs(difference);
    }),
    { numRuns: 2 * numRuns, seed: seedOf(11) },
  );
  expect(saved).toBeGreaterThan(10);
});

/** When somebody was told first of each incident that there really was. */
function toldFirst(played: Played, side: 'present' | 'changed'): Map<string, number> {
  const told = new Map<string, number>();
  for (const [{ realIds, sent }, of] of played.ended)
    if (of === side)
      for (const id of realIds)
        for (const { at, isAlert } of sent)
          if (isAlert) told.set(id, Math.min(at, told.get(id) ?? at));
  return told;
}

it('no incident that somebody worked on is told later, or not at all, without a word', () => {
  let said = 0;
  fc.assert(
    fc.property(came, acts, change, (all, acting, changing) => {
      const played = play([present, changing(present)], all, { acting, onlyAffected: true });
      const [before, after] = [toldFirst(played, 'present'), toldFirst(played, 'changed')];
      const late = [...before].filter(
        ([id, at]) =>
          known.isWorkedOn([id]) && (after.get(id) ?? Number.POSITIVE_INFINITY) > at + 30_000,
      );
      const { workedOn } = tried(played);
      if (late.length > 0) expect(workedOn).toBeGreaterThan(0);
      said += late.length;
    }),
    { numRuns: 2 * numRuns, seed: seedOf(12) },
  );
  expect(said).toBeGreaterThan(0);
});

it('what is counted does not depend on the order in which incidents end, and parts add up', () => {
  fc.assert(
    fc.property(came, acts, fc.integer(), (all, acting, seed) => {
      const { ended } = play([present, present], all, { acting });
      const figures = (incidents: readonly ReplayedIncident[]) => {
        const heard = new HeardNoise(known);
        for (const incident of incidents) heard.add(incident);
        return heard.figures();
      };
      const incidents = ended.map(([incident]) => incident);
      const [one, other] = [
        figures(incidents),
        figures(incidents.toSorted((a, b) => hashOf(a.id, seed) - hashOf(b.id, seed))),
      ];
      const inOrder = ({ sources }: typeof one) =>
        sources
          .map(({ teamIds, ...source }) => JSON.stringify([teamIds.toSorted(), source]))
          .toSorted();
      expect(other.totals).toEqual(one.totals);
      expect(inOrder(other)).toEqual(inOrder(one));
      const { workedOn, endedThemselves, untouched, ...totals } = one.totals;
      expect(workedOn + endedThemselves + untouched).toBe(totals.incidents);
      const people = one.sources.filter(({ by }) => by === 'Person');
      const sum = people.reduce((so, { wakeUps }) => so + wakeUps, 0);
      expect(sum).toBe(totals.wakeUps);
    }),
    { numRuns, seed: seedOf(13) },
  );
});

function hashOf(text: string, seed: number): number {
  return [...text].reduce((so, sign) => Math.imul(so ^ sign.charCodeAt(0), 0x01000193), seed);
}

it('the night is that of the person, also where clocks change', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 29_000_000, max: 30_500_000 }),
      fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'),
      (minute, zone) => {
        const { hour } = toLocal(minute * 60_000, zone);
        expect(isAtNight({ minute }, zone)).toBe(hour >= 22 || hour < 7);
      },
    ),
    { numRuns: 200, seed: seedOf(14) },
  );
});

it('what harms nobody comes before what saves more', () => {
  const counts = (wakeUps: number) => ({ wakeUps, atNight: 0, needless: 0, needlessAtNight: 0 });
  const of = (code: string, saved: number, workedOn: number): TriedWhatIf => ({
    ...tried(play([present, present], [])),
    ...{ code, workedOn, present: counts(10), changed: counts(10 - saved) },
  });
  const all = [of('harmful', 9, 1), of('little', 1, 0), of('much', 5, 0)];
  expect(all.toSorted(byUse).map(({ code }) => code)).toEqual(['much', 'little', 'harmful']);
});
