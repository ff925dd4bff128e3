import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acceptLink, accountOfPerson, accountsIdle } from '../../src/accounts/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makePerson } from '../support/keys.ts';
import { clock, from, goodPassword, noMail, tokenOf } from './support.ts';

let t: TestApp;
let smtp: FakeSmtpServer;
let mailing: TestApp;
beforeAll(async () => {
  smtp = await startSmtpServer();
  t = await startTestApp({ clock });
  mailing = await startTestApp({
    clock,
    env: { TOCSIN_SMTP_URL: smtp.url, TOCSIN_PUBLIC_URL: 'https://tocsin.example.com' },
  });
});
afterAll(async () => {
  await t?.stop();
  await mailing?.stop();
  await smtp?.stop();
});

const newUser = (server: TestApp) =>
  server.api.make('/user', { email: `${randomUUID()}@example.com` });

describe('POST /user/{id}/invitation', () => {
  it('shows a link that works where no mail can be sent', async () => {
    const id = await newUser(t);
    const { status, body } = await t.api.post(`/user/${id}/invitation`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ sentTo: null, expiresAt: '2040-03-03T10:00:00.000Z' });
    expect(body.url).toMatch(new RegExp(`^${t.app.url}/invitation/[\\w-]{43}$`));
    await acceptLink(
      t.app.world,
      noMail,
      tokenOf(String(body.url)),
      { password: goodPassword },
      from,
    );
    expect(await accountOfPerson(t.app.world, id)).not.toBeNull();
  });

  it('mails it where mail can be sent, in the language of the person, and does not show it', async () => {
    const id = await newUser(mailing);
    const { body: user } = await mailing.api.get(`/user/${id}`);
    const { status, body } = await mailing.api.post(`/user/${id}/invitation`);
    expect([status, body]).toEqual([
      200,
      { sentTo: user.email, url: null, expiresAt: '2040-03-09T10:00:00.000Z' },
    ]);
    const mail = smtp.mails.at(-1);
    expect(mail?.to_).toEqual([user.email]);
    expect(mail?.subject).toBe('Your invitation to Default on Tocsin');
    expect(mail?.text).not.toContain('eingeladen');
    expect(mail?.text).toMatch(/https:\/\/tocsin\.example\.com\/invitation\/[\w-]{43}\n/);
    await mailing.api.put(`/user/${id}`, { ...user, language: 'de' });
    await mailing.api.post(`/user/${id}/invitation`);
    expect(smtp.mails.at(-1)?.subject).toBe('Ihre Einladung zu Default bei Tocsin');
    expect(smtp.mails.at(-1)?.text).not.toContain('You are invited');
    smtp.refuseNext({ at: 'recipient', code: 550, text: 'No such mailbox' });
    const refused = await mailing.api.post(`/user/${id}/invitation`);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining('No such mailbox'),
    ]);
  });

  it('shows it for addresses that no mail reaches', async () => {
    const id = await mailing.api.make('/user', { email: `${randomUUID()}@no-mail.invalid` });
    const { body } = await mailing.api.post(`/user/${id}/invitation`);
    expect(body.url).toContain('https://tocsin.example.com/invitation/');
  });

  it('is not for a key that may not do all that the user may', async () => {
    const id = await newUser(t);
    const scopes = [{ resource: 'users', permissions: ['get', 'update'] }];
    const scoped = t.as(await makeKey(t, { scopes }));
    const { status, body } = await scoped.post(`/user/${id}/invitation`);
    expect([status, body.detail]).toEqual([403, expect.stringContaining('key without scopes')]);
  });

  it.each([
    ['Administrator', 'Owner', 403],
    ['Administrator', 'Administrator', 200],
    ['Administrator', 'Member', 200],
    ['Owner', 'Owner', 200],
    ['Member', 'Member', 403],
  ] as const)('an %s invites an %s: %i', async (own, theirs, status) => {
    const me = await makePerson(t, { organizationRole: own });
    const them = await makePerson(t, { organizationRole: theirs });
    expect((await me.api.post(`/user/${them.id}/invitation`)).status).toBe(status);
  });

  it('is in the audit log with who made it, and without the link', async () => {
    const id = await newUser(t);
    const { body } = await t.api.post(`/user/${id}/invitation`);
    const { text, body: log } = await t.api.get(`/auditlog/list?Action=user.invite&EntityId=${id}`);
    expect(log.items).toHaveLength(1);
    expect(text).not.toContain(tokenOf(String(body.url)));
  });
});

describe('another e-mail address of a user', () => {
  it.each([
    [
      'by the API',
      async (id: string, email: string) => {
        const { body } = await mailing.api.get(`/user/${id}`);
        return (await mailing.api.put(`/user/${id}`, { ...body, email })).status;
      },
    ],
    [
      'by SCIM',
      async (id: string, email: string) => {
        const answer = await fetch(`${mailing.app.url}/api/scim/v2/Users/${id}`, {
          method: 'PATCH',
          headers: { 'x-api-key': mailing.key, 'content-type': 'application/scim+json' },
          body: JSON.stringify({
            schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
            Operations: [{ op: 'replace', path: 'emails', value: [{ value: email }] }],
          }),
        });
        return answer.status;
      },
    ],
  ])('set %s is told at both addresses', async (_, change) => {
    const id = await newUser(mailing);
    const { body: user } = await mailing.api.get(`/user/${id}`);
    smtp.mails.length = 0;
    const email = `${randomUUID()}@elsewhere.example.com`;
    expect(await change(id, email)).toBe(200);
    await accountsIdle(mailing.app.world);
    expect(smtp.mails.map(({ to_ }) => to_)).toEqual([[user.email], [email]]);
    for (const { subject, text } of smtp.mails) {
      expect(subject).toBe('Your e-mail address in Default on Tocsin was changed');
      expect(text).toContain(`from ${user.email} to ${email}.`);
      expect(text).toContain('API key “First start” has changed');
      expect(text).not.toContain('hat Ihre E-Mail-Adresse');
    }
    // The same once more is nothing new.
    expect(await change(id, email)).toBe(200);
    await accountsIdle(mailing.app.world);
    expect(smtp.mails).toHaveLength(2);
  });
});
