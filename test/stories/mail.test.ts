import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { staffTeam } from './person.ts';

let app: TestApp;
let smtp: Awaited<ReturnType<typeof startSmtpServer>>;

beforeAll(async () => {
  smtp = await startSmtpServer();
  app = await startTestApp({
    env: { TOCSIN_SMTP_URL: smtp.url, TOCSIN_MAIL_FROM: 'tocsin@example.com' },
  });
});
afterAll(async () => {
  await app.stop();
  await smtp.stop();
});

describe('an alarm at night', () => {
  it('reaches tier 1 at once, tier 2 after its minutes, and both hear of its end', async () => {
    const team = await staffTeam(app.api, 'Payments', [
      { people: ['Ada'], settings: { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 } },
      { people: ['Bob'] },
    ]);
    const hook = await app.api.post('/inbound-integration', {
      displayName: 'Probe',
      teamId: team.id,
      type: 'Webhook',
    });
    const post = (body: object) =>
      fetch(String(hook.body.webhookUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post({ status: 'Open', severity: 'Warning', title: 'The till is closed' });
    await app.app.jobs.runAll();
    expect(smtp.mails.map(({ to_, subject }) => [to_, subject])).toEqual([
      [['ada@example.com'], 'Warning: The till is closed'],
    ]);
    app.clock.advance(5 * 60);
    await app.app.jobs.runAll();
    expect(smtp.mails.at(-1)?.to_).toEqual(['bob@example.com']);
  });
});
