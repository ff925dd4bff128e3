import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import { templates } from '../../src/foundation.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { deliveriesOf } from '../../src/notifications/delivery.ts';
import { sentAbout } from '../../src/notifications/index.ts';
import type { ReplayedIncident } from '../../src/replays/actor.ts';
import { compareWithLog } from '../../src/replays/calibration.ts';
import type { ReplayDifference } from '../../src/replays/compare-incidents.ts';
import { replayPast } from '../../src/replays/replay-past.ts';
import { loadSnapshot } from '../../src/stage/index.ts';
import { type Probe, Town } from '../stories/town.ts';
import { runsOf } from '../support/runs.ts';

let town: Town;
let month = 0;

beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town.stop());

/** No body here is large. */
const intake = {
  get largeBodies(): never {
    throw new Error('Nothing is read in a thread.');
  },
};

const act = fc.oneof(
  fc.record({
    what: fc.constant('open' as const),
    problem: fc.nat(4),
    severity: fc.constantFrom('Minor', 'Critical'),
  }),
  fc.record({ what: fc.constant('resolve' as const), problem: fc.nat(4) }),
  fc.record({
    what: fc.constant('person' as const),
    problem: fc.nat(4),
    intent: fc.constantFrom('Investigated', 'Resolved', 'Escalated'),
  }),
);
const story = fc.record({
  acts: fc.array(fc.record({ after: fc.nat(9), act }), { minLength: 6, maxLength: 10 }),
  holdMinutes: fc.constantFrom(null, 3),
  snoozeMinutes: fc.constantFrom(null, 4),
  reopen: fc.boolean(),
  changesSeverity: fc.boolean(),
});

async function settle({
  holdMinutes,
  snoozeMinutes,
  reopen,
  changesSeverity,
}: typeof story extends fc.Arbitrary<infer Value> ? Value : never): Promise<Probe> {
  month += 1;
  await town.begin(new Date(Date.UTC(2026, month, 3, 2)).toISOString());
  for (const name of ['Ada', 'Bob']) await town.person(name, { hasPhone: true });
  const settings = {
    autoEscalationEnabled: true,
    autoEscalationAfterMinutes: 4,
    repeats: 1,
    repeatsAfterMinutes: 3,
  };
  const teamId = await town.team('Payments', [{ people: ['Ada'], settings }, { people: ['Bob'] }]);
  if (changesSeverity)
    await town.api.make('/routing', {
      displayName: `Rules ${month}`,
      teamId,
      rules: [
        {
          conditions: { severities: ['Minor'] },
          actions: { setAttributes: [], changeSeverity: 'Critical' },
        },
      ],
    });
  return town.probe(teamId, {
    ...(holdMinutes && { holdSettings: { pauseMinutes: holdMinutes } }),
    ...(snoozeMinutes && { snoozeSettings: { snoozeWindowInMinutes: snoozeMinutes, filters: [] } }),
    ...(reopen && { reopenWithinMinutes: 5 }),
  });
}

/** Lives through the story, with what people do by the key of the organization. */
async function live(
  probe: Probe,
  acts: readonly {
    after: number;
    act: typeof act extends fc.Arbitrary<infer Value> ? Value : never;
  }[],
) {
  let minutes = 1;
  const latest = new Map<number, string>();
  await town.until(minutes);
  for (const { after, act: one } of acts) {
    minutes += after;
    await town.until(minutes);
    const title = `Problem ${one.problem}`;
    if (one.what === 'person') {
      const id = latest.get(one.problem);
      if (id) await town.change(id, one.intent).catch(() => {});
      continue;
    }
    const answer =
      one.what === 'open' ? await probe.open(title, one.severity) : await probe.resolve(title);
    if (answer.incidentId) latest.set(one.problem, answer.incidentId);
  }
  await town.until(minutes + 30);
}

async function sentInReality(ids: readonly string[]): Promise<string[]> {
  const stored = await deliveriesOf(town.server.app.world)
    .find({ incidentId: { $in: [...ids] } })
    .toArray();
  return stored
    .flatMap(({ incidentId, ownerId, lane, state, attempts, isUpdate }) =>
      state === 'sent' && !isUpdate
        ? [[incidentId, ownerId, lane, attempts.at(-1)?.at.toISOString()].join(' ')]
        : [],
    )
    .toSorted();
}

function shownBy(incidents: readonly ReplayedIncident[]): string[] {
  return incidents
    .flatMap(({ realIds, sent }) =>
      sent.map(({ ownerId, lane, at }) =>
        [realIds[0], ownerId, lane, new Date(at).toISOString()].join(' '),
      ),
    )
    .toSorted();
}

it('B3: with the present configuration it sends what the server sent, at the same instants', async () => {
  const { app, organizationId } = town.server;
  let told = 0;
  await fc.assert(
    fc.asyncProperty(story, async (given) => {
      const probe = await settle(given);
      const from = town.server.clock.now();
      await live(probe, given.acts);
      const channels = { missing: () => null, providers: () => [] };
      const present = await loadSnapshot(app.world, organizationId, channels);
      const ended: ReplayedIncident[] = [];
      const differences: ReplayDifference[] = [];
      const until = town.server.clock.now();
      await replayPast(
        systemContext(app.world, organizationId),
        { catalogue: await loadCatalogue(templates), intake },
        { present, changed: present, from, until, people: 'asTheyDid', integrationIds: null },
        {
          ended: (one) => ended.push(one),
          difference: (one) => differences.push(one),
          goesOn: async () => true,
        },
      );
      const real = await sentInReality(ended.flatMap(({ realIds }) => realIds));
      told += real.length;
      expect(shownBy(ended)).toEqual(real);
      expect(differences).toEqual([]);
      const ids = ended.flatMap(({ realIds }) => realIds);
      const log = await sentAbout(app.world, organizationId, ids);
      const { sent, reproduced, additional } = compareWithLog(ended, log);
      expect([reproduced, additional]).toEqual([sent, 0]);
    }),
    { numRuns: runsOf({ short: 2, long: 100 }), seed: 27, endOnFailure: true },
  );
  expect(told).toBeGreaterThan(10);
});
