import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordNameOf, recordValueOf } from '../../src/oidc/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization, type TestOrganization } from '../support/keys.ts';
import { connectSmtp } from '../surfaces/mail/smtp-client.ts';
import { visit } from '../surfaces/status/visit.ts';

const records = new Map<string, string[]>();
const ours = 'in.example.com';
let t: TestApp;
let other: TestOrganization;
beforeAll(async () => {
  t = await startTestApp({
    env: {
      TOCSIN_VOUCHED_DOMAINS: 'trusted.example=*,first.example',
      TOCSIN_SMTP_LISTEN: '127.0.0.1:0',
      TOCSIN_MAIL_DOMAIN: ours,
      TOCSIN_PUBLIC_URL: 'https://alerts.example.com',
      TOCSIN_RATE_LIMITS: 'mail-recipient=12/60s',
    },
    resolveTxt: async (name) => records.get(name) ?? [],
  });
  other = await makeOrganization(t);
});
afterAll(() => t?.stop());

const prove = (organizationId: string, domain: string) =>
  records.set(recordNameOf(domain), [recordValueOf(organizationId, domain)]);

async function withAlias(api: ApiClient, ...aliases: string[]) {
  const teamId = await api.make('/team', { displayName: 'Mail' });
  const email = { emailAddress: null, aliases };
  const integration = { displayName: 'I', teamId, type: 'Email', integrationSettings: { email } };
  const answer = await api.post('/inbound-integration', integration);
  return { status: answer.status, text: answer.text, id: String(answer.body.id), integration };
}

async function withHost(api: ApiClient, host: string, slug: string) {
  const { status, text, body } = await api.post('/status-page', {
    displayName: slug,
    publicTitle: slug,
    slug,
    historyInDays: 7,
    disablePublicSubscription: true,
    customHostSettings: { host },
  });
  return { status, text, id: String(body.id), body };
}

describe('an e-mail alias', () => {
  it('at a domain takes the record of the organization, which the refusal names, there or above it', async () => {
    const refused = await withAlias(other.api, 'alerts@corp.example');
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(recordNameOf('corp.example'));
    expect(refused.text).toContain(recordValueOf(other.id, 'corp.example'));
    prove(t.organizationId, 'corp.example');
    expect((await withAlias(other.api, 'alerts@corp.example')).status).toBe(400);
    expect((await withAlias(t.api, 'alerts@corp.example')).status).toBe(200);
    expect((await withAlias(t.api, 'alerts@mail.corp.example')).status).toBe(200);
    expect((await withAlias(t.api, 'alerts@notcorp.example')).status).toBe(400);
    expect((await withAlias(other.api, 'x@trusted.example', 'y@a.trusted.example')).status).toBe(
      200,
    );
  });

  it('that is there stays while other settings change, also when the record is gone', async () => {
    prove(t.organizationId, 'gone.example');
    const { id, integration } = await withAlias(t.api, 'alerts@gone.example');
    records.delete(recordNameOf('gone.example'));
    const path = `/inbound-integration/${id}`;
    expect((await t.api.put(path, { ...integration, displayName: 'J' })).status).toBe(200);
    const email = { emailAddress: null, aliases: ['alerts@gone.example', 'more@gone.example'] };
    const more = { ...integration, integrationSettings: { email } };
    expect((await t.api.put(path, more)).status).toBe(400);
  });

  it('at the domain of the server is first come, but no token and nothing that its operator needs', async () => {
    expect((await withAlias(t.api, `disk@${ours}`)).status).toBe(200);
    for (const local of ['postmaster', 'Abuse', 'no-reply', crypto.randomUUID()])
      expect((await withAlias(t.api, `${local}@${ours}`)).status, local).toBe(400);
  });
});

describe('a domain that the operator gave to one organization', () => {
  it('is for its aliases and hosts, and for no other organization', async () => {
    const alias = 'alerts@mail.first.example';
    expect((await withAlias(other.api, alias)).status).toBe(400);
    expect((await withHost(other.api, 'first.example', 'theirs')).status).toBe(400);
    expect((await withAlias(t.api, alias)).status).toBe(200);
    expect((await withHost(t.api, 'first.example', 'first')).status).toBe(200);
  });
});

describe('a host of a status page', () => {
  it('takes the record, so that nobody claims the names of the machine or of others', async () => {
    for (const host of ['tocsin.internal.test', 'status.other.example'])
      expect((await withHost(other.api, host, host.replaceAll('.', '-'))).status, host).toBe(400);
    prove(other.id, 'status.other.example');
    expect((await withHost(other.api, 'status.other.example', 'other')).status).toBe(200);
    expect((await withHost(t.api, 'status.trusted.example', 'trusted')).status).toBe(200);
  });

  it('never answers probes: a load balancer that asks by that name sees the server', async () => {
    await withHost(t.api, 'probed.trusted.example', 'probed');
    const headers = { host: 'probed.trusted.example' };
    for (const probe of ['/readyz', '/healthz', '/readyz?verbose'])
      expect((await visit(t, probe, { headers })).status, probe).toBe(200);
    expect((await visit(t, '/sign-in', { headers })).status).toBe(404);
  });
});

describe('recipients of mail that are not here', () => {
  it('end the connection after ten, and after more the first of the next, while those who are here get their mail', async () => {
    await withAlias(t.api, `known@${ours}`);
    const answers: string[] = [];
    const guess = async (count: number, from: number) => {
      const client = await connectSmtp(t);
      await client.say('EHLO guesser');
      await client.say('MAIL FROM:<a@example.com>');
      for (let n = 0; n < count; n += 1)
        answers.push((await client.say(`RCPT TO:<guess${from + n}@${ours}>`)).slice(0, 3));
      return client;
    };
    const first = await guess(10, 0);
    expect(await first.say('NOOP')).toBe('closed');
    const second = await guess(2, 10);
    expect(await second.say(`RCPT TO:<known@${ours}>`)).toMatch(/^250/);
    second.end();
    const third = await guess(1, 12);
    third.end();
    expect(answers).toEqual([
      ...Array.from({ length: 9 }, () => '550'),
      '421',
      '550',
      '550',
      '421',
    ]);
    const last = await connectSmtp(t);
    await last.say('EHLO sender');
    await last.say('MAIL FROM:<a@example.com>');
    expect(await last.say(`RCPT TO:<known@${ours}>`)).toMatch(/^250/);
    last.end();
  });
});
