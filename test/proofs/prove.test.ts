import { afterEach, beforeAll, expect, it } from 'vitest';
import { systemContext } from '../../src/kernel/index.ts';
import { createProofs, type GuaranteeWire } from '../../src/proofs/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';

let server: TestApp;
let api: ApiClient;
let team: StaffedTeam;
let integration: string;
const left: string[] = [];

const silent = { shouldSendSMS: false, shouldCallVoice: false, shouldSendPush: false };
const none = { delayInMinSMS: 0, delayInMinVoice: 0, delayInMinPush: 0, delayInMinEmail: 0 };
const others = { severitiesSMS: [], severitiesVoice: [], severitiesPush: [] };
const byMail = {
  incidentNotificationSettings: {
    ...{ shouldSendEmail: true, severitiesEmail: ['Critical', 'Warning'] },
    ...silent,
    ...none,
    ...others,
  },
};
const office = { selectedDays: ['mon', 'tue', 'wed', 'thu', 'fri'], start: '08:00', end: '18:00' };

beforeAll(async () => {
  server = await sharedTestApp();
  ({ api } = server);
  team = await staffTeam(
    api,
    'Payments',
    [
      {
        people: ['Ada'],
        schedule: { scheduleSettings: office },
        settings: { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 },
      },
      { people: ['Bo'] },
    ],
    { users: { Ada: byMail, Bo: byMail } },
  );
  const displayName = 'Prometheus';
  integration = await api.make('/inbound-integration', {
    ...{ displayName, teamId: team.id, type: 'Webhook' },
  });
});
afterEach(async () => {
  for (const path of left.splice(0)) await api.delete(path);
});

async function set(path: string, body: object): Promise<void> {
  left.push(`${path}/${await api.make(path, body)}`);
}

const critical = { severities: ['Critical' as const] };

/** By what is set up, with channels that can all send. */
async function prove(given: Partial<GuaranteeWire>) {
  const guarantee: GuaranteeWire = {
    displayName: 'Told',
    incidents: critical,
    told: { withinMinutes: 4 },
    evenIf: null,
    excuses: null,
    horizonDays: 7,
    alarm: null,
    ...given,
  };
  const ctx = systemContext(server.app.world, server.organizationId);
  const channels = { missing: () => null, providers: () => [] };
  const request = { guaranteeIds: null, guarantees: [guarantee], horizonDays: null, changes: [] };
  const { results } = await createProofs(server.app.world, channels).create(ctx, request);
  const [result] = results;
  if (!result) throw new Error('Nothing was proven.');
  const { counterExample, holes, state, reason } = result;
  return {
    state,
    reason: reason?.code ?? null,
    holes: holes.map(({ start, end }) => [start, end].map(shortly).join(' – ')),
    incident: counterExample && {
      severity: counterExample.severity,
      title: counterExample.title,
      attributes: counterExample.attributes.map(({ name, value }) => `${name}=${value}`),
      peopleTold: counterExample.peopleTold,
    },
  };
}

function shortly(at: number): string {
  return new Date(at).toISOString().slice(8, 19);
}

it('what everybody is told of at all times holds', async () => {
  expect(await prove({})).toEqual({ state: 'Holds', reason: null, holes: [], incident: null });
  expect(await prove({ told: { withinMinutes: 4, channels: ['Email'] } })).toMatchObject({
    state: 'Holds',
  });
});

it('a channel that nobody has breaks it now, with the incident that shows it', async () => {
  expect(
    await prove({ incidents: {}, told: { withinMinutes: 4, channels: ['VoiceCall'] } }),
  ).toMatchObject({
    state: 'Broken',
    holes: ['02T10:00:00 – 09T10:00:00'],
    incident: { attributes: [], peopleTold: 0 },
  });
});

it('two people are told at once only where the first tier is empty no time before', async () => {
  // The clock stands at Monday 10:00; Ada is on duty until 18:00, and Bo comes 5 minutes after her.
  const { holes, incident } = await prove({ told: { withinMinutes: 4, people: 2 } });
  expect([holes[0], incident?.peopleTold]).toEqual(['02T10:00:00 – 09T10:00:00', 1]);
  const soon = await prove({ told: { withinMinutes: 5, people: 2 } });
  // From 18:00 on Bo is alone, and a look may be 30 s late; before, Ada is told at once, and Bo comes in time.
  expect(soon.state).toBe('BreaksOn');
  expect(soon.holes[0]).toBe('02T17:59:30 – 03T08:00:00');
});

it('somebody who is away is one of those who have to be told', async () => {
  const away = { evenIf: [{ fault: 'PeopleAway' as const, count: 1 }] };
  expect(await prove(away)).toMatchObject({ state: 'Broken', incident: { peopleTold: 1 } });
  expect(await prove({ ...away, told: { withinMinutes: 5 } })).toMatchObject({ state: 'BreaksOn' });
});

it('a channel that is down breaks what it alone carries', async () => {
  const down = { evenIf: [{ fault: 'ChannelDown' as const, channel: 'Email' as const }] };
  expect(await prove(down)).toMatchObject({ state: 'Broken', incident: { peopleTold: 0 } });
  const other = { evenIf: [{ fault: 'ChannelDown' as const, channel: 'Push' as const }] };
  expect(await prove(other)).toMatchObject({ state: 'Holds' });
});

it('a silence is a hole, or excused until its end', async () => {
  await set('/silence', {
    displayName: 'Move',
    teamId: team.id,
    integrationIds: [integration],
    start: '2026-03-03T12:00:00Z',
    end: '2026-03-03T14:00:00Z',
  });
  const silenced = await prove({});
  expect(silenced).toMatchObject({ state: 'BreaksOn' });
  // Whoever is muted until less than 4 minutes later is told in time.
  expect(silenced.holes).toEqual(['03T12:00:00 – 03T13:56:00']);
  expect(await prove({ excuses: ['Silence'] })).toMatchObject({ state: 'Holds', holes: [] });
  expect(await prove({ excuses: ['MaintenanceWindow'] })).toMatchObject({ state: 'BreaksOn' });
});

it('what holds only because a silence around its times excuses nearly all of the time is about nothing', async () => {
  const weekly = { rule: 'FREQ=WEEKLY;BYDAY=SU', startsAt: '2026-03-01T02:00', minutes: 60 };
  await set('/silence', {
    displayName: 'Around',
    teamId: team.id,
    integrationIds: [integration],
    start: '2026-03-01T00:00:00Z',
    end: '2026-06-01T00:00:00Z',
    inverted: true,
    recurrences: [{ ...weekly, timeZoneId: 'UTC' }],
  });
  expect(await prove({ excuses: ['Silence'] })).toMatchObject({
    ...{ state: 'Vacuous', reason: 'guaranteeExcusedBecause' },
  });
});

it('the counter-example names the attributes that conditions ask for, and no others', async () => {
  await set('/routing', {
    displayName: 'Rules',
    teamId: team.id,
    rules: [
      {
        conditions: {
          attributes: [
            { name: 'Service', operator: '=', value: 'ledger' },
            { name: 'Title', operator: 'contains', value: 'test' },
          ],
        },
        actions: { discard: true },
      },
    ],
  });
  const { state, incident } = await prove({});
  expect(state).toBe('Broken');
  expect(incident?.attributes).toEqual(['Service=ledger']);
  expect(incident?.title).toContain('test');
  const spared = {
    severities: ['Critical' as const],
    attributes: [{ name: 'Service', operator: '!=' as const, value: 'ledger' }],
  };
  expect(await prove({ incidents: spared })).toMatchObject({ state: 'Holds' });
});

it('what cannot be told apart is not decided', async () => {
  const rules = Array.from({ length: 50 }, (_, index) => ({
    conditions: { attributes: [{ name: `a${index}`, operator: '=', value: 'x' }] },
    actions: { changeSeverity: 'Critical' },
  }));
  await set('/routing', { displayName: 'Many', teamId: team.id, rules });
  expect(await prove({})).toMatchObject({ state: 'NotDecided', reason: 'proofTooManyIncidents' });
});

it('of too many kinds of incidents those that differ in little are played', async () => {
  const rules = (name: (index: number) => string) =>
    Array.from({ length: 50 }, (_, index) => ({
      conditions: {
        attributes: [{ name: name(index), operator: 'contains', value: `${index}th` }],
      },
      actions: index === 41 ? { discard: true } : { changeSeverity: 'Critical' },
    }));
  await set('/routing', { displayName: 'Many', teamId: team.id, rules: rules((at) => `a${at}`) });
  expect(await prove({})).toMatchObject({
    state: 'Broken',
    incident: { attributes: [expect.stringContaining('41th')] },
  });
  for (const path of left.splice(0)) await api.delete(path);
  await set('/routing', { displayName: 'Title', teamId: team.id, rules: rules(() => 'Title') });
  expect(await prove({})).toMatchObject({
    state: 'Broken',
    incident: { title: expect.stringContaining('41th') },
  });
});

it('of two who take turns each is taken for the one whose turn it is', async () => {
  const { incidentNotificationSettings: mail } = byMail;
  const byCall = (phoneNumber: string) => ({
    phoneNumber,
    incidentNotificationSettings: { ...mail, shouldCallVoice: true, severitiesVoice: ['Critical'] },
  });
  const robins = async (name: string, second: object) => {
    const first = `Cem-${name}`;
    const other = `Dee-${name}`;
    const schedule = { roundRobinSettings: { roundRobinSize: 1 } };
    const users = { [first]: byCall('+4915112345678'), [other]: second };
    const { id } = await staffTeam(api, name, [{ people: [first, other], schedule }], { users });
    await set('/inbound-integration', { displayName: name, teamId: id, type: 'Webhook' });
    const told = { withinMinutes: 4, channels: ['VoiceCall' as const] };
    return (await prove({ incidents: { ...critical, teamIds: [id] }, told })).state;
  };
  expect(await robins('one-phone', byMail)).toBe('Broken');
  expect(await robins('two-phones', byCall('+4915187654321'))).toBe('Holds');
});

it('a condition on how many are in a group leaves it open', async () => {
  const attributes = [{ name: 'SubIncidentsCount', operator: '>', value: '0' }];
  const rules = [{ conditions: { attributes }, actions: { discard: true } }];
  await set('/routing', { displayName: 'Groups', teamId: team.id, rules });
  expect(await prove({})).toMatchObject({ state: 'NotDecided', reason: 'proofOfTextsUndecided' });
});

it('a guarantee about no integration says so', async () => {
  expect(await prove({ incidents: { teamLabels: ['none'] } })).toMatchObject({
    state: 'Vacuous',
    reason: 'guaranteeOfNothing',
  });
});

it('whenever nobody is on call by the coverage, nobody of the team is called by the proof', async () => {
  const called = {
    phoneNumber: '+4915112345678',
    incidentNotificationSettings: {
      ...byMail.incidentNotificationSettings,
      ...{ shouldCallVoice: true, severitiesVoice: ['Critical'] },
    },
  };
  const staffed = async (name: string, schedule: object) => {
    const users = { [name]: called };
    const { id } = await staffTeam(api, name, [{ people: [name], schedule }], { users });
    await set('/inbound-integration', { displayName: name, teamId: id, type: 'Webhook' });
    return id;
  };
  const teams = [
    await staffed('Office', { scheduleSettings: office }),
    await staffed('Nights', { scheduleSettings: { start: '20:00', end: '06:30' } }),
    await staffed('Always', {}),
  ];
  const { body } = await api.get('/coverage');
  const gaps = body.findings as {
    kind: string;
    team: { id: string };
    start: string;
    end: string;
  }[];
  const agreed: number[] = [];
  for (const id of teams) {
    const told = { withinMinutes: 1, channels: ['VoiceCall' as const] };
    const { holes } = await prove({ incidents: { ...critical, teamIds: [id] }, told });
    const own = gaps.filter(({ kind, team: of }) => kind === 'NobodyOnCall' && of.id === id);
    const within = own.filter(({ end }) => end < '2026-03-09');
    agreed.push(within.length);
    for (const { start, end } of within) {
      const [from, until] = [start, end].map((at) => shortly(Date.parse(at)));
      // Whoever comes on duty within the minute is told in time, and a look may be late.
      const isIn = holes.some((hole) => {
        const [begins = '', ends = ''] = hole.split(' – ');
        return begins <= (from ?? '') && shortly(Date.parse(end) - 60_000) <= ends;
      });
      expect(isIn, `${from} – ${until}`).toBe(true);
    }
  }
  expect(agreed.map((count) => count > 0)).toEqual([true, true, false]);
});
