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
import { Town } from '../stories/town.ts';
import { runsOf } from '../support/runs.ts';
import { live, settle, story } from './random-town.ts';

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

/** What a replay of the present configuration finds, from then until now. */
async function replayed(from: Date) {
  const { app, organizationId, clock } = town.server;
  const channels = { missing: () => null, providers: () => [] };
  const present = await loadSnapshot(app.world, organizationId, channels);
  const ended: ReplayedIncident[] = [];
  const differences: ReplayDifference[] = [];
  await replayPast(
    systemContext(app.world, organizationId),
    { catalogue: await loadCatalogue(templates), intake },
    {
      ...{ present, changed: present, from, until: clock.now() },
      ...{ people: 'asTheyDid', integrationIds: null },
    },
    {
      ended: (one) => ended.push(one),
      difference: (one) => differences.push(one),
      goesOn: async () => true,
    },
  );
  return { ended, differences };
}

it('B3: with the present configuration it sends what the server sent, at the same instants', async () => {
  const { app, organizationId } = town.server;
  let told = 0;
  await fc.assert(
    fc.asyncProperty(story, async (given) => {
      month += 1;
      // Ids of payloads have the time of the machine: no story may come after it.
      const settled = await settle(
        town,
        new Date(Date.UTC(2016, month, 3, 2)).toISOString(),
        given,
      );
      const from = town.server.clock.now();
      await live(town, settled, given);
      const { ended, differences } = await replayed(from);
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

it('B3: a round robin goes on where it stood when the time begins', async () => {
  month += 1;
  await town.begin(new Date(Date.UTC(2016, month, 3, 2)).toISOString());
  const inTurn = { schedule: { roundRobinSettings: { roundRobinSize: 1 } } };
  const settings = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 };
  const people = ['Ada', 'Bo', 'Cem'];
  for (const name of people) await town.person(name, { hasBrowser: true });
  const probe = await town.probe(
    await town.team('Payments', [
      { people: ['Ada'], settings },
      { people, ...inTurn },
    ]),
  );
  // Its turn in the second tier comes when the time has begun.
  await town.until(1);
  await probe.open('Before, and told later');
  await town.until(4);
  const from = new Date(town.server.clock.now().getTime() + 1);
  for (let at = 5; at < 45; at += 10) {
    await town.until(at);
    await probe.open(`Problem ${at}`);
  }
  await town.until(60);
  const middle = new Date(from.getTime() + 22 * 60_000);
  for (const begin of [from, middle]) {
    const { ended } = await replayed(begin);
    const own = ended.filter(({ wasOpen }) => !wasOpen);
    expect(shownBy(own)).toEqual(await sentInReality(own.flatMap(({ realIds }) => realIds)));
    const told = own.flatMap(({ sent }) => sent.map(({ ownerId }) => ownerId));
    expect(new Set(told).size).toBeGreaterThan(1);
  }
});
