import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outboundTypes } from '../../src/outbound/index.ts';
import { type ScriptedReceiver, startScriptedReceiver } from '../fakes/scripted-receiver.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';
import { simulatedTools, type Thing } from './simulated-tools.ts';

let server: TestApp;
let receiver: ScriptedReceiver;
let smtp: FakeSmtpServer;
let team: string;
let things: Thing[];

beforeAll(async () => {
  [receiver, smtp] = await Promise.all([startScriptedReceiver(), startSmtpServer()]);
  server = await startTestApp({
    outbound: receiver.egress,
    env: { TOCSIN_SMTP_URL: smtp.url },
  });
  team = await server.api.make('/team', { displayName: 'Payments' });
});
afterAll(() => Promise.all([server.stop(), receiver.stop(), smtp.stop()]));
beforeEach(() => {
  things = [];
  receiver.play(() => ({ status: 200, json: { id: '1' } }));
});

const make = (type: keyof typeof simulatedTools, more: object = {}) =>
  server.api.make('/outbound-integration', {
    displayName: `Tool ${type}`,
    teamId: team,
    type,
    ...simulatedTools[type].settings,
    ...more,
  });

interface Result {
  outcome: string;
  description: string;
  isTest: boolean;
  code: string | null;
  incidentId: null;
  attempts: object[];
  exchanges: { request: string | null; status: number | null; answer: string }[];
}

/** What the record says once the message has been sent. */
async function tested(id: string, body: object = {}): Promise<Result> {
  const queued = await server.api.post(`/outbound-integration/${id}/test`, body);
  expect(queued.body).toMatchObject({ outcome: 'Queued', isTest: true, incidentId: null });
  await server.app.jobs.runAll();
  const record = await server.api.get(`/outbound-integration/${id}/logs/${queued.body.id}`);
  return record.body as unknown as Result;
}

describe.each(outboundTypes.map(({ id }) => id))('a test of %s', (type) => {
  const tool = simulatedTools[type];

  it('reaches the tool, leaves nothing open there, and its record shows the answer without secrets', async () => {
    receiver.play((request) => tool.answer(request, things));
    const id = await make(type);
    const mails = smtp.mails.length;
    const record = await tested(id);
    expect(record).toMatchObject({ outcome: 'Success', isTest: true });
    if (type === 'Email') {
      expect(smtp.mails).toHaveLength(mails + 1);
      return;
    }
    expect(things).toHaveLength(1);
    expect(receiver.requests.map(({ body }) => body).join()).toContain('nothing is wrong');
    expect(record.exchanges.length).toBe(receiver.requests.length);
    expect(record.exchanges[0]).toMatchObject({
      request: expect.stringMatching(/nothing is wrong/),
    });
    expect(JSON.stringify(record)).not.toMatch(/SECRET|U0VDUkVU/);
    // What people have to close is closed; what was only said stays said.
    const isTicket = ['issue', 'ticket', 'alert'].some((noun) => closedThere[type] === noun);
    if (isTicket) expect(things[0]?.state).toBe('resolved');
  });
});

/** Types whose test would leave something open; each closes it in the simulated tool. */
const closedThere: Partial<Record<keyof typeof simulatedTools, string>> = {
  PagerDuty: 'alert',
  Jira: 'issue',
  GitHub: 'issue',
  GitLab: 'issue',
  Linear: 'issue',
  Zendesk: 'ticket',
  ServiceNow: 'ticket',
};

describe('a test', () => {
  it('is tried once, says what failed, and pauses nothing', async () => {
    const id = await make('Discord');
    receiver.play(() => ({ status: 503, body: 'out of order' }));
    for (let turn = 0; turn < 11; turn += 1)
      expect(await tested(id)).toMatchObject({
        outcome: 'Failed',
        code: '503',
        description: expect.stringContaining('out of order'),
        attempts: [{}],
        exchanges: [{ status: 503, answer: 'out of order' }],
      });
    expect((await server.api.get(`/outbound-integration/${id}`)).body.isPaused).toBe(false);
  });

  it('is sent while the integration is paused, which stays paused', async () => {
    const id = await make('Discord', { isPaused: true });
    expect(await tested(id)).toMatchObject({ outcome: 'Success' });
    expect((await server.api.get(`/outbound-integration/${id}`)).body.isPaused).toBe(true);
  });

  it('goes where its severity leads', async () => {
    const channels = { selectedChannelIdsMinor: ['MINOR'], selectedChannelIdsCritical: ['FIRE'] };
    const { slackSettings } = simulatedTools.Slack.settings;
    const id = await make('Slack', {
      slackSettings: {
        ...slackSettings,
        selectedChannelIds: null,
        severityBasedChannelSettings: channels,
      },
    });
    receiver.play(() => ({ json: { ok: true, ts: '1' } }));
    await tested(id, { severity: 'Critical' });
    expect(receiver.requests.map(({ json }) => json)).toMatchObject([{ channel: 'FIRE' }]);
    await tested(id);
    expect(receiver.requests[1]?.json).toMatchObject({ channel: 'MINOR' });
  });

  it('leaves no text where the log is to name nobody, and says so of what cannot be sent', async () => {
    const silent = await make('Discord', { anonymizeOutboundLogs: true });
    expect(await tested(silent)).toMatchObject({ outcome: 'Success', exchanges: [] });
    const bare = await make('Discord', { discordSettings: null });
    expect(await tested(bare)).toMatchObject({
      outcome: 'Failed',
      description: expect.stringContaining('has no discordSettings'),
    });
  });

  it('is in the list of deliveries and in the audit log', async () => {
    const id = await make('Discord');
    await tested(id);
    const list = await server.api.get(`/outbound-integration/${id}/logs/search/list`);
    expect(list.body.outboundIntegrationLogs).toMatchObject([
      { isTest: true, description: expect.stringMatching(/^Told of a test by /) },
    ]);
    expect(JSON.stringify(list.body)).not.toContain('exchanges');
    const audit = await server.api.get(`/auditlog/list?EntityId=${id}`);
    expect(JSON.stringify(audit.body.items)).toContain('outbound-integration.test');
  });

  it('is for administrators of the team', async () => {
    const id = await make('Discord');
    const member = await makePerson(server, { teams: { [team]: 'Member' } });
    const administrator = await makePerson(server, { teams: { [team]: 'Administrator' } });
    const stranger = await makePerson(server, {});
    const path = `/outbound-integration/${id}/test`;
    expect((await member.api.post(path, {})).status).toBe(403);
    expect((await stranger.api.post(path, {})).status).toBe(404);
    expect((await administrator.api.post(path, {})).status).toBe(200);
    const unknown = `/outbound-integration/${randomUUID()}/test`;
    expect((await server.api.post(unknown, {})).status).toBe(404);
  });
});

describe('a delivery about an incident', () => {
  it('shows what was asked and answered, and a secret that the tool repeats is masked', async () => {
    const id = await make('Discord');
    receiver.play(({ path }) => ({ status: 400, body: `no such hook: ${path}` }));
    const incident = await server.api.make('/incident', {
      title: 'The till is closed',
      status: 'Open',
      severity: 'Critical',
      teamIds: [team],
    });
    await server.app.jobs.runAll();
    const logs = `/outbound-integration/${id}/logs`;
    const list = await server.api.get(`${logs}/search/list?IncidentId=${incident}`);
    const [entry] = list.body.outboundIntegrationLogs as { id: string; isTest: boolean }[];
    expect(entry?.isTest).toBe(false);
    const record = await server.api.get(`${logs}/${entry?.id}`);
    expect(record.body.exchanges).toMatchObject([
      {
        method: 'POST',
        url: expect.stringMatching(/^https:\/\/discord\.com/),
        request: expect.stringContaining('The till is closed'),
        status: 400,
        answer: expect.stringContaining('no such hook'),
      },
    ]);
    expect(JSON.stringify(record.body)).not.toContain('SECRET');
  });
});
