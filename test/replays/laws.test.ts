import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unmapped } from '../../src/mapping/index.ts';
import type { DifferenceKind, ReplayDifference } from '../../src/replays/compare-incidents.ts';
import { lineOfMapping, mappedPartThatDiffers } from '../../src/replays/traced-line.ts';
import { pastTurnsOf, Turns } from '../../src/replays/turns.ts';
import { TwoWorlds } from '../../src/replays/two-worlds.ts';
import { runsOf, seedOf } from '../support/runs.ts';
import { acts, came, change, changes, from, joined, play, present, readOf } from './small-town.ts';

const numRuns = runsOf({ short: 12, long: 600 });

const mirrored: Record<DifferenceKind, DifferenceKind> = {
  NobodyNow: 'SomebodyNow',
  SomebodyNow: 'NobodyNow',
  NotOpened: 'Opened',
  Opened: 'NotOpened',
  MappingFails: 'MappingReads',
  MappingReads: 'MappingFails',
  Later: 'Earlier',
  Earlier: 'Later',
  OtherPeople: 'OtherPeople',
  OtherChannel: 'OtherChannel',
  OtherTeam: 'OtherTeam',
  OtherSeverity: 'OtherSeverity',
  Grouped: 'Split',
  Split: 'Grouped',
};

function shown({ at, kinds, integrationId, present: one, changed }: ReplayDifference): string {
  return JSON.stringify([at, kinds.toSorted(), integrationId, one, changed]);
}

function mirror(difference: ReplayDifference): ReplayDifference {
  const { kinds, present: one, changed } = difference;
  return {
    ...difference,
    kinds: kinds.map((kind) => mirrored[kind]),
    present: changed,
    changed: one,
  };
}

it('B1: without a change there is no difference, and nothing could differ', () => {
  fc.assert(
    fc.property(came, acts, (all, acting) => {
      const { differences, counts } = play([present, structuredClone(present)], all, { acting });
      expect(differences).toEqual([]);
      expect(counts.couldNotDiffer).toBe(counts.compared);
    }),
    { numRuns, seed: seedOf(1) },
  );
});

it('B2: from the other side each difference is mirrored', () => {
  fc.assert(
    fc.property(came, acts, change, (all, acting, changing) => {
      const changed = changing(present);
      const there = play([present, changed], all, { acting });
      const back = play([changed, present], all, { acting });
      expect(back.differences.map(mirror).map(shown).toSorted()).toEqual(
        there.differences.map(shown).toSorted(),
      );
    }),
    { numRuns, seed: seedOf(2) },
  );
});

const town = fc.constantFrom(present, ...Object.values(joined));

it('B4: what is said to be unable to differ does not', () => {
  let unable = 0;
  let different = 0;
  fc.assert(
    fc.property(came, acts, change, town, (all, acting, changing, snapshot) => {
      const worlds = [snapshot, changing(snapshot)] as const;
      const whole = { acting, runsAll: true };
      const { differences, counts } = play(worlds, all, whole);
      expect(differences.filter(({ couldDiffer }) => !couldDiffer)).toEqual([]);
      const part = play(worlds, all, { acting });
      expect(part.differences.map(shown)).toEqual(differences.map(shown));
      expect(part.counts).toEqual(counts);
      unable += counts.couldNotDiffer;
      different += counts.different;
    }),
    { numRuns: 2 * numRuns, seed: seedOf(4) },
  );
  expect(unable).toBeGreaterThan(10);
  expect(different).toBeGreaterThan(10);
});

it('B5: cut in two at an instant with no open incident, the differences are the same', () => {
  fc.assert(
    fc.property(came, came, change, (first, second, changing) => {
      const worlds = [present, changing(present)] as const;
      const cut = 3 * 3600;
      const calm = first.map((one) => ({ ...one, second: Math.floor(one.second / 2) }));
      const ending = [0, 1, 2].flatMap((team) =>
        [0, 1, 2, 3].map((problem) => ({
          ...{ team, problem, second: 1900, ends: true },
          ...{ severity: 'Minor' as const, service: 'service-7' },
        })),
      );
      const later = second.map((one) => ({ ...one, second: one.second + cut }));
      const all = [...calm, ...ending, ...later];
      const end = 6 * 3600;
      const whole = play(worlds, all, { end });
      const parts = [play(worlds, all, { end: cut }), play(worlds, all, { begin: cut, end })];
      expect(
        parts
          .flatMap(({ differences }) => differences)
          .map(shown)
          .toSorted(),
      ).toEqual(whole.differences.map(shown).toSorted());
    }),
    { numRuns, seed: seedOf(5) },
  );
});

const expected: Record<string, string[]> = {
  'a tier comes later': ['Later Tier Other 2'],
  'a tier comes earlier': ['Earlier Tier Other 2'],
  'two tiers change places': ['Later Tier Other 1'],
  'somebody is gone from a tier': ['OtherPeople Tier Other 1'],
  'somebody has no phone': ['OtherChannel Contact Other VoiceCall'],
  'a rule is gone': ['OtherChannel Rule Gone 72756c65-0000-4000-8000-000000000000'],
  'an integration is muted': ['NobodyNow Intake New mute'],
  'an integration is in maintenance': ['NobodyNow Intake New maintenance'],
  'an integration is gone': ['NobodyNow Intake New '],
  'incidents are held back': ['Later Intake New hold'],
};

it.each(Object.entries(changes))(
  '%s: the first line that differs is of what was changed',
  (name, changing) => {
    const all = [0, 1, 2].flatMap((team) =>
      [0, 1].map((problem) => ({
        ...{ team, problem, second: 60 * problem, ends: false },
        ...{ severity: 'Warning' as const, service: problem === 0 ? 'service-7' : 'service-0' },
      })),
    );
    const { differences } = play([present, changing(present)], all);
    const found = differences.map(({ kinds, divergence }) =>
      [kinds[0], divergence?.step, divergence?.change, divergence?.part].join(' '),
    );
    expect([...new Set(found)]).toEqual(expected[name]);
  },
);

it('is full once more incidents go on than have room, and what it has is compared', () => {
  const options = { difference() {}, openMax: 3, runsAll: true };
  const worlds = new TwoWorlds({ present, changed: present, ...options });
  const [integrationId = ''] = present.resources.get('InboundIntegration')?.keys() ?? [];
  const full = [0, 1].map((problem) => {
    const at = new Date(from + problem * 1000);
    const alert = { second: 0, team: 0, problem, ends: false, service: 'service-7' };
    const payload = readOf({ ...alert, severity: 'Minor' }, `p${problem}`, integrationId, at);
    worlds.receive(payload, payload);
    return worlds.isFull;
  });
  worlds.finish(new Date(from + 5000));
  expect([full, worlds.counts.compared]).toEqual([[false, true], 2]);
});

it('names the first member that two mappings make differently', () => {
  const line = (more: object) =>
    lineOfMapping('i', { ...unmapped, outcome: 'Open', ...more }, new Date(0));
  const differing = [{ severity: 'Minor' as const }, { title: 'Other' }, { correlationId: 'x' }];
  const parts = differing.map((more) => mappedPartThatDiffers(line({}), line(more)));
  expect(parts).toEqual(['Severity', 'Title', 'CorrelationId']);
});

describe('turns of a round robin', () => {
  const incidents = [
    { _id: 'a', alerting: { turns: { key: 7 } } },
    { _id: 'b', alerting: { turns: { key: 8 } } },
    { _id: 'c', alerting: { turns: { key: 9 } } },
  ];
  const turns = () =>
    new Turns(
      pastTurnsOf(
        incidents,
        new Map([
          ['key', 10],
          ['other', 4],
        ]),
      ),
    );

  it('are those that were really taken, in whatever order', () => {
    const again = turns();
    expect(['b', 'a', 'c'].map((id) => again.take('key', [id]))).toEqual([8, 7, 9]);
    expect(again.take('other', ['a'])).toBe(4);
  });

  it('move on where an incident takes one that really took none', () => {
    const changed = turns();
    const taken = [['x'], ['a'], ['b'], ['c']].map((ids) => changed.take('key', ids));
    expect(taken).toEqual([7, 8, 9, 10]);
  });

  it('are never taken twice', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', 'x'), { maxLength: 12 }), (ids) => {
        const world = turns();
        const taken = ids.map((id) => world.take('key', [id]));
        expect(new Set(taken).size).toBe(taken.length);
      }),
    );
  });
});
