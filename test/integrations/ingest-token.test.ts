import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openEvents } from '../support/events.ts';
import { makeFixtures, makeMoreFixtures } from '../support/fixtures.ts';
import { makeKey, makeOrganization, makePerson } from '../support/keys.ts';
import { allOperations } from '../support/operations.ts';
import { signIn } from '../support/sessions.ts';
import {
  alert,
  ingestTokenOf,
  makeIntegration,
  readIngestToken,
  sendTo,
  webhookOf,
} from '../support/webhook.ts';
import { workingRequest } from '../support/working-requests.ts';
import { connectSmtp, mail, sendMail } from '../surfaces/mail/smtp-client.ts';

const mailDomain = 'in.example.com';
const received: string[] = [];
const sink = createServer((req, res) => {
  req.setEncoding('utf8');
  let body = '';
  req.on('data', (part: string) => {
    body += part;
  });
  req.on('end', () => {
    received.push(`${JSON.stringify(req.headers)} ${body}`);
    res.end('ok');
  });
});

let t: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve));
  t = await startTestApp({
    env: {
      TOCSIN_SMTP_LISTEN: '127.0.0.1:0',
      TOCSIN_MAIL_DOMAIN: mailDomain,
      TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.1',
      TOCSIN_LOG_LEVEL: 'debug',
    },
  });
});
afterAll(async () => {
  await t?.stop();
  sink.close();
});

const rotate = (api: ApiClient, id: string, body: object = {}) =>
  api.post(`/inbound-integration/${id}/rotate-ingest-token`, body);
const posted = async (token: string) =>
  (await sendTo(`${t.app.url}/api/webhook/${token}`, { body: 'fire' })).status;
const tokenOf = async (id: string) => (await readIngestToken(t.app.world, id)) ?? '';
const integrationOf = async (id: string) =>
  (await t.api.get(`/inbound-integration/${id}`)).body as {
    webhookUrl: string;
    refusedRequests: { count: number; lastReason: string } | null;
  };
async function formerOf(id: string) {
  await t.app.jobs.runAll();
  const { body } = await t.api.get('/inbound-integration/health/search/list?Limit=100');
  const healths = body.inboundIntegrationsHealth as {
    integrationId: string;
    formerIngestToken: { validUntil: string; lastUsedAt: string | null } | null;
  }[];
  return healths.find(({ integrationId }) => integrationId === id)?.formerIngestToken;
}

it('what lets a tool report is not the id: no address, no key and no mail address takes it', async () => {
  const [hook, pager, genie, prometheus, beat] = await Promise.all(
    ['Webhook', 'PagerDutyEvents', 'OpsgenieAlertApi', 'AlertmanagerApiV2', 'HeartbeatMonitor'].map(
      (type) => makeIntegration(t, { type }),
    ),
  );
  const receivers = `${t.app.url}/api/receivers`;
  const event = { routing_key: pager, event_action: 'trigger', payload: { summary: 'x' } };
  const answers = [
    await posted(hook ?? ''),
    await posted(beat ?? ''),
    (await sendTo(`${receivers}/pagerduty/v2/enqueue`, { body: JSON.stringify(event) })).status,
    (
      await sendTo(`${receivers}/opsgenie/v2/alerts`, {
        headers: { authorization: `GenieKey ${genie}` },
        body: '{"message":"x"}',
      })
    ).status,
    (
      await sendTo(`${receivers}/alertmanager/${prometheus}/api/v2/alerts`, {
        body: '[{"labels":{"alertname":"x"}}]',
      })
    ).status,
  ];
  expect(answers).toEqual([404, 404, 400, 401, 401]);
  const byMail = await makeIntegration(t, { type: 'Email' });
  expect(await sendMail(t, `${byMail}@${mailDomain}`, mail({ Subject: 'x' }))).toMatch(/^550/);
});

it('is replaced: the former one ends at once, and whoever still uses it is counted', async () => {
  const id = await makeIntegration(t);
  const before = await tokenOf(id);
  expect(await posted(before)).toBe(200);
  const { status, body } = await rotate(t.api, id);
  expect(status).toBe(200);
  const after = await tokenOf(id);
  expect(after).not.toBe(before);
  expect(body.webhookUrl).toBe(`${t.app.url}/api/webhook/${after}`);
  expect([await posted(before), await posted(after)]).toEqual([404, 200]);
  expect(await formerOf(id)).toBeNull();
  expect((await integrationOf(id)).refusedRequests).toMatchObject({
    count: 1,
    lastReason: 'token',
  });
});

it('the former one works as long as was said, by webhook and by mail, and health says when it was used', async () => {
  const id = await makeIntegration(t);
  const byMail = await makeIntegration(t, { type: 'Email' });
  const former = await tokenOf(id);
  const formerAddress = `${await tokenOf(byMail)}@${mailDomain}`;
  for (const one of [id, byMail]) await rotate(t.api, one, { formerValidSeconds: 600 });
  const validUntil = new Date(t.clock.now().getTime() + 600_000).toISOString();
  expect(await formerOf(id)).toEqual({ validUntil, lastUsedAt: null });
  t.clock.advance(60);
  expect([await posted(former), await posted(await tokenOf(id))]).toEqual([200, 200]);
  expect(await sendMail(t, formerAddress, mail({ Subject: 'x' }))).toMatch(/^250/);
  const lastUsedAt = t.clock.now().toISOString();
  for (const one of [id, byMail]) expect(await formerOf(one)).toEqual({ validUntil, lastUsedAt });
  t.clock.advance(540);
  expect(await posted(former)).toBe(404);
  expect(await sendMail(t, formerAddress, mail({ Subject: 'x' }))).toMatch(/^550/);
  for (const one of [id, byMail]) {
    expect(await formerOf(one)).toBeNull();
    expect((await integrationOf(one)).refusedRequests?.lastReason).toBe('token');
  }
});

it('of two replacements one after the other only the last two tokens work', async () => {
  const id = await makeIntegration(t);
  const first = await tokenOf(id);
  await rotate(t.api, id, { formerValidSeconds: 604_800 });
  const second = await tokenOf(id);
  await rotate(t.api, id, { formerValidSeconds: 604_800 });
  expect([await posted(first), await posted(second), await posted(await tokenOf(id))]).toEqual([
    404, 200, 200,
  ]);
  expect((await rotate(t.api, id, { formerValidSeconds: 604_801 })).status).toBe(400);
});

it('metrics can ask for a token, and then answer nobody without it', async () => {
  const token = 'correct-horse-battery';
  const guarded = await startTestApp({ env: { TOCSIN_METRICS_TOKEN: token } });
  const ask = async (authorization?: string) => {
    const headers: Record<string, string> = authorization ? { authorization } : {};
    return (await fetch(`${guarded.app.url}/metrics`, { headers })).status;
  };
  const wrong = [undefined, 'Bearer wrong', `Basic ${token}`, `Bearer ${token}x`];
  for (const one of wrong) expect(await ask(one)).toBe(401);
  expect(await ask(`Bearer ${token}`)).toBe(200);
  for (const probe of ['/healthz', '/readyz'])
    expect((await fetch(`${guarded.app.url}${probe}`)).status).toBe(200);
  await guarded.stop();
});

it('is replaced by those who may edit the integration, and by nobody else', async () => {
  const id = await makeIntegration(t);
  const before = await tokenOf(id);
  const { body } = await t.api.get(`/inbound-integration/${id}`);
  const member = await makePerson(t, { teams: { [String(body.teamId)]: 'Member' } });
  const elsewhere = await makeOrganization(t);
  expect((await rotate(member.api, id)).status).toBe(403);
  expect((await rotate(elsewhere.api, id)).status).toBe(404);
  expect(await tokenOf(id)).toBe(before);
});

it('a duplicate has one of its own, and what a client writes back changes none', async () => {
  const id = await makeIntegration(t, {
    type: 'Email',
    integrationSettings: { email: { aliases: null } },
  });
  const token = await tokenOf(id);
  const { body } = await t.api.get(`/inbound-integration/${id}`);
  const copy = await t.api.post(`/inbound-integration/${id}/duplicate`, {});
  const { integrationSettings } = copy.body as {
    integrationSettings: { email: { emailAddress: string } };
  };
  expect(integrationSettings.email.emailAddress).not.toContain(token);
  await t.api.put(`/inbound-integration/${id}`, { ...body, displayName: 'Renamed' });
  expect(await tokenOf(id)).toBe(token);
  const stored = await t.app.world.store.connection.collection('inbound_integrations').find();
  expect(JSON.stringify(await stored.toArray())).not.toContain(token);
});

it('is seen by nobody who may not edit the integration, whatever they read; those who may do see it', async () => {
  const fixtures = await makeFixtures(t);
  Object.assign(fixtures, await makeMoreFixtures(t, fixtures));
  const { port } = sink.address() as AddressInfo;
  await t.api.make('/outbound-integration', {
    displayName: 'Sink',
    teamId: fixtures.team,
    type: 'Webhook',
    triggersOnlyOnForwarded: false,
    webhookSettings: { url: `http://127.0.0.1:${port}/`, method: 'POST', headers: [] },
  });
  const byMail = await makeIntegration(t, { type: 'Email', teamId: fixtures.team });
  const used = await makeIntegration(t, { teamId: fixtures.team });
  const replaced = await tokenOf(used);
  await rotate(t.api, used, { formerValidSeconds: 60 });

  const { id: userId, key: ofMember } = await makePerson(t, {
    organizationRole: 'Member',
    teams: { [fixtures.team ?? '']: 'Member' },
  });
  const { cookie } = await signIn(t, { userId });
  const stream = await openEvents(t.app.url, cookie);
  await alert(t, used, { id: 'law' });
  await t.app.jobs.runAll();
  await alert(t, used, { id: 'law', status: 'Resolved' });
  await t.app.jobs.runAll();
  await sendTo(`${t.app.url}/api/webhook/${replaced}`, { body: 'x' });
  const client = await connectSmtp(t);
  await client.say('MAIL FROM:<a@example.com>');
  client.end();

  const found = await t.app.world.store.connection
    .collection('inbound_integrations')
    .find({}, { projection: { _id: 1 } });
  const tokens = new Map<string, string>([['replaced', replaced]]);
  for (const { _id } of await found.toArray()) tokens.set(String(_id), await tokenOf(String(_id)));
  expect(tokens.size).toBeGreaterThan(5);
  const seenIn = (text: string) =>
    [...tokens].filter(
      ([, token]) => text.includes(token) || text.includes(token.replaceAll('-', '')),
    );

  const reading = allOperations().filter(({ method }) => method === 'GET');
  const onlyReads = [...new Set(reading.map(({ scope }) => scope))]
    .filter((scope) => scope.includes(':'))
    .map((scope) => scope.split(':') as [string, string]);
  const scopes = [...new Set(onlyReads.map(([resource]) => resource))].map((resource) => ({
    resource,
    permissions: onlyReads.filter(([of]) => of === resource).map(([, permission]) => permission),
  }));
  const callers: [string, Record<string, string>][] = [
    ['a stranger', {}],
    ['a member', { 'x-api-key': ofMember }],
    ['a member in a browser', { cookie }],
    ['a key that only reads', { 'x-api-key': await makeKey(t, { scopes: scopes as never }) }],
    ['another organization', { 'x-api-key': (await makeOrganization(t)).key }],
  ];
  let readable = 0;
  let shownToOwner = 0;
  for (const operation of reading) {
    if (operation.path.includes('/events')) continue;
    const { address } = workingRequest(operation, fixtures);
    const read = async (headers: Record<string, string>) => {
      const answer = await fetch(`${t.app.url}${operation.basePath}${address}`, {
        headers,
        redirect: 'manual',
      });
      return { status: answer.status, text: await answer.text() };
    };
    for (const [who, headers] of callers) {
      const { status, text } = await read(headers);
      if (status === 200) readable += 1;
      expect(seenIn(text), `${operation.operationId} for ${who}`).toEqual([]);
    }
    if (seenIn((await read({ 'x-api-key': t.key })).text).length > 0) shownToOwner += 1;
  }
  expect(readable).toBeGreaterThan(100);
  expect(shownToOwner).toBeGreaterThan(2);

  const metrics = await (await fetch(`${t.app.url}/metrics`)).text();
  expect(metrics).toContain(`tocsin_payloads_total{integration="${used}"`);
  expect(received.length).toBeGreaterThan(0);
  const events = stream.waiting.map((event) => JSON.stringify(event));
  stream.close();
  for (const [where, text] of Object.entries({
    metrics,
    outbound: received.join('\n'),
    events: events.join('\n'),
    log: JSON.stringify(t.log),
  }))
    expect(seenIn(text), where).toEqual([]);
  expect(await ingestTokenOf(t, byMail)).toBe(tokens.get(byMail));
  expect(await webhookOf(t, used)).toContain('/api/webhook/');
});
