import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectionsMax, connectionsPerAddressMax } from '../../../src/surfaces/mail/limits.ts';
import { type FakeSmtpServer, startSmtpServer } from '../../fakes/smtp-server.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeOrganization } from '../../support/keys.ts';
import { staffTeam } from '../../support/staffed-team.ts';
import { ingestTokenOf } from '../../support/webhook.ts';
import { connectSmtp, mail, sendMail } from './smtp-client.ts';

let smtp: FakeSmtpServer;
let t: TestApp;

beforeAll(async () => {
  smtp = await startSmtpServer();
  t = await startTestApp({
    env: {
      TOCSIN_SMTP_URL: smtp.url,
      TOCSIN_SMTP_LISTEN: '127.0.0.1:0',
      TOCSIN_MAIL_DOMAIN: 'in.example.com',
    },
  });
});
afterAll(async () => {
  await t.stop();
  await smtp.stop();
});

/** Where alerts of a team by mail go, each of which is Critical. */
async function mailboxOf(api: ApiClient, teamId: string): Promise<string> {
  const settings = { displayName: 'Mails', teamId, type: 'Email' };
  const id = await api.make('/inbound-integration', settings);
  const attributes = [
    { name: 'Status', mappings: [{ static: 'Open' }] },
    { name: 'Severity', mappings: [{ static: 'Critical' }] },
    { name: 'Title', mappings: [{ jsonPath: '$.jsonBody.subject' }] },
  ];
  await api.make(`/inbound-integration/${id}/mapping`, { attributesMapping: { attributes } });
  return `${await ingestTokenOf(t, id)}@in.example.com`;
}

it('takes a Critical by mail, and tells of it, while senders of another organization hold every connection', async () => {
  const [crowd, quiet] = [await makeOrganization(t), await makeOrganization(t)];
  const crowded = await mailboxOf(crowd.api, await crowd.api.make('/team', { displayName: 'All' }));
  const { id } = await staffTeam(quiet.api, 'Till', [{ people: ['Bob'] }]);
  const mailbox = await mailboxOf(quiet.api, id);
  const held = [];
  let ended = 0;
  for (let n = 0; n < connectionsMax; n += 1) {
    const address = `127.0.1.${1 + Math.floor(n / connectionsPerAddressMax)}`;
    const client = await connectSmtp(t, address);
    await client.say('MAIL FROM:<monitor@example.com>');
    await client.say(`RCPT TO:<${crowded}>`);
    expect(await client.say('DATA')).toMatch(/^354/);
    client.write('Subject: it never ends\r\n');
    void client.closed.then(() => {
      ended += 1;
    });
    held.push(client);
  }
  expect(await sendMail(t, mailbox, mail({ Subject: 'Till burns' }))).toMatch(/^250/);
  await vi.waitFor(
    () => {
      for (const task of ['alerting', 'send-Email']) t.app.jobs.poke(task);
      expect(smtp.mails.map(({ to_, subject }) => [to_, subject])).toEqual([
        [['bob@example.com'], expect.stringContaining('Till burns')],
      ]);
    },
    { timeout: 60_000, interval: 50 },
  );
  // One of them had to make room, and all others go on.
  expect(ended).toBe(1);
  for (const client of held) client.end();
}, 120_000);
