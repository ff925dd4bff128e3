import { beforeAll, expect, it } from 'vitest';
import { systemContext } from '../../src/kernel/index.ts';
import { createProofs, type GuaranteeWire } from '../../src/proofs/index.ts';
import { openProof } from '../../src/proofs/prove-snapshot.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import {
  type ConfigurationChange,
  factsOf,
  loadSnapshot,
  type Snapshot,
  snapshotOfFacts,
  withPeople,
} from '../../src/stage/index.ts';
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
  policy: string;
  integration: string;
}

interface Expected {
  /** When it is open first; left out: at once. */
  first?: string;
  /** What caused it. */
  object?: string;
  /** Who is on call meanwhile: how many people, by each schedule. */
  duty?: [schedule: string, people: number][];
  /** A beginning of what is said to have happened. */
  step?: string;
  /** Left out: nothing that is tried mends it. */
  mending?: string;
}

interface Shape {
  ada?: object;
  layer?: object;
  schedule?: object;
  step?: object;
  policy?: object;
  integration?: object;
}

/** Ada is on call at all hours and is called at once, but for what is said otherwise; Bo could be. */
async function world({ ada, layer, step, policy, integration, ...shape }: Shape): Promise<World> {
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
    ...shape.schedule,
  });
  const rules = await api.make('/escalation-policy', {
    ...{ displayName: 'Critical', teamId: team, isDefault: true },
    steps: [{ targets: [{ scheduleId: schedule, pick: 'onCall' }], ...step }],
    ...policy,
  });
  const at = { displayName: 'Prometheus', teamId: team, type: 'Webhook', ...integration };
  const source = await api.make('/inbound-integration', at);
  return { api, organizationId, team, ...who, schedule, policy: rules, integration: source };
}

const guarantee: GuaranteeWire = {
  ...{ displayName: 'Woken', incidents: { severities: ['Critical'] }, horizonDays: 14 },
  told: { withinMinutes: 5, channels: ['VoiceCall'] },
  ...{ evenIf: null, excuses: null, alarm: null },
};
const channels = { missing: () => null, providers: () => [] };

async function prove({ organizationId }: World, changes: ConfigurationChange[] = []) {
  const ctx = systemContext(server.app.world, organizationId);
  const request = { guaranteeIds: null, guarantees: [guarantee], horizonDays: null, changes };
  const [result] = (await createProofs(server.app.world, channels).create(ctx, request)).results;
  const example = result?.counterExample;
  return {
    state: result?.state,
    reason: result?.reason?.code,
    first: result?.holes[0] && new Date(result.holes[0].start).toISOString().slice(8, 19),
    objects: example?.objects.map(({ entityType }) => entityType) ?? [],
    duty: example?.duty.map(({ displayName, userIds }) => [displayName, userIds.length]),
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
const empty = 'Step 1 of “Critical” tells nobody.';
const standsIn = 'resource "tocsin_on_call_override" "stands_in" {';

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
    {
      first: '05T11:59:30',
      duty: [
        ['Primary', 1],
        ['Primary', 0],
      ],
      mending: 'mendOverride',
    },
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
  [
    'days by hand that end when no layer is in force any more',
    { layer: { endsAt: '2026-03-01T00:00:00Z' } },
    (of) =>
      of.api.post('/temporary-schedule', {
        ...{ scheduleId: of.schedule, start: '2026-03-01T00:00:00Z', end: at.end },
        shifts: [{ userIds: [of.ada], start: '2026-03-01T00:00:00Z', end: at.end }],
      }),
    { first: '06T11:59:30', mending: 'layers[0].ends_at = null' },
  ],
  [
    'a shift left out of the days by hand',
    {},
    (of) =>
      of.api.post('/temporary-schedule', {
        ...{ scheduleId: of.schedule, ...at },
        shifts: [{ userIds: [of.ada], start: at.start, end: '2026-03-06T00:00:00Z' }],
      }),
    { first: '05T23:59:30', step: `${empty} The days of “Primary”`, mending: 'mendTemporary' },
  ],
  [
    'holidays on which a layer is off',
    {},
    async (of) => {
      await holidaysOff(of);
      return null;
    },
    { first: '04T23:59:30', mending: 'layers[0].on_holidays = null' },
  ],
  [
    'leave',
    { schedule: { onLeave: 'gap' } },
    async (of) => {
      const own = { displayName: 'Leave', kind: 'leave', userId: of.ada };
      await of.api.make('/person-calendar', { ...own, text: calendar('20260305', '20260306') });
      return read();
    },
    {
      first: '04T23:59:30',
      step: `${empty} On leave, of those whom “Primary” names: Ada.`,
      mending: standsIn,
    },
  ],
  [
    'the only person on call is suspended',
    {},
    (of) => of.api.post(`/user/${of.ada}/suspend`, {}),
    { step: `${empty} Suspended, of those whom “Primary” names: Ada.`, mending: standsIn },
  ],
  [
    'the only person on call is removed',
    {},
    (of) => of.api.delete(`/user/${of.ada}`),
    { step: `${empty} “Primary” names somebody who was deleted.`, mending: standsIn },
  ],
  [
    'a person named by the step is suspended',
    {},
    async (of) => {
      await onlyStep(of, { targets: [{ userId: of.ada }] });
      return of.api.post(`/user/${of.ada}/suspend`, {});
    },
    {
      step: 'Step 1 of “Critical” tells nobody: This person is suspended.',
      mending: 'steps[1] = {',
    },
  ],
  [
    'the members of the team are suspended',
    {},
    async (of) => {
      await onlyStep(of, { targets: [{ teamId: of.team, pick: 'members' }] });
      await of.api.post(`/user/${of.ada}/suspend`, {});
      return of.api.post(`/user/${of.bo}/suspend`, {});
    },
    { step: `${empty} Suspended, of those whom “Payments” names: Ada, Bo.` },
  ],
  [
    'urgency low outside of support hours',
    { step: { urgencies: ['High'] } },
    async (of) => {
      const id = await of.api.make('/support-hours', {
        ...{ displayName: 'Office', teamId: of.team, timeZoneId: 'UTC' },
        hours: [{ from: '08:00', until: '18:00' }],
      });
      return urgency(of, id);
    },
    { first: '02T18:00:00', mending: 'urgency_settings = null' },
  ],
];

it.each(holes)('%s is found, named and mended', async (_name, shape, plant, expected) => {
  const { first = now, object = 'InboundIntegration', step = '', mending } = expected;
  const of = await world(shape);
  const planted = await plant(of);
  if (planted !== null && typeof planted === 'object')
    expect(planted).toMatchObject({ status: 200 });
  const found = await prove(of);
  if (process.env.SHOW) console.log(_name, JSON.stringify(found, null, 1));
  expect(found.first).toBe(first);
  expect(found.objects).toContain(object);
  if (expected.duty) expect(found.duty).toEqual(expected.duty);
  if (mending) expect(found.mendings).toContain(mending);
  else expect(found.mendings).toEqual([]);
  if (step)
    expect(found.steps).toContainEqual(
      expect.stringMatching(new RegExp(`^${RegExp.escape(step)}`)),
    );
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

const calendar = (from: string, until: string) =>
  [
    ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', `DTSTART;VALUE=DATE:${from}`],
    ...[`DTEND;VALUE=DATE:${until}`, 'END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');
const text = calendar('20270105', '20270108');
const ofHolidays = (of: World) =>
  of.api.make('/person-calendar', { displayName: 'Berlin', kind: 'holidays', text });
async function set(of: World, path: string, members: object): Promise<null> {
  const { body } = await of.api.get(path);
  const { id: _, isProvisioned: _provisioned, ...wire } = body as Record<string, unknown>;
  const { status, text: answer } = await of.api.put(path, { ...wire, ...members });
  expect(status, answer).toBe(200);
  return null;
}
const inSchedule = (of: World, body: object) => set(of, `/on-call-schedule/${of.schedule}`, body);
const read = async () => {
  await server.app.jobs.runAll((task) => task === 'person-calendars');
  return null;
};
async function holidaysOff(of: World) {
  const id = await of.api.make('/person-calendar', {
    displayName: 'Berlin',
    kind: 'holidays',
    text: calendar('20260305', '20260306'),
  });
  const layers = [{ groups: [{ userIds: [of.ada] }], onHolidays: 'off' }];
  await inSchedule(of, { holidayCalendarIds: [id], layers });
  return read();
}
async function onlyStep(of: World, step: object) {
  await set(of, `/escalation-policy/${of.policy}`, { steps: [step] });
}
const urgency = (of: World, supportHoursId: string) =>
  set(of, `/inbound-integration/${of.integration}`, {
    urgencySettings: { type: 'supportHours', supportHoursId, during: 'High', outside: 'Low' },
  });

/** Each way in which a calendar has a part in who is told. Nothing that the calendars say changes anything here. */
const followed: [name: string, code: string, follow: (of: World) => Promise<string>][] = [
  [
    'leave',
    'proofLeaveUnread',
    async (of) => {
      await inSchedule(of, { onLeave: 'gap' });
      const own = { displayName: 'Leave', kind: 'leave', userId: of.ada, text };
      return of.api.make('/person-calendar', own);
    },
  ],
  [
    'holidays of a layer',
    'proofHolidaysUnread',
    async (of) => {
      const id = await ofHolidays(of);
      const layers = [{ groups: [{ userIds: [of.ada] }], onHolidays: 'off' }];
      await inSchedule(of, { holidayCalendarIds: [id], layers });
      return id;
    },
  ],
  [
    'holidays of support hours',
    'proofHolidaysUnread',
    async (of) => {
      const id = await ofHolidays(of);
      const hours = { displayName: 'Office', teamId: of.team, timeZoneId: 'UTC' };
      await urgency(
        of,
        await of.api.make('/support-hours', {
          ...{ ...hours, hours: [{ from: '08:00', until: '18:00' }], holidayCalendarIds: [id] },
        }),
      );
      return id;
    },
  ],
];

const day = 86_400_000;

it.each(followed)(
  '%s: a guarantee holds only where the calendar was read',
  async (_name, code, follow) => {
    const of = await world({});
    const id = await follow(of);
    expect(await prove(of)).toMatchObject({ state: 'NotDecided', reason: code });
    await server.app.jobs.runAll((task) => task === 'person-calendars');
    const ctx = systemContext(server.app.world, of.organizationId);
    const snapshot = await loadSnapshot(ctx, of.organizationId, channels);
    const { takenAt } = snapshot;
    const ago = (days: number) => new Date(takenAt.getTime() - days * day);
    const [known] = [snapshot.facts.calendars.get(id)];
    if (!known) throw new Error('It was not read.');
    const readings: [object | null, state: string, why?: string][] = [
      [known, 'Holds'],
      [null, 'NotDecided', 'calendarNeverRead'],
      [{ ...known, of: null, readAt: null }, 'NotDecided', 'calendarNeverRead'],
      [
        { ...known, readAt: null, of: null, failingSince: takenAt },
        'NotDecided',
        'calendarNeverRead',
      ],
      [{ ...known, failingSince: ago(0.9) }, 'Holds'],
      [{ ...known, failingSince: ago(1) }, 'NotDecided', 'calendarLost'],
      [{ ...known, readAt: ago(387) }, 'NotDecided', 'calendarReadUntil'],
    ];
    for (const [reading, state, why] of readings) {
      const calendars = new Map(reading === null ? [] : [[id, { ...known, ...reading }]]);
      const changed = { ...snapshot, facts: { ...snapshot.facts, calendars } };
      for (const one of [changed, readAgain(changed)]) {
        const { state: found, reason } = await openProof(one).prove(guarantee, {
          isOver: () => false,
        });
        const given = reason?.values as { why?: { code: string } } | undefined;
        expect([found, reason?.code, given?.why?.code]).toEqual([state, why && code, why]);
      }
    }
    const wire = { ...snapshot.resources.get('PersonCalendar')?.get(id)?.wire, text: null };
    const entityType = 'PersonCalendar';
    const replaced = (more: object): ConfigurationChange[] => [
      { action: 'replace', entityType, id, wire: { ...wire, ...more } },
    ];
    const { text: _, url: _url, ...rest } = wire as Record<string, unknown>;
    expect(
      await prove(of, [
        { action: 'replace', entityType, id, wire: { ...rest, displayName: 'Other' } },
      ]),
    ).toMatchObject({ state: 'Holds' });
    expect(await prove(of, replaced({ url: 'https://example.com/other.ics' }))).toMatchObject({
      ...{ state: 'NotDecided', reason: code },
    });
  },
);

/** As a file of facts says it. */
function readAgain(snapshot: Snapshot): Snapshot {
  const facts = JSON.parse(JSON.stringify(factsOf(snapshot)));
  return withPeople(snapshotOfFacts(facts, snapshot), facts.people);
}
