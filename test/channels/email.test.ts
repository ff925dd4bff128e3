import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Channels, createChannels, type MessageOf } from '../../src/channels/index.ts';
import { readConfig } from '../../src/config.ts';
import { createOutboundClient } from '../../src/egress/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';

let smtp: FakeSmtpServer;
let channels: Channels;
beforeAll(async () => {
  smtp = await startSmtpServer({ user: 'alerts@example.com', password: 'secret-word' });
  channels = channelsWith({ TOCSIN_SMTP_URL: smtp.url });
});
afterAll(async () => {
  await channels.close();
  await smtp.stop();
});

function channelsWith(env: Record<string, string>): Channels {
  return createChannels({
    settings: readConfig(env),
    publicUrl: () => 'https://tocsin.example.com',
    vapidKeys: () => Promise.reject(new Error('not needed')),
    outbound: createOutboundClient(),
  });
}

const mail: MessageOf<'Email'> = {
  key: 'delivery-1',
  to: 'ada@example.com',
  subject: 'Plattenplatz – 💾 fast voll',
  text: 'Noch 1 % frei\nauf db1',
  html: '<p>Noch <b>1 %</b> frei</p>',
  threadId: 'incident-1',
};

async function received(message: MessageOf<'Email'>) {
  expect(await channels.send('Email', message)).toMatchObject({ outcome: 'sent', code: '250' });
  const got = smtp.mails.at(-1);
  if (!got) throw new Error('No mail arrived.');
  return got;
}

it('a mail has both forms, whole', async () => {
  const got = await received(mail);
  expect(got.subject).toBe(mail.subject);
  expect(got.text?.trim()).toBe(mail.text);
  expect(got.html?.trim()).toBe(mail.html);
  expect(got.to_).toEqual(['ada@example.com']);
  expect(got.from).toMatchObject({ name: 'Tocsin', address: 'alerts@example.com' });
  const headers = Object.fromEntries(got.headers.map(({ key, value }) => [key, value]));
  expect(headers['auto-submitted']).toBe('auto-generated');
  expect(headers['x-priority']).toBe(undefined);
});

it('the id of a delivery is the id of its mail; all mails of an incident are one thread, the first included', async () => {
  const first = await received(mail);
  const again = await received(mail);
  const second = await received({ ...mail, key: 'delivery-2', isUrgent: true });
  expect([first.messageId, again.messageId, second.messageId]).toEqual([
    '<delivery-1@example.com>',
    '<delivery-1@example.com>',
    '<delivery-2@example.com>',
  ]);
  for (const got of [first, again, second])
    expect([got.inReplyTo, got.references]).toEqual([
      '<incident-1@example.com>',
      '<incident-1@example.com>',
    ]);
  expect(second.raw).toMatch(/^X-Priority: 1/m);
});

it.each([
  ['subject', { subject: 'x\r\nBcc: eve@example.com\r\n\r\nhello' }],
  ['recipient', { to: 'ada@example.com>\r\nRCPT TO:<eve@example.com' }],
  ['list of recipients', { to: 'ada@example.com, eve@example.com' }],
  ['header', { headers: { 'X-Tocsin-Incident': '1\r\nBcc: eve@example.com' } }],
  ['thread', { threadId: '1>\r\nBcc: eve@example.com' }],
])('a %s cannot add recipients', async (_what, part) => {
  const before = smtp.mails.length;
  await channels.send('Email', { ...mail, ...part });
  for (const got of smtp.mails.slice(before)) {
    expect(got.to_.filter((address) => address.startsWith('eve'))).toEqual([]);
    expect(got.bcc ?? []).toEqual([]);
  }
});

it('a wrong password is told of without the password, by the name of the setting', async () => {
  const url = smtp.url.replace('secret-word', 'wr0ng-word');
  const wrong = channelsWith({ TOCSIN_SMTP_URL: url });
  const result = await wrong.send('Email', mail);
  await wrong.close();
  expect(result).toMatchObject({ outcome: 'refused', code: '535' });
  expect(JSON.stringify(result)).toContain('TOCSIN_SMTP_URL');
  expect(JSON.stringify(result)).not.toContain('wr0ng-word');
});

it.each([
  [{ TOCSIN_MAIL_FROM: 'Ops <ops@example.org>' }, 'ops@example.org'],
  [{}, 'alerts@example.com'],
])('%j: the sender is %s', async (env, address) => {
  const chosen = channelsWith({ TOCSIN_SMTP_URL: smtp.url, ...env });
  await chosen.send('Email', mail);
  await chosen.close();
  expect(smtp.mails.at(-1)?.from?.address).toBe(address);
});

it('without any of that, the sender is of the host of this server', async () => {
  const open = await startSmtpServer();
  const anonymous = channelsWith({ TOCSIN_SMTP_URL: open.url });
  await anonymous.send('Email', mail);
  await anonymous.close();
  await open.stop();
  expect(open.mails.map(({ from }) => from?.address)).toEqual(['tocsin@tocsin.example.com']);
});
