import { beforeAll, expect, it } from 'vitest';
import { systemContext } from '../../src/kernel/index.ts';
import { type GuaranteeWire, proveGuarantees } from '../../src/proofs/index.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { makeOrganization } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

/** Configurations with one hole each, put in on purpose: it is found, with what caused it and what closes it. */

let server: Awaited<ReturnType<typeof sharedTestApp>>;
let people = 0;

beforeAll(async () => {
  server = await sharedTestApp();
});

const settings = {
  ...{ shouldSendEmail: true, severitiesEmail: ['Critical'], delayInMinEmail: 0 },
  ...{ shouldCallVoice: true, severitiesVoice: ['Critical'], delayInMinVoice: 0 },
  ...{ shouldSendSMS: false, severitiesSMS: [], delayInMinSMS: 0 },
  ...{ shouldSendPush: false, severitiesPush: [], delayInMinPush: 0 },
};

interface World {
  api: typeof server.api;
  organizationId: string;
  team: string;
  ada: string;
  bo: string;
  schedule: string;
  integration: string;
}

interface Expected {
  /** When it is open first; left out: at once. */
  first?: string;
  /** What caused it. */
  object?: string;
  /** A beginning of what is said to have happened. */
  step?: string;
  mending: string;
}

interface Shape {
  ada?: object;
  layer?: object;
  step?: object;
  policy?: object;
  integration?: object;
}

/** Ada is on call at all hours and is called at once, but for what is said otherwise; Bo could be. */
async function world({ ada, layer, step, policy, integration }: Shape): Promise<World> {
  const { id: organizationId, api } = await makeOrganization(server);
  const team = await api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
  const person = async (displayName: string, more: object = {}) => {
    people += 1;
    const userId = await api.make('/user', {
      ...{ displayName, email: `hole-${people}@example.com`, timeZoneId: 'UTC' },
      ...{ phoneNumber: `+49151${30_000_000 + people}`, incidentNotificationSettings: settings },
      ...more,
    });
    await api.make('/team-membership', { userId, teamId: team, role: 'Member' });
    return userId;
  };
  const who = { ada: await person('Ada', ada), bo: await person('Bo') };
  const schedule = await api.make('/on-call-schedule', {
    ...{ displayName: 'Primary', teamId: team, timeZoneId: 'UTC' },
    layers: [{ groups: [{ userIds: [who.ada] }], ...layer }],
  });
  await api.make('/escalation-policy', {
    ...{ displayName: 'Critical', teamId: team, isDefault: true },
    steps: [{ targets: [{ scheduleId: schedule, pick: 'onCall' }], ...step }],
    ...policy,
  });
  const at = { displayName: 'Prometheus', teamId: team, type: 'Webhook', ...integration };
  const source = await api.make('/inbound-integration', at);
  return { api, organizationId, team, ...who, schedule, integration: source };
}

async function prove({ organizationId }: World) {
  const guarantee: GuaranteeWire = {
    ...{ displayName: 'Woken', incidents: { severities: ['Critical'] }, horizonDays: 14 },
    told: { withinMinutes: 5, channels: ['VoiceCall'] },
    ...{ evenIf: null, excuses: null, alarm: null },
  };
  const ctx = systemContext(server.app.world, organizationId);
  const channels = { missing: () => null, providers: () => [] };
  const request = { guaranteeIds: null, guarantees: [guarantee], horizonDays: null, changes: [] };
  const [result] = (await proveGuarantees(ctx, channels, request)).results;
  const example = result?.counterExample;
  return {
    state: result?.state,
    reason: result?.reason?.code,
    first: result?.holes[0] && new Date(result.holes[0].start).toISOString().slice(8, 19),
    objects: example?.objects.map(({ entityType }) => entityType) ?? [],
    steps: example?.steps.map(({ text }) => inEnglish(text)) ?? [],
    mendings: example?.mendings.map(({ text, code }) => code?.split('\n')[0] ?? text.code) ?? [],
  };
}

const rules = (of: World, rule: object) =>
  of.api.make('/routing', { displayName: 'Rules', teamId: of.team, rules: [rule] });
const ofAda = (of: World, body: object) =>
  of.api.put(`/user/${of.ada}/notification-rules`, { otherwise: null, quietHours: null, ...body });
const at = { start: '2026-03-05T12:00:00Z', end: '2026-03-06T12:00:00Z' };
const now = '02T10:00:00';

// The clock stands at Monday 2 March 2026, 10:00.
const holes: [name: string, shape: Shape, plant: (of: World) => unknown, expected: Expected][] = [
  [
    'an empty weekend',
    { layer: { hours: [{ fromDay: 'mon', from: '08:00', untilDay: 'sat', until: '08:00' }] } },
    () => null,
    { first: '07T07:59:30', mending: 'layers[0].hours = null' },
  ],
  [
    'an absence',
    {},
    (of) =>
      of.api.make('/on-call-override', {
        ...{ userId: of.ada, scheduleId: of.schedule, type: 'offline' },
        ...at,
      }),
    { first: '05T11:59:30', mending: 'mendOverride' },
  ],
  ['no number', { ada: { phoneNumber: null } }, () => null, { mending: 'mendNumber' }],
  [
    'a rule of the person that waits',
    {},
    (of) => ofAda(of, { rules: [{ steps: [{ channel: 'VoiceCall', afterMinutes: 10 }] }] }),
    { mending: 'rules[0].steps[0].after_minutes = 5' },
  ],
  [
    'quiet hours',
    {},
    (of) =>
      ofAda(of, {
        rules: [],
        quietHours: { hours: [{ from: '22:00', until: '07:00' }], alsoCritical: true },
      }),
    { first: '02T22:00:00', mending: 'quiet_hours.also_critical = false' },
  ],
  [
    'a rule of a routing that mutes a channel',
    {},
    (of) => rules(of, { conditions: {}, channels: { notificationChannels: ['Email'] } }),
    { object: 'Routing', mending: 'rules[0].channels = null' },
  ],
  [
    'a rule of a routing that snoozes',
    {},
    (of) =>
      rules(of, {
        conditions: { schedule: { after: '22:00', before: '06:00' } },
        actions: { addInteraction: 'Snoozed', snoozeUntilAbsolute: '08:00' },
      }),
    {
      first: '02T21:59:30',
      step: 'It is snoozed until',
      mending: 'rules[0].actions.add_interaction = null',
    },
  ],
  [
    'a silence that opens nothing',
    {},
    (of) =>
      of.api.make('/silence', {
        ...{ displayName: 'Db', teamId: of.team, integrationIds: [of.integration] },
        ...{ effect: 'openNothing', ...at },
      }),
    { first: '05T12:00:00', object: 'Silence', mending: 'mendSilence' },
  ],
  [
    'a window without an end',
    {},
    (of) =>
      of.api.make('/inbound-integration-maintenance-windows', {
        ...{ integrationId: of.integration, type: 'maintenance', start: at.start },
      }),
    {
      first: '05T12:00:00',
      object: 'InboundIntegrationMaintenanceWindow',
      mending: 'mendWindow',
    },
  ],
  [
    'a pause',
    { integration: { holdSettings: { pauseMinutes: 10 } } },
    () => null,
    { mending: 'hold_settings.pause_minutes = 5' },
  ],
  [
    'a suppression rule that waits',
    { step: { afterMinutes: 4 } },
    (of) =>
      of.api.make('/suppression-rule', {
        ...{ displayName: 'Cluster', teamId: of.team, waitSeconds: 120 },
        ...{ source: { severities: ['Minor'] }, target: { severities: ['Critical'] } },
      }),
    { object: 'SuppressionRule', mending: 'wait_seconds = 0' },
  ],
  [
    'a step that waits for payloads',
    { step: { afterPayloads: { count: 3, withinMinutes: 10 } } },
    () => null,
    { step: 'Step 1 of “Critical” is passed over', mending: 'steps[0].after_payloads = null' },
  ],
  [
    'a policy that resolves',
    { step: { afterMinutes: 4 }, policy: { resolvesAfterMinutes: 3 } },
    () => null,
    { object: 'EscalationPolicy', mending: 'resolves_after_minutes = null' },
  ],
  [
    'a shadow run',
    {},
    (of) =>
      of.api.make('/shadow-run', {
        ...{ displayName: 'Run', teamIds: [of.team], state: 'Shadow', product: 'PagerDuty' },
        ...{ apiKey: 'key', until: '2026-03-10T14:00:00Z' },
      }),
    { object: 'ShadowRun', mending: 'state = "Live"' },
  ],
];

it.each(holes)('%s is found, named and mended', async (_name, shape, plant, expected) => {
  const { first = now, object = 'InboundIntegration', step = '', mending } = expected;
  const of = await world(shape);
  const planted = await plant(of);
  if (planted !== null && typeof planted === 'object')
    expect(planted).toMatchObject({ status: 200 });
  const found = await prove(of);
  expect(found.first).toBe(first);
  expect(found.objects).toContain(object);
  expect(found.mendings).toContain(mending);
  if (step) expect(found.steps.some((text) => text.startsWith(step))).toBe(true);
});

it('a mapping that gives no such severity leaves the guarantee about nothing', async () => {
  const of = await world({});
  const attributes = [
    { name: 'Status', mappings: [{ static: 'Open' }] },
    { name: 'Severity', mappings: [{ jsonPath: '$.jsonBody.level' }, { map: 'P1->high,->Minor' }] },
  ];
  const path = `/inbound-integration/${of.integration}/mapping`;
  const { status } = await of.api.post(path, { attributesMapping: { attributes } });
  expect(status).toBe(200);
  expect(await prove(of)).toMatchObject({ state: 'Vacuous', reason: 'guaranteeOfNoSeverity' });
});
