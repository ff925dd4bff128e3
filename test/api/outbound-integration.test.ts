import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { type EchoSpec, expectEcho, oddlySpelled, variations } from '../support/echo.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';

let server: TestApp;
let teamId: string;
let otherTeamId: string;

beforeAll(async () => {
  server = await startTestApp();
  teamId = await server.api.make('/team', { displayName: 'Payments' });
  otherTeamId = await server.api.make('/team', { displayName: 'Database' });
});
afterAll(() => server.stop());

/** All members, as a provider writes those that are not set. */
const slack = {
  selectedChannelIds: null,
  severityBasedChannelSettings: null,
  onCallReminderScheduleSettings: null,
  onCallReminderChannelIds: null,
  tagOnCallMembers: null,
  isSlackMessagePayloadReadOnly: null,
};

const mattermost = {
  sendIncidentsToMattermost: true,
  createIncidentsFromMattermost: false,
  baseUrl: null,
  botToken: null,
  slashCommandToken: null,
  selectedChannelIds: null,
  severityBasedChannelSettings: null,
  selectedTeamId: null,
  isMessageReadOnly: null,
};

const bySeverity = {
  selectedChannelIdsMinor: [],
  selectedChannelIdsWarning: null,
  selectedChannelIdsCritical: ['C1', 'C2'],
};

const defaults = {
  triggersOnlyOnForwarded: false,
  skipUpdatingAfterForwarding: false,
  isPaused: false,
};

function spec(): EchoSpec {
  return {
    path: '/outbound-integration',
    minimal: { displayName: 'Channel', teamId, type: 'Slack' },
    defaults,
    kept: ['isPaused'],
    optional: {
      type: ['Notion', 'Webhook', 'Mattermost'],
      triggersOnlyOnForwarded: [true, false],
      skipUpdatingAfterForwarding: [true, false],
      anonymizeOutboundLogs: [null, true, false],
      teamConnectionSettings: [
        null,
        { teamConnectionMode: 'OrganizationTeams', teamIds: null },
        { teamConnectionMode: 'SelectedTeams', teamIds: [] },
        { teamConnectionMode: 'SelectedTeams', teamIds: [otherTeamId, teamId.toUpperCase()] },
      ],
      slackSettings: [
        null,
        slack,
        { ...slack, selectedChannelIds: ['C2', 'C1'] },
        { ...slack, selectedChannelIds: [], tagOnCallMembers: false },
        { ...slack, severityBasedChannelSettings: bySeverity, tagOnCallMembers: true },
        {
          ...slack,
          onCallReminderScheduleSettings: { runTime: '09:07', daysOfWeek: ['mon', 'fri'] },
          onCallReminderChannelIds: ['C3'],
        },
        { ...slack, onCallReminderScheduleSettings: { runTime: null, daysOfWeek: [] } },
        { ...slack, isSlackMessagePayloadReadOnly: true, hideActivityHistory: false },
        { dedicatedChannel: { isEnabled: false, severities: [], archiveDelayInSeconds: 2592000 } },
      ],
      mattermostSettings: [null, { ...mattermost, sendIncidentsToMattermost: false }],
      isPaused: [true, false],
    },
    // It says which settings may be given.
    apart: ['type'],
    shown: (_member, answered) => withoutUrl(answered),
    replacement: {
      displayName: 'Channel, renamed',
      teamId: otherTeamId,
      type: 'Mattermost',
      triggersOnlyOnForwarded: true,
      skipUpdatingAfterForwarding: true,
      anonymizeOutboundLogs: true,
      teamConnectionSettings: { teamConnectionMode: 'SelectedTeams', teamIds: [teamId] },
      isPaused: true,
      slackSettings: null,
      mattermostSettings: { ...mattermost, botToken: 'other', selectedChannelIds: ['b'] },
    },
  };
}

/** What the server adds to the settings of Mattermost. */
function withoutUrl(answered: unknown): unknown {
  if (typeof answered !== 'object' || answered === null) return answered;
  const { slashCommandUrl: _url, ...settings } = answered as Record<string, unknown>;
  return Array.isArray(answered) ? answered : settings;
}

function mattermostSpec(): EchoSpec {
  return {
    ...spec(),
    minimal: { displayName: 'Channel', teamId, type: 'Mattermost' },
    optional: {
      mattermostSettings: [
        null,
        mattermost,
        {
          ...mattermost,
          baseUrl: 'https://chat.example.com',
          botToken: 'in clear',
          slashCommandToken: 'in clear, too',
          selectedChannelIds: ['a'],
          selectedTeamId: 't',
          isMessageReadOnly: false,
        },
        { ...mattermost, severityBasedChannelSettings: bySeverity, botToken: '' },
      ],
    },
  };
}

describe('/outbound-integration', () => {
  it('answers what was sent, each member left out, null, empty and set', async () => {
    for (const each of [spec(), mattermostSpec()])
      for (const body of variations(each)) await expectEcho(server.api, each, body);
  });

  it('takes any letter case', async () => {
    const { replacement } = spec();
    const plain = await server.api.post('/outbound-integration', replacement);
    const location = `/outbound-integration/${String(plain.body.id)}`;
    expect((await server.api.put(location, oddlySpelled(replacement))).text).toBe(plain.text);
    await server.api.delete(location);
  });

  it('answers false for switches that are null', async () => {
    const { minimal } = spec();
    const switches = { triggersOnlyOnForwarded: null, skipUpdatingAfterForwarding: null };
    const { body } = await server.api.post('/outbound-integration', { ...minimal, ...switches });
    expect(body).toMatchObject({
      triggersOnlyOnForwarded: false,
      skipUpdatingAfterForwarding: false,
    });
    await server.api.delete(`/outbound-integration/${String(body.id)}`);
  });

  it('a change to channels by severity clears the one list', async () => {
    const { minimal } = spec();
    const one = { ...minimal, slackSettings: { ...slack, selectedChannelIds: ['C1'] } };
    const id = await server.api.make('/outbound-integration', one);
    const settings = { ...slack, severityBasedChannelSettings: bySeverity };
    const location = `/outbound-integration/${id}`;
    await server.api.put(location, { ...minimal, slackSettings: settings });
    expect((await server.api.get(location)).body.slackSettings).toEqual(settings);
    await server.api.delete(location);
  });

  it('keeps tokens sealed in the database, out of the audit log, and from who may not edit', async () => {
    const { api } = server;
    const settings = { ...mattermost, botToken: 'bot-secret', slashCommandToken: 'slash-secret' };
    const body = { ...spec().minimal, type: 'Mattermost', mattermostSettings: settings };
    const id = await api.make('/outbound-integration', body);
    const location = `/outbound-integration/${id}`;
    expect((await api.get(location)).body.mattermostSettings).toEqual({
      ...settings,
      slashCommandUrl: `${server.app.url}/chat/mattermost/${id}/command`,
    });
    const { connection } = server.app.world.store;
    const stored = await connection
      .collection('outbound_integrations')
      .findOne({ _id: id as never });
    expect(JSON.stringify(stored)).not.toContain('-secret');
    const audit = await api.get(`/auditlog/list?EntityId=${id}`);
    expect(audit.text).toContain('outbound-integration.create');
    expect(audit.text).not.toContain('-secret');
    const member = await makePerson(server, { teams: { [teamId]: 'Member' } });
    const masked = await member.api.get(location);
    expect(masked.status).toBe(200);
    expect(masked.text).not.toContain('-secret');
    await api.delete(location);
  });

  it('is found by name, type and team', async () => {
    const { api } = server;
    const jira = { displayName: 'Tickets (A+B)', teamId, type: 'Jira' };
    const id = await api.make('/outbound-integration', jira);
    const other = await api.make('/outbound-integration', { ...jira, displayName: 'Tickets (C)' });
    const idsIn = async (query: string) => {
      const { body } = await api.get(`/outbound-integration/search/list?${query}`);
      return (body.outboundIntegrations as { id: string }[]).map((item) => item.id);
    };
    expect(await idsIn('displayName=tickets')).toEqual([id, other]);
    expect(await idsIn(`displayName=${encodeURIComponent('(A+B)')}`)).toEqual([id]);
    expect(await idsIn(`Type=jira&TeamId=${teamId}`)).toEqual([id, other]);
    expect(await idsIn(`Type=Jira&TeamId=${otherTeamId}`)).toEqual([]);
    const search = await api.get('/outbound-integration/search?DisplayName=Tickets%20(C)');
    expect(search.body.id).toBe(other);
    expect((await api.get('/outbound-integration/search?DisplayName=Tickets')).status).toBe(404);
    for (const made of [id, other]) await api.delete(`/outbound-integration/${made}`);
  });

  it('outlives its team where code manages it, which may name another one', async () => {
    const { api, key } = server;
    const code = server.as(key, { 'x-authorization': key });
    const team = await api.make('/team', { displayName: 'Short-lived' });
    const body = { ...spec().minimal, teamId: team };
    const byHand = await api.make('/outbound-integration', body);
    const byCode = await code.make('/outbound-integration', body);
    expect((await api.delete(`/team/${team}`)).status).toBe(200);
    expect((await api.get(`/outbound-integration/${byHand}`)).status).toBe(404);
    const location = `/outbound-integration/${byCode}`;
    expect((await code.get(location)).body).toMatchObject({ teamId: team, isProvisioned: true });
    expect((await code.put(location, spec().minimal)).status).toBe(200);
    expect((await code.delete(location)).status).toBe(200);
  });

  it.each<[string, object, string]>([
    ['a type that is not there', { type: 'Fax' }, 'type'],
    ['a team that is not there', { teamId: randomUUID() }, 'teamId'],
    ['a name without letters', { displayName: '' }, 'displayName'],
    ['settings without what they need', { mattermostSettings: {} }, 'mattermostSettings'],
    ['settings of another type', { mattermostSettings: mattermost }, 'mattermostSettings'],
  ])('refuses %s', async (_name, change, field) => {
    const body = { ...spec().minimal, ...change };
    const answer = await server.api.post('/outbound-integration', body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors as object).join()).toContain(field);
  });
});

describe('logs of deliveries', () => {
  it('are listed latest first, paged, by incident, and got one by one', async () => {
    const { api } = server;
    const id = await api.make('/outbound-integration', spec().minimal);
    const otherId = await api.make('/outbound-integration', spec().minimal);
    const incidentId = randomUUID();
    const deliver = (ownerId: string, code: string, about: string | null) =>
      storeDelivery(server.app.world, {
        organizationId: server.organizationId,
        ownerId,
        incidentId: about,
        lane: 'Outbound',
        attempts: [{ at: server.clock.now(), code, error: null, milliseconds: 7 }],
      });
    const first = await deliver(id, '200', incidentId);
    server.clock.advance(60);
    const second = await deliver(id, '201', null);
    server.clock.advance(60);
    const third = await deliver(id, '202', incidentId);
    await deliver(otherId, '500', incidentId);
    const logs = `/outbound-integration/${id}/logs`;
    const list = async (query = '') => {
      const { body } = await api.get(`${logs}/search/list${query}`);
      const entries = body.outboundIntegrationLogs as { code: string }[];
      return { codes: entries.map(({ code }) => code), hasMore: body.hasMore };
    };
    expect(await list()).toEqual({ codes: ['202', '201', '200'], hasMore: false });
    expect(await list('?Limit=1')).toEqual({ codes: ['202'], hasMore: true });
    expect(await list(`?IdLessThan=${third._id}`)).toEqual({
      codes: ['201', '200'],
      hasMore: false,
    });
    const before = encodeURIComponent(second.createdAt.toISOString());
    expect((await list(`?CreatedAtLessThan=${before}`)).codes).toEqual(['200']);
    expect((await list(`?IncidentId=${incidentId.toUpperCase()}`)).codes).toEqual(['202', '200']);
    expect((await api.get(`${logs}/${first._id}`)).body).toEqual({
      id: first._id,
      outboundIntegrationId: id,
      createdAt: first.createdAt.toISOString(),
      description: 'Told of Created.',
      reason: null,
      reasonSentence: null,
      incidentId,
      code: '200',
      outcome: 'Success',
      intent: 'Created',
      attempts: [
        {
          at: first.createdAt.toISOString(),
          code: '200',
          error: null,
          errorSentence: null,
          milliseconds: 7,
        },
      ],
      exchanges: [],
      isTest: false,
    });
    expect((await api.get(`/outbound-integration/${otherId}/logs/${first._id}`)).status).toBe(404);
    const other = await makeOrganization(server);
    expect((await other.api.get(`${logs}/search/list`)).status).toBe(404);
    expect((await other.api.get(`${logs}/${first._id}`)).status).toBe(404);
  });
});
