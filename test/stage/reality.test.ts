import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Severity, severities } from '../../src/incidents/index.ts';
import { deliveriesOf } from '../../src/notifications/delivery.ts';
import {
  loadSnapshot,
  openIncident,
  openStage,
  runIncident,
  type Stage,
  type StageRun,
  type Trace,
  toldBy,
} from '../../src/stage/index.ts';
import { type Probe, Town } from '../stories/town.ts';
import { runsOf, seedOf } from '../support/runs.ts';

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
async function staged(carriers: readonly string[] = []): Promise<Stage> {
  const { app, organizationId } = town.server;
  const channels = { missing: () => null, providers: () => carriers.map((name) => ({ name })) };
  return openStage(structuredClone(await loadSnapshot(app.world, organizationId, channels)));
}

/** What happens on the stage to an incident of the integration that opens at that instant. */
function runOn(
  stage: Stage,
  integrationId: string,
  { at, ...run }: Pick<StageRun, 'at'> & Partial<Pick<StageRun, 'faults' | 'lateOf'>>,
  { severity = 'Critical', id }: { severity?: Severity; id?: string | null } = {},
): Trace {
  const alert = { integrationId, title: 'Till closed', severity, attributes: [] };
  const { incident } = openIncident(stage, alert, at, id ?? undefined);
  if (!incident) throw new Error('Nothing opens on the stage.');
  const until = new Date(at.getTime() + minutes * 60_000);
  return runIncident({ stage, incident, at, until, ...run });
}

function shownBy({ messages }: Trace): string[] {
  return messages
    .map(({ id, ownerId, lane, outcome, sentAt }) => {
      const state = outcome === 'waiting' ? 'queued' : outcome;
      return [id, ownerId, lane, state, sentAt?.toISOString()].join(' ');
    })
    .toSorted();
}

/** Who was told when, as `seconds name channel`. */
function toldOn(trace: Trace, at: Date): string[] {
  const nameOf = new Map(names.map((name) => [town.idOf(name), name]));
  return toldBy(trace).map(({ userId, channel, at: told }) =>
    [(told.getTime() - at.getTime()) / 1000, nameOf.get(userId) ?? 'Owner', channel].join(' '),
  );
}

async function sentInReality(incidentId: string | null): Promise<string[]> {
  const stored = await deliveriesOf(town.server.app.world).find({ incidentId }).toArray();
  return stored
    .map(({ _id, ownerId, lane, state, attempts }) => {
      const sentAt = state === 'sent' ? attempts.at(-1)?.at : undefined;
      return [_id, ownerId, lane, state, sentAt?.toISOString()].join(' ');
    })
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
      const trace = runOn(stage, probe.id, { at }, { severity, id: incidentId });
      const real = await sentInReality(incidentId);
      told += real.length;
      expect(shownBy(trace)).toEqual(real);
      expect(trace.isCut).toBe(false);
    }),
    { numRuns: runsOf({ short: 2, long: 120 }), seed: seedOf(27) },
  );
  expect(told).toBeGreaterThan(20);
});

describe('faults', () => {
  const escalates = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 20 };
  const mailLater = {
    ...{ shouldSendEmail: true, delayInMinEmail: 10, severitiesEmail: ['Critical'] },
    ...{ shouldSendSMS: true, delayInMinSMS: 0, severitiesSMS: ['Critical'] },
    ...{ shouldSendPush: false, delayInMinPush: 0, severitiesPush: [] },
    ...{ shouldCallVoice: false, delayInMinVoice: 0, severitiesVoice: [] },
  };

  async function twoTiers(settingsOfAda?: object): Promise<Probe> {
    month += 1;
    await town.begin(new Date(Date.UTC(2026, month, 3, 2)).toISOString());
    await town.person('Ada', {
      hasPhone: true,
      ...(settingsOfAda ? { settings: settingsOfAda } : {}),
    });
    await town.person('Bob', { hasPhone: true });
    for (const name of ['Cem', 'Dee']) await town.person(name);
    const tiers = [{ people: ['Ada'], settings: escalates }, { people: ['Bob'] }];
    return town.probe(await town.team('Payments', tiers));
  }

  it('a refusal brings forward what it brings forward in the server', async () => {
    const probe = await twoTiers(mailLater);
    const stage = await staged();
    const at = town.server.clock.now();
    for (let left = 6; left > 0; left -= 1)
      town.carrier.answerNext(town.carrier.refusal(400, 21610, 'Unsubscribed'));
    const { incidentId } = await probe.open('Till closed');
    await town.until(minutes);
    const faults = [{ fault: 'CarrierRefuses', carrier: null }] as const;
    const trace = runOn(stage, probe.id, { at, faults }, { id: incidentId });
    expect(shownBy(trace)).toEqual(await sentInReality(incidentId));
    expect(toldOn(trace, at)).toEqual(['0 Ada Email', '1200 Bob Email']);
    expect(trace.events.map(({ message }) => message?.code)).toContain('contactInstead');
    town.carrier.answerNext();
  });

  it('of a channel that is down the second failure brings forward the next contact', async () => {
    const probe = await twoTiers(mailLater);
    const at = town.server.clock.now();
    const faults = [{ fault: 'ChannelDown', channel: 'SMS' }] as const;
    const trace = runOn(await staged(), probe.id, { at, faults });
    expect(toldOn(trace, at)).toEqual(['18 Ada Email', '1200 Bob Email', '1218 Bob VoiceCall']);
  });

  it('where nobody of a tier is reached the next one comes', async () => {
    const probe = await twoTiers({ ...mailLater, shouldSendEmail: false });
    const at = town.server.clock.now();
    const faults = [{ fault: 'CarrierDown', carrier: null }] as const;
    const trace = runOn(await staged(), probe.id, { at, faults });
    expect(toldOn(trace, at)).toEqual(['18 Bob Email']);
  });

  it('a carrier that is down among several is no fault of the channel', async () => {
    const probe = await twoTiers();
    const at = town.server.clock.now();
    const down = { fault: 'CarrierDown', carrier: 'One' } as const;
    const by = async (...carriers: string[]) => {
      const stage = await staged(carriers);
      return toldOn(runOn(stage, probe.id, { at, faults: [down] }), at);
    };
    expect(await by('One', 'Two')).toContain('0 Ada SMS');
    expect((await by('One')).filter((line) => !line.endsWith('Email'))).toEqual([]);
  });

  it('lateness puts off everything that is due', async () => {
    const probe = await twoTiers();
    const at = town.server.clock.now();
    const stage = await staged();
    const told = (lateSeconds: number) =>
      toldOn(runOn(stage, probe.id, { at, lateOf: () => lateSeconds * 1000 }), at).map(
        (line) => [Number.parseInt(line, 10), line.replace(/^\d+ /, '')] as const,
      );
    const late = told(30);
    expect(told(0)).toHaveLength(late.length);
    for (const [index, [seconds, line]] of told(0).entries()) {
      expect(late[index]?.[1]).toBe(line);
      expect((late[index]?.[0] ?? 0) - seconds).toBeGreaterThanOrEqual(30);
    }
  });
});
