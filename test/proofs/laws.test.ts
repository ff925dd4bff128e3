import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ChannelName } from '../../src/channels/index.ts';
import { shownExample } from '../../src/proofs/counter-example.ts';
import type { GuaranteeWire } from '../../src/proofs/index.ts';
import { lateOffsets, lateSeconds } from '../../src/proofs/late.ts';
import { type ProofResult, prove } from '../../src/proofs/prove.ts';
import { type StagedPlay, staging } from '../../src/proofs/staging.ts';
import { changesIn, type Time, timeClasses } from '../../src/proofs/time-classes.ts';
import { unitOf } from '../../src/proofs/unit.ts';
import { verdictAt } from '../../src/proofs/verdict.ts';
import { type RoutingWire, routingKind } from '../../src/routing/index.ts';
import { reachOf, type Snapshot, sourcesOf } from '../../src/stage/index.ts';
import { runsOf } from '../support/runs.ts';
import { idOf, snapshotOf } from './plain-snapshot.ts';
import { alerts, instants, organizations } from './random-organization.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const told: GuaranteeWire['told'] = { withinMinutes: 6, people: 1, channels: ['VoiceCall'] };
const guarantees: fc.Arbitrary<GuaranteeWire['told']> = fc.record({
  people: fc.constantFrom(1, 2),
  channels: fc.constantFrom<(ChannelName[] | null)[]>(['VoiceCall'], ['Email'], null),
  withinMinutes: fc.constantFrom(2, 6),
});
const numRuns = runsOf({ short: 4, long: 60 });

function guaranteeOf(asked: GuaranteeWire['told']): GuaranteeWire {
  const none = { evenIf: null, excuses: null, alarm: null };
  return { displayName: 'Told', incidents: {}, told: asked, ...none, horizonDays: 1 };
}

async function proven(
  snapshot: Snapshot,
  asked: GuaranteeWire['told'],
  { isEachPlayed = false } = {},
): Promise<ProofResult<StagedPlay>> {
  const { setup, sources } = staging(structuredClone(snapshot));
  const each = sources.map((source) => ({ ...source, begin: () => null }));
  return prove(guaranteeOf(asked), {
    ...{ setup, sources: isEachPlayed ? each : sources, horizonDays: 1 },
    from: snapshot.takenAt.getTime(),
    isOver: () => false,
  });
}

function isIn(times: readonly Time[], at: number): boolean {
  return times.some(({ start, end }) => start <= at && at < end);
}

it('an incident that breaks it opens in one of its holes', async () => {
  let broken = 0;
  await fc.assert(
    fc.asyncProperty(
      organizations,
      guarantees,
      fc.array(fc.tuple(alerts, instants), { minLength: 30, maxLength: 30 }),
      async (snapshot, asked, opened) => {
        const { holes, reason } = await proven(snapshot, asked);
        expect(reason?.code ?? 'guaranteeExcusedAlways').toBe('guaranteeExcusedAlways');
        const { setup, sources } = staging(snapshot);
        for (const source of sources) {
          const from = snapshot.takenAt.getTime();
          const of = sourcesOf(setup, source, reachOf(setup, source));
          const reach = (asked.withinMinutes * 60 + lateSeconds) * 1000;
          const nextChange = changesIn({ sources: of, from, until: from + day, reach });
          const same = { told: asked, excuses: [], fault: null, turnsMax: 1, nextChange };
          const question = { ...same, play: source.play, lateMax: lateSeconds * 1000 };
          for (const [alert, at] of opened)
            if (verdictAt(question, alert, at).kind === 'broken') {
              broken += 1;
              expect(isIn(holes, at), new Date(at).toISOString()).toBe(true);
            }
        }
      },
    ),
    { numRuns },
  );
  expect(broken).toBeGreaterThan(0);
});

it('what is remembered of incidents that are left alike is what each of them shows', async () => {
  await fc.assert(
    fc.asyncProperty(organizations, guarantees, async (snapshot, asked) => {
      const [shared, each] = await Promise.all([
        proven(snapshot, asked),
        proven(snapshot, asked, { isEachPlayed: true }),
      ]);
      const { state, holes, excused, firstBreakAt } = shared;
      expect({ state, holes, excused, firstBreakAt }).toEqual({
        ...{ state: each.state, holes: each.holes },
        ...{ excused: each.excused, firstBreakAt: each.firstBreakAt },
      });
      expect(shared.counterExample?.at).toBe(each.counterExample?.at);
    }),
    { numRuns },
  );
});

it('a counter-example goes the same way when it is played from its start', async () => {
  await fc.assert(
    fc.asyncProperty(organizations, guarantees, async (snapshot, asked) => {
      const { counterExample } = await proven(snapshot, asked);
      if (counterExample === null) return;
      const anew = staging(snapshot).sources;
      expect(shownExample(counterExample, { told: asked }, anew).isContradicted).toBe(false);
      // On a stage on which more people are told, or fewer, it is said.
      const other = anew.map((source) => ({
        ...source,
        play: (...moment: Parameters<typeof source.play>) => {
          const played = source.play(...moment);
          const [at] = [counterExample.at];
          const somebody = { userId: 'somebody', channel: 'VoiceCall' as const, at };
          return { ...played, told: [...played.told, somebody] };
        },
      }));
      expect(shownExample(counterExample, { told: asked }, other).isContradicted).toBe(true);
    }),
    { numRuns },
  );
});

it('at two instants of one class the same people are told in the same ways', () => {
  let compared = 0;
  fc.assert(
    fc.property(organizations, alerts, (snapshot, alert) => {
      const { setup, sources } = staging(snapshot);
      const from = snapshot.takenAt.getTime();
      const reach = (told.withinMinutes * 60 + lateSeconds) * 1000;
      const nothing = { late: new Map(), turns: new Map() };
      for (const source of sources) {
        const of = reachOf(setup, source);
        const question = { sources: sourcesOf(setup, source, of), from, until: from + day, reach };
        const unit = unitOf({ told }, setup, source, of);
        const shown = (at: number) =>
          source
            .play(alert, at, at + told.withinMinutes * minute, nothing, null)
            .told.map(({ userId, channel }) => `${userId} ${channel}`);
        const classes = timeClasses({ ...question, unit, offsets: lateOffsets });
        compared += classes.length;
        for (const { at, times } of classes)
          expect(shown((times.at(-1)?.end ?? at + 1) - 1)).toEqual(shown(at));
      }
    }),
    { numRuns },
  );
  expect(compared).toBeGreaterThan(numRuns);
});

/** Each rule as it is, without the channels that it limits people to; and one more, which assigns a team. */
function withMore(snapshot: Snapshot, teamId: string | null): Snapshot {
  const routings = [...(snapshot.resources.get(routingKind.entityType) ?? [])].map(
    ([id, { wire, ...one }]) => {
      const { rules } = wire as RoutingWire;
      const free = rules.map((rule) => ({ ...rule, channels: null }));
      return [id, { ...one, wire: { ...wire, rules: teamId === null ? free : rules } }] as const;
    },
  );
  const assigning = snapshotOf((add) =>
    add(
      routingKind,
      idOf('more', 0),
      {
        displayName: 'More',
        teamId: idOf('team', 0),
        rules: [
          {
            id: idOf('rule', 9),
            conditions: { severities: null },
            actions: { assignToTeams: [teamId ?? ''], addInteraction: 'Assigned' },
          },
        ],
      },
      { teamId: idOf('team', 0) },
    ),
  ).resources.get(routingKind.entityType);
  const all = new Map([...routings, ...(teamId === null ? [] : (assigning ?? []))]);
  return { ...snapshot, resources: new Map(snapshot.resources).set(routingKind.entityType, all) };
}

it('one more team, or one limit less, takes nobody away who was told', () => {
  let more = 0;
  fc.assert(
    fc.property(organizations, alerts, instants, (snapshot, alert, at) => {
      const nothing = { late: new Map(), turns: new Map() };
      const toldOn = (of: Snapshot) => {
        const source = staging(of).sources.find((one) => one.teamId === idOf('team', 0));
        const played = source?.play(alert, at, at + 6 * minute, nothing, null);
        return new Set(played?.told.map(({ userId, channel }) => `${userId} ${channel}`));
      };
      const told = toldOn(snapshot);
      for (const teamId of [null, idOf('team', 1)]) {
        const others = toldOn(withMore(snapshot, teamId));
        more += others.size - told.size;
        expect([...told.difference(others)]).toEqual([]);
      }
    }),
    { numRuns: runsOf({ short: 40, long: 600 }) },
  );
  expect(more).toBeGreaterThan(0);
});
