import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Wire } from '../../src/cli/api-connection.ts';
import { type Ctx, systemContext } from '../../src/kernel/index.ts';
import { loadPublicApi, proofByFacts } from '../../src/surfaces/public-api/index.ts';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization } from '../support/keys.ts';

/**
 * Organizations in which much comes together, each with holes that were put in on purpose: a proof of the server, one of
 * the change before it is made, and one without a server find the same.
 */

/** Read once: what is compiled to check a proof belongs to it. */
const publicApi = await loadPublicApi(
  new URL('../../openapi/bundled/public-v1.json', import.meta.url),
);

let server: TestApp;
let carrier: FakeCarrier;
let people = 0;

beforeAll(async () => {
  carrier = await startCarrier();
  // A Monday; clocks change on the 8th in New York and on the 29th in Berlin.
  server = await startTestApp({
    clock: '2026-03-02T10:00:00.000Z',
    env: {
      ...carrier.env,
      TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9',
      TOCSIN_MAIL_FROM: 'tocsin@example.com',
      TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await carrier.stop();
});

type Change = Wire['ConfigurationChange'];
type Ids = Record<string, string>;
/** As the API has it; a test that misspells a member fails at the write. */
// biome-ignore lint/suspicious/noExplicitAny: of any kind.
type Wires = Record<string, any>;

interface Organization {
  api: ApiClient;
  ids: Ids;
  guarantee: object;
}

const loud = {
  ...{ shouldSendEmail: true, severitiesEmail: ['Critical', 'Warning'], delayInMinEmail: 0 },
  ...{ shouldCallVoice: true, severitiesVoice: ['Critical'], delayInMinVoice: 1 },
  ...{ shouldSendSMS: true, severitiesSMS: ['Critical'], delayInMinSMS: 0 },
  ...{ shouldSendPush: false, severitiesPush: [], delayInMinPush: 0 },
};

async function maker() {
  const { api } = await makeOrganization(server);
  const ids: Ids = {};
  const make = async (name: string, path: string, body: object) => {
    ids[name] = await api.make(path, body);
    return ids[name];
  };
  const person = async (name: string, teams: string[], more: object = {}) => {
    people += 1;
    const id = await make(name, '/user', {
      ...{ displayName: name, email: `three-${people}@example.com`, timeZoneId: 'Europe/Berlin' },
      ...{ phoneNumber: `+49151${40_000_000 + people}`, incidentNotificationSettings: loud },
      ...more,
    });
    for (const team of teams)
      await api.make('/team-membership', { userId: id, teamId: ids[team], role: 'Member' });
    return id;
  };
  return { api, ids, make, person };
}

const every = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
const daily = (from: string, until: string) =>
  every.map((fromDay, index) => ({
    ...{ fromDay, from, until },
    untilDay: until <= from ? every[(index + 1) % 7] : fromDay,
  }));
const weeks = { every: 1, unit: 'weeks', from: '2026-03-02T09:00:00+01:00' };

/** Days and nights in Berlin by two layers, a schedule behind it, urgency by support hours, personal rules and quiet hours. */
async function shop(): Promise<Organization> {
  const { api, ids, make, person } = await maker();
  await make('web', '/team', { displayName: 'Web', timeZoneId: 'Europe/Berlin', labels: ['shop'] });
  for (const name of ['Ada', 'Bo', 'Cem', 'Dot']) await person(name, ['web']);
  await make('primary', '/on-call-schedule', {
    ...{ displayName: 'Primary', teamId: ids.web, timeZoneId: 'Europe/Berlin' },
    layers: [
      {
        hours: daily('08:00', '20:00'),
        groups: [{ userIds: [ids.Ada] }, { userIds: [ids.Bo] }],
        turns: weeks,
      },
      { hours: daily('20:00', '07:00'), groups: [{ userIds: [ids.Cem] }] },
    ],
  });
  await make('secondary', '/on-call-schedule', {
    ...{ displayName: 'Secondary', teamId: ids.web, timeZoneId: 'Europe/Berlin' },
    layers: [{ groups: [{ userIds: [ids.Dot] }] }],
  });
  await make('hours', '/support-hours', {
    ...{ displayName: 'Office', teamId: ids.web, timeZoneId: 'Europe/Berlin' },
    hours: [{ from: '08:00', until: '20:00' }],
  });
  await make('policy', '/escalation-policy', {
    ...{ displayName: 'Usual', teamId: ids.web, isDefault: true },
    steps: [
      { targets: [{ scheduleId: ids.primary }] },
      { afterMinutes: 10, targets: [{ scheduleId: ids.secondary }] },
    ],
  });
  const { status, text } = await api.put(`/user/${ids.Cem}/notification-rules`, {
    rules: [{ urgencies: ['High'], steps: [{ channel: 'VoiceCall', afterMinutes: 0 }] }],
    otherwise: [{ channel: 'Email', afterMinutes: 0 }],
    quietHours: { hours: [{ from: '22:00', until: '06:00' }], alsoCritical: false },
  });
  expect(status, text).toBe(200);
  await make('probe', '/inbound-integration', {
    ...{ displayName: 'Checkout', teamId: ids.web, type: 'Webhook' },
  });
  const guarantee = {
    ...{ displayName: 'Shop', horizonDays: 40 },
    incidents: { severities: ['Critical'], teamLabels: ['shop'] },
    told: { withinMinutes: 5, channels: ['VoiceCall', 'SMS'] },
  };
  return { api, ids, guarantee };
}

/** Rules that pass incidents on by their texts, a shared schedule, a policy that another one begins, suppression. */
async function bank(): Promise<Organization> {
  const { api, ids, make, person } = await maker();
  await make('desk', '/team', { displayName: 'Desk', timeZoneId: 'UTC', labels: ['money'] });
  await make('core', '/team', { displayName: 'Core', timeZoneId: 'America/New_York' });
  await person('Eve', ['desk', 'core']);
  await person('Fay', ['core']);
  await person('Gus', ['core']);
  await make('shared', '/on-call-schedule', {
    ...{ displayName: 'Shared', teamId: ids.core, timeZoneId: 'America/New_York' },
    layers: [{ groups: [{ userIds: [ids.Fay] }, { userIds: [ids.Gus] }], turns: weeks }],
  });
  await make('ofCore', '/escalation-policy', {
    ...{ displayName: 'Of core', teamId: ids.core, isDefault: true },
    steps: [{ targets: [{ scheduleId: ids.shared }] }],
  });
  await make('ofDesk', '/escalation-policy', {
    ...{ displayName: 'Of desk', teamId: ids.desk, isDefault: true },
    steps: [{ targets: [{ teamId: ids.core, pick: 'policy' }] }],
  });
  await make('routing', '/routing', {
    ...{ displayName: 'Ledger', teamId: ids.desk },
    rules: [
      {
        ...{ displayName: 'To core', actions: { assignToTeams: [ids.core] } },
        conditions: { attributes: [{ name: 'Service', operator: '=', value: 'ledger' }] },
      },
    ],
  });
  await make('ledger', '/inbound-integration', {
    ...{ displayName: 'Ledger', teamId: ids.desk, type: 'Webhook' },
  });
  const guarantee = {
    ...{ displayName: 'Money', horizonDays: 30 },
    incidents: { severities: ['Critical'], teamLabels: ['money'] },
    told: { withinMinutes: 6, channels: ['VoiceCall'] },
  };
  return { api, ids, guarantee };
}

/** Tiers with a round robin that fill up, an override, a silence that comes again, a hold, somebody who notices nothing. */
async function plant(): Promise<Organization> {
  const { api, ids, make, person } = await maker();
  await make('floor', '/team', { displayName: 'Floor', timeZoneId: 'Asia/Kolkata' });
  const members: Ids = {};
  for (const name of ['Hal', 'Ida', 'Jo', 'Kim']) {
    await person(name, []);
    members[name] = await api.make('/team-membership', {
      ...{ userId: ids[name], teamId: ids.floor, role: 'Member' },
    });
  }
  const rotation = (...names: string[]) => ({
    members: names.map((name) => ({ teamMembershipId: members[name] })),
  });
  ids.tiers = ids.floor ?? '';
  await api.make('/team-escalations', {
    teamId: ids.floor,
    escalationTiers: [
      {
        ...{ autoEscalationEnabled: true, autoEscalationAfterMinutes: 3 },
        schedules: [{ rotations: [rotation('Hal'), rotation('Ida')] }],
      },
      { schedules: [{ rotations: [rotation('Jo')] }] },
    ],
  });
  await make('line', '/inbound-integration', {
    ...{ displayName: 'Line', teamId: ids.floor, type: 'Webhook' },
    holdSettings: { pauseMinutes: 1 },
  });
  await make('silence', '/silence', {
    ...{ displayName: 'Washing', teamId: ids.floor, integrationIds: [ids.line] },
    ...{ start: '2026-03-01T00:00:00Z', end: '2026-05-01T00:00:00Z' },
    recurrences: [
      {
        ...{ rule: 'FREQ=WEEKLY;BYDAY=SU', startsAt: '2026-03-01T02:00', minutes: 60 },
        timeZoneId: 'Asia/Kolkata',
      },
    ],
  });
  const guarantee = {
    ...{ displayName: 'Line stands', horizonDays: 8, excuses: ['Silence'] },
    incidents: { severities: ['Critical'], teamIds: [ids.floor] },
    told: { withinMinutes: 8, channels: ['VoiceCall', 'SMS'] },
    evenIf: [{ fault: 'PeopleAway', count: 1 }],
  };
  return { api, ids, guarantee };
}

/** The object with other members. */
async function replaced(
  { api }: Organization,
  entityType: string,
  path: string,
  change: (wire: Wires) => object,
): Promise<[Change, string]> {
  const { body } = await api.get(path);
  const { id, isProvisioned: _, ...wire } = body as Wires;
  const whole = { ...wire, ...change(wire) };
  return [
    { action: 'replace', entityType, id: String(id ?? path.split('/').at(-1)), wire: whole },
    path,
  ];
}

const now = '2026-03-02T10:00:00';

type Hole = (of: Organization) => Promise<[Change, string]>;

const holes: [name: string, make: () => Promise<Organization>, hole: Hole, first: string][] = [
  [
    'shop: the step behind it waits where nobody is on call, from seven to eight in the morning',
    shop,
    (of) =>
      replaced(of, 'EscalationPolicy', `/escalation-policy/${of.ids.policy}`, ({ steps }) => ({
        steps: [{ ...steps[0], ifNobody: 'wait' }, steps[1]],
      })),
    '2026-03-03T05:59:30',
  ],
  [
    'shop: at night it is not urgent, and Cem is told of that by mail',
    shop,
    (of) =>
      replaced(of, 'InboundIntegration', `/inbound-integration/${of.ids.probe}`, () => ({
        urgencySettings: {
          ...{ type: 'supportHours', supportHoursId: of.ids.hours },
          ...{ during: 'High', outside: 'Low' },
        },
      })),
    '2026-03-02T19:00:00',
  ],
  [
    'shop: quiet hours of Cem hold back Critical incidents, too',
    shop,
    (of) =>
      replaced(of, 'UserNotificationRules', `/user/${of.ids.Cem}/notification-rules`, (wire) => ({
        quietHours: { ...wire.quietHours, alsoCritical: true },
      })),
    '2026-03-02T21:00:00',
  ],
  [
    'shop: Bo has no number, which counts from the week on in which he is on call',
    shop,
    (of) => replaced(of, 'User', `/user/${of.ids.Bo}`, () => ({ phoneNumber: null })),
    '2026-03-09T07:59:30',
  ],
  [
    'bank: the policy that is begun waits for payloads',
    bank,
    (of) =>
      replaced(of, 'EscalationPolicy', `/escalation-policy/${of.ids.ofCore}`, ({ steps }) => ({
        steps: [{ ...steps[0], afterPayloads: { count: 2, withinMinutes: 5 } }],
      })),
    now,
  ],
  [
    'bank: a rule about one text makes it Minor, and the step is not for that',
    bank,
    (of) =>
      replaced(of, 'Routing', `/routing/${of.ids.routing}`, ({ rules }) => ({
        rules: [
          {
            ...rules[0],
            conditions: { attributes: [{ name: 'Env', operator: 'contains', value: 'stag' }] },
            actions: { ...rules[0].actions, changeSeverity: 'Minor' },
          },
        ],
      })),
    now,
  ],
  [
    'bank: one of those who take turns is missing in every second week',
    bank,
    (of) =>
      replaced(of, 'OnCallSchedule', `/on-call-schedule/${of.ids.shared}`, ({ layers }) => ({
        layers: [{ ...layers[0], groups: [layers[0].groups[0], { userIds: [] }] }],
      })),
    '2026-03-09T06:59:30',
  ],
  [
    'bank: a rule snoozes at night, by the clock of the desk and not of New York',
    bank,
    (of) =>
      replaced(of, 'Routing', `/routing/${of.ids.routing}`, ({ rules }) => ({
        rules: [
          ...rules,
          {
            conditions: { schedule: { after: '23:00', before: '23:30' } },
            actions: { addInteraction: 'Snoozed', snoozeForRelativeInMinutes: 10 },
          },
        ],
      })),
    '2026-03-02T22:59:30',
  ],
  [
    'plant: the second tier comes too late where one notices nothing',
    plant,
    (of) =>
      replaced(
        of,
        'TeamEscalations',
        `/team-escalations/${of.ids.tiers}`,
        ({ escalationTiers }) => ({
          escalationTiers: [
            { ...escalationTiers[0], autoEscalationAfterMinutes: 8 },
            escalationTiers[1],
          ],
        }),
      ),
    now,
  ],
  [
    'plant: a silence that is inverted is still one, which the guarantee excuses',
    plant,
    (of) => replaced(of, 'Silence', `/silence/${of.ids.silence}`, () => ({ inverted: true })),
    'excused',
  ],
  [
    'plant: it is held for longer than people may take',
    plant,
    (of) =>
      replaced(of, 'InboundIntegration', `/inbound-integration/${of.ids.line}`, () => ({
        holdSettings: { pauseMinutes: 6 },
      })),
    now,
  ],
];

/** At the time of the server, and nothing is read of its store. */
function withoutStore(): Ctx {
  const refuse = (_: Ctx['store'], name: string | symbol): never => {
    throw new Error(`A proof without a server asked its store for ${String(name)}.`);
  };
  const ctx = systemContext(server.app.world, '00000000-0000-4000-8000-000000000000');
  return { ...ctx, store: new Proxy<Ctx['store']>(ctx.store, { get: refuse }) };
}

interface Found {
  state: string | undefined;
  first: string | null | undefined;
  reason: string | null | undefined;
}

function foundIn(proof: Pick<Wire['Proof'], 'results'>): Found {
  const [result] = proof.results;
  return { state: result?.state, first: result?.firstBreakAt, reason: result?.reason };
}

it.each(holes)('%s', async (_name, make, hole, first) => {
  const of = await make();
  const { api } = of;
  const asked = { guarantees: [of.guarantee] };
  const prove = async (more: object = {}) => {
    const { status, body, text } = await api.post('/proof', { ...asked, ...more });
    expect(status, text).toBe(200);
    // On a busy machine it takes longer than the answer waits.
    const run = await vi.waitUntil(
      async () => {
        const { body: proof } = await api.get(`/proof/${body.id}`);
        return proof.state === 'Done' && proof;
      },
      { timeout: 120_000 },
    );
    return foundIn(run as unknown as Wire['ProofRun']);
  };
  const whole = await prove();
  const { body: facts } = await api.get('/proof/facts');
  const [change, path] = await hole(of);
  const planned = await prove({ changes: [change] });
  const plan = { changes: [{ ...change, wire: change.wire ?? null }], unchanged: [] };
  const without = proofByFacts(withoutStore(), publicApi, { facts, body: asked, plan }, 600_000);
  const offline = foundIn(await without.prove());
  const written = await api.put(path, change.wire as object);
  expect(written.status, written.text).toBe(200);
  const stored = await prove();
  expect(whole).toMatchObject({ state: 'Holds' });
  expect(planned).toEqual(stored);
  expect(offline).toEqual(stored);
  expect(stored.first ?? 'excused').toMatch(new RegExp(`^${first}`));
});
