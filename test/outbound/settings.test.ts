import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  failuresMax,
  noteOutcome,
  type OutboundIntegration,
  outboundIntegrationOf,
  outboundTypes,
  unconfiguredReason,
} from '../../src/outbound/index.ts';
import type { OutboundIntegrationWire } from '../../src/outbound/integrations.ts';
import { demandSettings } from '../../src/outbound/settings.ts';
import { wireShapes } from '../../src/resources/index.ts';
import { inEnglish, words } from '../../src/sentences/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';
import { type Json, simulatedTools } from './simulated-tools.ts';

function unset(tool: OutboundIntegration | null | undefined): string {
  const reason = tool && unconfiguredReason(tool);
  return reason ? inEnglish(reason) : '';
}

let server: TestApp;
let teamId: string;

beforeAll(async () => {
  server = await startTestApp();
  teamId = await server.api.make('/team', { displayName: 'Payments' });
});
afterAll(() => server.stop());

const types = outboundTypes.map(({ id }) => id);
const secretsIn = (settings: object) => JSON.stringify(settings).match(/[\w:-]*SECRET\w*/g) ?? [];

describe.each(types)('%s', (type) => {
  const { settings } = simulatedTools[type];
  const [member = ''] = Object.keys(settings);
  const body = () => ({ displayName: 'Tool', teamId, type, ...settings });

  it('keeps its settings as they were sent, secrets sealed and hidden from who may not edit', async () => {
    const { api } = server;
    const created = await api.post('/outbound-integration', body());
    expect(created.status, created.text).toBe(200);
    const id = String(created.body.id);
    const location = `/outbound-integration/${id}`;
    const { body: read } = await api.get(location);
    // Beside them stand addresses of the server itself.
    expect(read[member]).toMatchObject((settings as Json)[member] as object);
    const others = Object.keys(read).filter((name) => name.endsWith('Settings') && name !== member);
    expect(others.length).toBeGreaterThanOrEqual(20);
    for (const name of others) expect(read[name], name).toBe(null);
    const integration = await outboundIntegrationOf(server.app.world, id);
    expect(integration && unconfiguredReason(integration)).toBe(null);

    const secrets = secretsIn(settings);
    if (type !== 'Email') expect(secrets).not.toEqual([]);
    const stored = await server.app.world.store.connection
      .collection('outbound_integrations')
      .findOne({ _id: id as never });
    const member_ = await makePerson(server, { teams: { [teamId]: 'Member' } });
    const masked = await member_.api.get(location);
    const audit = await api.get(`/auditlog/list?EntityId=${id}`);
    for (const text of [JSON.stringify(stored), masked.text, audit.text])
      expect(text).not.toMatch(/SECRET|U0VDUkVU/);
    await api.delete(location);
  });

  it('refuses settings of every other type', async () => {
    const others = types.filter((id) => id !== type);
    for (const other of others) {
      // as: what a request leaves out is null or missing.
      const wire = {
        type,
        ...simulatedTools[other].settings,
      } as unknown as OutboundIntegrationWire;
      const [foreign = ''] = Object.keys(simulatedTools[other].settings);
      expect(() => demandSettings(wire), other).toThrow(
        expect.objectContaining({ fields: { [foreign]: [expect.anything()] } }),
      );
    }
    const settingsOfOne = simulatedTools[others[0] ?? type].settings;
    const answer = await server.api.post('/outbound-integration', {
      ...{ displayName: 'Tool', teamId, type },
      ...settingsOfOne,
    });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(member);
  });

  it('may have none, and says that it needs them', async () => {
    const id = await server.api.make('/outbound-integration', {
      displayName: 'Tool',
      teamId,
      type,
    });
    const integration = await outboundIntegrationOf(server.app.world, id);
    expect(unset(integration)).toContain(member);
    await server.api.delete(`/outbound-integration/${id}`);
  });
});

it('every member that holds a secret is one of a type', () => {
  const members = types.map((type) => Object.keys(simulatedTools[type].settings)[0]);
  for (const path of wireShapes.OutboundIntegration.secrets)
    expect(members).toContain(path.split('.')[0]);
});

describe('settings that can never work', () => {
  const url = 'https://hooks.example.com/';
  it.each<[string, object, string]>([
    ['Webhook', { webhookSettings: { url: 'ftp://x' } }, 'url'],
    ['Webhook', { webhookSettings: { url: 'https://' } }, 'webhookSettings.url'],
    ['Webhook', { webhookSettings: { url: 'https://me:pw@example.com/' } }, 'webhookSettings.url'],
    ['Webhook', { webhookSettings: { url, template: '{{#each' } }, 'webhookSettings.template'],
    ['Webhook', { webhookSettings: { url, template: '{{> x}}' } }, 'webhookSettings.template'],
    ['Webhook', { webhookSettings: { url, secret: 'short' } }, 'webhookSettings.secret'],
    ['Webhook', { webhookSettings: { url, secret: 'whsec_YWJj' } }, 'webhookSettings.secret'],
    [
      'Webhook',
      { webhookSettings: { url, secret: ' ', signatureFormat: 'AllQuiet' } },
      'webhookSettings.secret',
    ],
    [
      'Webhook',
      { webhookSettings: { url, previousSecret: 'a', signatureFormat: 'AllQuiet' } },
      'previousSecret',
    ],
    ['Webhook', { webhookSettings: { url, method: 'DELETE' } }, 'webhookSettings.method'],
    [
      'Webhook',
      { webhookSettings: { url, headers: [{ name: 'Host', value: 'x' }] } },
      'headers[0].name',
    ],
    ['Webhook', { webhookSettings: { url, headers: [{ name: 'a b', value: 'x' }] } }, 'name'],
    [
      'Webhook',
      { webhookSettings: { url, headers: [{ name: 'a', value: 'x\r\ny: z' }] } },
      'headers[0].value',
    ],
    ['Discord', { discordSettings: { webhookUrl: 'discord' } }, 'discordSettings.webhookUrl'],
    [
      'Zapier',
      { zapierSettings: { webhookUrl: 'javascript:alert(1)' } },
      'zapierSettings.webhookUrl',
    ],
    [
      'Telegram',
      { telegramSettings: { botToken: 'a/../b', chatId: '1' } },
      'telegramSettings.botToken',
    ],
    [
      'Telegram',
      { telegramSettings: { botToken: '1:a', chatId: 'x y' } },
      'telegramSettings.chatId',
    ],
    [
      'Trello',
      { trelloSettings: { apiKey: 'a"b', token: 'c', listId: '5f0c2a526f1e4b7e9a552f3c' } },
      'trelloSettings.apiKey',
    ],
    ['Jira', { jiraSettings: { baseUrl: url, apiToken: 'x', projectKey: 'A B' } }, 'projectKey'],
    ['GitHub', { gitHubSettings: { repository: 'a/../b', token: 'x' } }, 'repository'],
    [
      'Zendesk',
      { zendeskSettings: { subdomain: 'evil.example/', email: 'a@b.c', apiToken: 'x' } },
      'subdomain',
    ],
    ['Email', { emailSettings: { to: [] } }, 'emailSettings.to'],
    ['PagerDuty', { pagerDutySettings: {} }, 'pagerDutySettings'],
  ])('%s: %j', async (type, settings, field) => {
    const body = { displayName: 'Tool', teamId, type, ...settings };
    const answer = await server.api.post('/outbound-integration', body);
    expect(answer.status, answer.text).toBe(400);
    expect(Object.keys(answer.body.errors as object).join()).toContain(field);
  });
});

describe('ten failed deliveries in a row', () => {
  /** Whether people are told that it is paused. */
  async function fail(
    integration: { id: string; organizationId: string },
    error = 'The receiver answered 403.',
  ): Promise<boolean> {
    let isTold = false;
    await noteOutcome(server.app.world, integration, false, words(error), async () => {
      isTold = true;
    });
    return isTold;
  }

  async function made() {
    const id = await server.api.make('/outbound-integration', {
      displayName: 'Tool',
      teamId,
      type: 'Zapier',
      zapierSettings: { webhookUrl: 'https://hooks.zapier.com/1' },
    });
    return { id, organizationId: server.organizationId };
  }

  it('pause it, say why, and only then', async () => {
    const integration = await made();
    const location = `/outbound-integration/${integration.id}`;
    const paused: boolean[] = [];
    for (let count = 1; count < failuresMax; count += 1) paused.push(await fail(integration));
    expect(paused).toEqual(Array(failuresMax - 1).fill(false));
    expect((await server.api.get(location)).body).toMatchObject({
      isPaused: false,
      pausedReason: null,
    });
    expect(await fail(integration)).toBe(true);
    const { body } = await server.api.get(location);
    expect(body).toMatchObject({
      isPaused: true,
      pausedReason: expect.stringContaining('answered 403'),
    });
    const audit = await server.api.get(`/auditlog/list?EntityId=${integration.id}`);
    expect(audit.text).toContain('outbound-integration.pause');
    const known = await outboundIntegrationOf(server.app.world, integration.id);
    expect(unset(known)).toContain('answered 403');
    // What fails because it is paused does not become the reason.
    for (let count = 0; count < failuresMax; count += 1)
      expect(await fail(integration, 'It is paused.')).toBe(false);
    expect((await server.api.get(location)).body.pausedReason).toBe(body.pausedReason);

    // Whoever replaces it without knowing of pauses leaves it paused.
    const { displayName, type, zapierSettings } = body;
    const plain = { displayName, teamId, type, zapierSettings };
    expect((await server.api.put(location, plain)).body).toMatchObject({ isPaused: true });
    const resumed = await server.api.put(location, { ...plain, isPaused: false });
    expect(resumed.body).toMatchObject({ isPaused: false, pausedReason: null });
    expect(await fail(integration)).toBe(false);
    await server.api.delete(location);
  });

  it('tell people although the process ends in between, and the same people the same', async () => {
    const integration = await made();
    for (let count = 1; count < failuresMax; count += 1) await fail(integration);
    const told: Date[] = [];
    const attempt = (ends: boolean) =>
      noteOutcome(server.app.world, integration, false, words('No.'), async ({ at }) => {
        told.push(at);
        if (ends) throw new Error('The process ends.');
      });
    const paused = async () =>
      (await server.api.get(`/outbound-integration/${integration.id}`)).body.isPaused;
    await expect(attempt(true)).rejects.toThrow('The process ends.');
    expect(await paused()).toBe(false);
    server.clock.advance(60);
    await attempt(false);
    expect(await paused()).toBe(true);
    expect(told[1]).toEqual(told[0]);
  });

  it('are counted anew after one that succeeded', async () => {
    const integration = await made();
    for (let count = 1; count < failuresMax; count += 1) await fail(integration);
    await noteOutcome(server.app.world, integration, true, null, async () => {});
    expect(await fail(integration)).toBe(false);
    const { body } = await server.api.get(`/outbound-integration/${integration.id}`);
    expect(body.isPaused).toBe(false);
  });

  it('of one that is deleted meanwhile pause nothing', async () => {
    const integration = await made();
    await server.api.delete(`/outbound-integration/${integration.id}`);
    for (let count = 0; count < failuresMax; count += 1)
      expect(await fail(integration)).toBe(false);
  });
});
