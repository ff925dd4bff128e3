import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { Town } from '../stories/town.ts';

let town: Town;
let second: FakeSmtpServer;
beforeAll(async () => {
  second = await startSmtpServer();
  town = await Town.start({ TOCSIN_SMTP_FALLBACK_URL: second.url });
  await town.begin('2026-01-07T02:00:00.000Z');
});
afterAll(async () => {
  await town.stop();
  await second.stop();
});

const metrics = async () => (await fetch(`${town.server.app.url}/metrics`)).text();

it('people are told by the second server in the first attempt, and everybody can see which one fails', async () => {
  const first = new URL(town.smtp.url).host;
  const probe = await town.probe(await town.team('Payments', [{ people: ['Ada'] }]));
  town.smtp.refuseNext(
    ...Array.from({ length: 5 }, () => ({ at: 'sender', code: 451, text: 'No room' }) as const),
  );
  const { incidentId } = await probe.open('Till closed');
  await town.until(0.2);
  expect(second.mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/Till closed/),
  ]);
  const told = await town.api.get(`/incident/search/${incidentId}/notifications`);
  expect(told.body.notifications).toContainEqual(
    expect.objectContaining({
      channel: 'Email',
      attempts: [expect.objectContaining({ code: '250', error: null })],
    }),
  );
  expect(await metrics()).toContain(
    `tocsin_provider_down{channel="Email",provider="${first}"} 1\n`,
  );
  expect(await metrics()).not.toContain('tocsin_channel_down{channel="Email"} 1');
  const { body } = await town.api.get('/coverage');
  expect(body.findings).toContainEqual(
    expect.objectContaining({
      kind: 'ChannelFails',
      level: 'Hint',
      channel: 'Email',
      text: `E-mail cannot be sent by ${first} and goes another way. The mail server answered 451 No room.`,
    }),
  );
  expect(town.server.log).toContainEqual(
    expect.objectContaining({ level: 'warn', msg: 'a provider fails', provider: first }),
  );
});
