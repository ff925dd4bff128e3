import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { severities } from '../../src/incidents/index.ts';
import { deliveriesOf } from '../../src/notifications/delivery.ts';
import {
  loadSnapshot,
  openIncident,
  openStage,
  runIncident,
  type Stage,
} from '../../src/stage/index.ts';
import { Town } from '../stories/town.ts';
import { runsOf } from '../support/runs.ts';

let town: Town;
let month = 0;

beforeAll(async () => {
  town = await Town.start();
});
afterAll(() => town.stop());

const names = ['Ada', 'Bob', 'Cem', 'Dee'];
const minutes = 90;
const some = fc.subarray([...severities]);

const settings = fc
  .record({ mail: fc.boolean(), call: fc.boolean(), later: fc.nat(12), of: some })
  .map(({ mail, call, later, of }) => ({
    ...{ shouldSendEmail: mail, delayInMinEmail: 0, severitiesEmail: of },
    ...{ shouldSendSMS: true, delayInMinSMS: later, severitiesSMS: ['Critical'] },
    ...{ shouldSendPush: true, delayInMinPush: 0, severitiesPush: [...severities] },
    ...{ shouldCallVoice: call, delayInMinVoice: later, severitiesVoice: of },
  }));
const person = fc.record(
  { hasPhone: fc.boolean(), hasBrowser: fc.boolean(), settings },
  { requiredKeys: ['hasPhone', 'hasBrowser'] },
);
const tier = fc.record({
  people: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 2 }),
  settings: fc.record({
    autoEscalationEnabled: fc.boolean(),
    autoEscalationAfterMinutes: fc.integer({ min: 1, max: 20 }),
    repeats: fc.nat(2),
    repeatsAfterMinutes: fc.integer({ min: 2, max: 9 }),
  }),
});
const rule = fc.record({
  conditions: fc.record({ severities: fc.constantFrom(null, ['Critical'], ['Minor']) }),
  actions: fc.record(
    {
      assignToTeams: fc.constant('Database'),
      changeSeverity: fc.constantFrom(...severities),
      comment: fc.constant('Seen'),
      delayActionsInMinutes: fc.constantFrom(5, 21),
      discard: fc.constant(true),
      snoozeForRelativeInMinutes: fc.constant(11),
    },
    { requiredKeys: [] },
  ),
  channels: fc.constantFrom(null, {
    notificationChannels: ['Email'],
    notificationChannelsMuted: true,
  }),
});
const organization = fc.record({
  people: fc.array(person, { minLength: 4, maxLength: 4 }),
  tiers: fc.array(tier, { minLength: 1, maxLength: 3 }),
  rules: fc.array(rule, { maxLength: 2 }),
  severity: fc.constantFrom(...severities),
  snoozeMinutes: fc.constantFrom(null, 7),
  holdMinutes: fc.constantFrom(null, 3),
});
type Organization = typeof organization extends fc.Arbitrary<infer Value> ? Value : never;

async function settle({ people, tiers, rules, snoozeMinutes, holdMinutes }: Organization) {
  month += 1;
  await town.begin(new Date(Date.UTC(2026, month, 3, 2)).toISOString());
  for (const [index, plan] of people.entries()) await town.person(names[index] ?? '', plan);
  const teamId = await town.team('Payments', tiers);
  const databaseId = await town.team('Database', [{ people: ['Dee'] }]);
  await town.api.make('/routing', {
    displayName: `Rules ${month}`,
    teamId,
    rules: rules.map((one) => ({
      ...one,
      actions: {
        setAttributes: [],
        ...one.actions,
        ...(one.actions.assignToTeams ? { assignToTeams: [databaseId] } : {}),
      },
    })),
  });
  return town.probe(teamId, {
    ...(snoozeMinutes && { snoozeSettings: { snoozeWindowInMinutes: snoozeMinutes, filters: [] } }),
    ...(holdMinutes && { holdSettings: { pauseMinutes: holdMinutes } }),
  });
}

/** What a thread makes of the organization. */
async function staged(): Promise<Stage> {
  const { app, organizationId } = town.server;
  const channels = { missing: () => null, providers: () => [] };
  return openStage(structuredClone(await loadSnapshot(app.world, organizationId, channels)));
}

async function sentInReality(incidentId: string | null): Promise<string[]> {
  const stored = await deliveriesOf(town.server.app.world).find({ incidentId }).toArray();
  return stored
    .map(({ _id, ownerId, lane, state, attempts }) =>
      [_id, ownerId, lane, state, attempts.at(-1)?.at.toISOString()].join(' '),
    )
    .toSorted();
}

it('shows what the server then does: the same messages, sent or dropped at the same instants', async () => {
  let told = 0;
  await fc.assert(
    fc.asyncProperty(organization, async (given) => {
      const probe = await settle(given);
      const stage = await staged();
      const at = town.server.clock.now();
      const { severity } = given;
      const { incidentId } = await probe.open('Till closed', severity);
      await town.until(minutes);
      const alert = { integrationId: probe.id, title: 'Till closed', severity, attributes: [] };
      const { incident } = openIncident(stage, alert, at, incidentId ?? undefined);
      if (!incident) throw new Error('Nothing opens on the stage.');
      const until = new Date(at.getTime() + minutes * 60_000);
      const { messages, isCut } = runIncident({ stage, incident, at, until });
      const shown = messages.map(({ id, ownerId, lane, outcome, sentAt }) => {
        const state = outcome === 'waiting' ? 'queued' : outcome;
        return [id, ownerId, lane, state, sentAt?.toISOString()].join(' ');
      });
      const real = await sentInReality(incidentId);
      told += real.length;
      expect(shown.toSorted()).toEqual(real);
      expect(isCut).toBe(false);
    }),
    { numRuns: runsOf({ short: 6, long: 120 }), seed: 27 },
  );
  expect(told).toBeGreaterThan(20);
});
