import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { makeIntegration } from '../support/incidents.ts';
import { makePerson } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { alert, send } from '../support/webhook.ts';

let server: TestApp;
let payments: string;
let database: string;
let integration: { id: string; teamId: string };
let routing: string;

const simulate = '/routing/simulate';

beforeAll(async () => {
  server = await sharedTestApp();
  const { api } = server;
  integration = await makeIntegration(api, 'Webhook');
  payments = integration.teamId;
  database = await api.make('/team', { displayName: 'Database' });
  routing = await api.make('/routing', {
    displayName: 'Platform',
    teamId: payments,
    rules: [
      {
        displayName: 'Minor ones',
        conditions: { severities: ['Minor'] },
        actions: { ruleFlowControl: 'Skip', addInteraction: 'Resolved' },
      },
      {
        displayName: 'Databases',
        conditions: { attributes: [{ name: 'Service', operator: '=', value: 'db' }] },
        actions: { assignToTeams: [database], changeSeverity: 'Critical' },
      },
      {
        displayName: 'Nights',
        conditions: { severities: ['Critical'], schedule: { after: '20:00', before: '08:00' } },
        actions: { addInteraction: 'Escalated', delayActionsInMinutes: 5 },
      },
    ],
  });
});

interface Simulated {
  rules: {
    ruleDisplayName: string | null;
    routingDisplayName: string | null;
    fires: boolean;
    reason: string;
    delayInMinutes: number | null;
    effectSummary: string | null;
  }[];
  after: {
    title: string;
    teams: { displayName: string }[];
    events: {
      severity: string;
      status: string;
      modification: { intent: string; timestamp: string; rule: { displayName: string } | null };
    }[];
  };
  isDiscarded: boolean;
}

async function simulated(body: object): Promise<Simulated> {
  const answer = await server.api.post(simulate, body);
  expect(answer.text).toContain('incidents');
  const [incident] = answer.body.incidents as Simulated[];
  if (!incident) throw new Error(answer.text);
  return incident;
}

const night = '2026-03-01T22:00:00Z';
const day = '2026-03-01T12:00:00Z';

describe('a simulation of rules', () => {
  it('tells of each rule whether it fires and why, and shows the incident after them', async () => {
    const attributes = [{ name: 'Service', value: 'db' }];
    const { rules, after } = await simulated({
      at: night,
      title: 'Slow',
      teamIds: [payments],
      attributes,
    });
    expect(
      rules.map(({ ruleDisplayName, fires, reason, delayInMinutes, effectSummary }) => [
        ruleDisplayName,
        fires,
        reason,
        delayInMinutes,
        effectSummary,
      ]),
    ).toEqual([
      ['Minor ones', false, 'The severity is Warning, not Minor.', null, null],
      ['Databases', true, 'All conditions hold.', null, 'Severity Critical; assigned to Database.'],
      ['Nights', true, 'All conditions hold.', 5, 'Escalated.'],
    ]);
    expect(after.teams.map(({ displayName }) => displayName)).toEqual([
      'Team of Webhook',
      'Database',
    ]);
    const [latest] = after.events;
    expect(latest).toMatchObject({
      severity: 'Critical',
      modification: {
        intent: 'Assigned',
        timestamp: '2026-03-01T22:00:00.000Z',
        user: null,
        rule: { routingId: routing, displayName: 'Databases' },
      },
    });
  });

  it('is as at the instant, and of the event, that were given', async () => {
    const critical = { severity: 'Critical', teamIds: [payments] };
    const atNight = await simulated({ ...critical, at: night });
    const byDay = await simulated({ ...critical, at: day });
    expect([atNight, byDay].map(({ rules }) => rules[2]?.fires)).toEqual([true, false]);
    expect(byDay.rules[2]?.reason).toBe('The rule only applies from 20:00 to 08:00 in UTC.');
    const minor = await simulated({ severity: 'Minor', teamIds: [payments], at: day });
    expect(minor.rules.map(({ reason }) => reason)).toEqual([
      'All conditions hold.',
      'The rule Minor ones skips those after it.',
      'The rule Minor ones skips those after it.',
    ]);
    expect(minor.after.events[0]?.status).toBe('Resolved');
  });

  it('takes a stored payload, mapped as it is now', async () => {
    const sent = await alert(server, integration.id, { title: 'Replica lags', severity: 'minor' });
    const body = { payloadId: sent.body.payloadId, integrationId: integration.id };
    const { after } = await simulated(body);
    expect(after.title).toBe('Replica lags');
    const other = await makeIntegration(server.api, 'Grafana');
    const empty = await send(server, other.id, { body: '' });
    const of = { payloadId: empty.body.payloadId, integrationId: other.id };
    expect((await server.api.post(simulate, of)).body).toMatchObject({
      incidents: [],
      reason: 'The request has neither a body nor a query, so it reports nothing.',
    });
  });

  it('changes nothing', async () => {
    const { api } = server;
    const state = async () => {
      const [incidents, logs, audit] = await Promise.all([
        api.get(`/incident/search/list?TeamIds=${payments}`),
        api.get(`/routing/${routing}/rule-execution-logs/search/list`),
        api.get('/auditlog/list?EntityType=Incident'),
      ]);
      return [incidents.text, logs.text, audit.text];
    };
    const before = await state();
    await simulated({ severity: 'Minor', teamIds: [payments] });
    expect(await state()).toEqual(before);
  });

  it('needs a team, by itself or by the integration', async () => {
    expect((await simulated({ integrationId: integration.id })).rules).toHaveLength(3);
    const none = await server.api.post(simulate, {});
    expect([none.status, Object.keys(none.body.errors as object)]).toEqual([400, ['teamIds']]);
  });

  it.each<[string, () => object, number, string | null]>([
    [
      'an instant that is none',
      () => ({ teamIds: [payments], at: '2026-13-01T00:00:00Z' }),
      400,
      'at',
    ],
    [
      'a payload without its integration',
      () => ({ payloadId: '0'.repeat(24) }),
      400,
      'integrationId',
    ],
    [
      'a payload and a title',
      () => ({ payloadId: '0'.repeat(24), integrationId: integration.id, title: 'x' }),
      400,
      'title',
    ],
    [
      'a payload that is not there',
      () => ({ payloadId: '0'.repeat(24), integrationId: integration.id }),
      404,
      null,
    ],
    ['a team that is not there', () => ({ teamIds: [randomUUID()] }), 404, null],
    ['an intent that is none', () => ({ teamIds: [payments], intent: 'Closed' }), 400, 'intent'],
  ])('refuses %s', async (_name, body, status, field) => {
    const answer = await server.api.post(simulate, body());
    expect(answer.status).toBe(status);
    if (field !== null) expect(Object.keys(answer.body.errors as object)).toEqual([field]);
  });

  it('shows members nothing of teams they cannot see, whose rules run all the same', async () => {
    const id = await server.api.make('/routing', {
      displayName: 'Central',
      teamId: database,
      teamConnectionSettings: { teamConnectionMode: 'OrganizationTeams', teamIds: null },
      rules: [{ displayName: 'Secret', conditions: {}, actions: { changeSeverity: 'Minor' } }],
    });
    const person = await makePerson(server, { teams: { [payments]: 'Member' } });
    const answer = await person.api.post(simulate, { teamIds: [payments], at: day });
    const [incident] = answer.body.incidents as Simulated[];
    expect(incident?.rules.at(-1)).toMatchObject({
      routingDisplayName: null,
      ruleDisplayName: null,
      fires: true,
      reason: 'The routing belongs to a team out of sight.',
      effectSummary: null,
    });
    expect(incident?.after.events[0]?.severity).toBe('Minor');
    expect((await person.api.post(simulate, { teamIds: [database] })).status).toBe(404);
    const sent = await alert(server, integration.id, { title: 'x' });
    const payload = { payloadId: sent.body.payloadId, integrationId: integration.id };
    expect((await person.api.post(simulate, payload)).status).toBe(403);
    await server.api.delete(`/routing/${id}`);
  });
});

it('says of a tier that tells nobody why nobody of it is on call', async () => {
  const { api } = server;
  const teamId = await api.make('/team', { displayName: 'Nobody', timeZoneId: 'UTC' });
  const userId = await api.make('/user', { displayName: 'Ida', email: 'ida.away@example.com' });
  const teamMembershipId = await api.make('/team-membership', { userId, teamId, role: 'Member' });
  const tier = { schedules: [{ rotations: [{ members: [{ teamMembershipId }] }] }] };
  await api.make('/team-escalations', { teamId, escalationTiers: [tier] });
  const start = server.clock.now().toISOString();
  await api.make('/on-call-override', { userId, teamId, type: 'offline', start, end: null });
  const { body } = await api.post(simulate, { teamIds: [teamId], title: 'Disk is full' });
  const [{ steps }] = body.incidents as [{ steps: { outcome: string; reason: string }[] }];
  expect(steps[0]?.outcome).toBe('nobody');
  expect(JSON.stringify(steps[0])).toContain(
    'Nobody is on call. Absent, of those whom “Nobody” names: Ida.',
  );
});
