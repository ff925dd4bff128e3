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
