import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let smtp: FakeSmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({
    clock: '2026-05-04T08:00:00.000Z',
    env: { TOCSIN_SMTP_URL: smtp.url },
  });
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

it('people are told when their shifts of a schedule begin and end, once, and of no change of it', async () => {
  const { api } = server;
  const teamId = await api.make('/team', { displayName: 'Payments' });
  const person = (displayName: string) =>
    api.make('/user', {
      displayName,
      email: `${displayName}@example.com`,
      timeZoneId: 'Europe/Berlin',
    });
  const [ada, bo] = await Promise.all([person('ada'), person('bo')]);
  const schedule = {
    displayName: 'Primary',
    teamId,
    timeZoneId: 'UTC',
    layers: [
      {
        turns: { every: 1, unit: 'days', from: '2026-05-04T09:00:00Z' },
        groups: [{ userIds: [ada] }, { userIds: [bo] }],
      },
    ],
  };
  const id = await api.make('/on-call-schedule', schedule);
  const look = () =>
    server.app.jobs.runAll((task) => ['on-call-versions', 'on-call-hand-overs'].includes(task));
  const told = async () => {
    const logs = [ada, bo].map(async (userId) => {
      const { body } = await api.get(`/notification-log/search/list?UserId=${userId}`);
      return (body.notificationLogs as { because: string }[]).map(({ because }) => because);
    });
    return Promise.all(logs);
  };
  await look();
  expect(await told()).toEqual([[], []]);
  server.clock.advance(3600);
  await look();
  await look();
  const first = [['You are now on call for Primary'], ['Your shift for Primary has ended']];
  expect(await told()).toEqual(first);
  // Somebody changes it: whoever is on call by that knows from them.
  server.clock.advance(600);
  await api.put(`/on-call-schedule/${id}`, {
    ...schedule,
    layers: [{ groups: [{ userIds: [bo] }] }],
  });
  await look();
  server.clock.advance(60);
  await look();
  expect(await told()).toEqual(first);
});

it('while another product calls the people of a team, they only find in their log what would have been sent', async () => {
  const { api, clock } = server;
  const teamId = await api.make('/team', { displayName: 'Ledger' });
  const email = 'cy@example.com';
  const cy = await api.make('/user', { displayName: 'Cy', email, timeZoneId: 'UTC' });
  const from = new Date(clock.now().getTime() + 3_600_000).toISOString();
  await api.make('/on-call-schedule', {
    displayName: 'Ledger',
    teamId,
    timeZoneId: 'UTC',
    layers: [
      { turns: { every: 1, unit: 'days', from }, groups: [{ userIds: [] }, { userIds: [cy] }] },
    ],
  });
  await api.make('/shadow-run', {
    displayName: 'Ledger moves',
    product: 'Opsgenie',
    apiKey: randomUUID(),
    state: 'Shadow',
    teamIds: [teamId],
    until: new Date(clock.now().getTime() + 30 * 86_400_000).toISOString(),
  });
  const minute = async () => {
    await server.app.jobs.runAll((task) =>
      ['on-call-versions', 'on-call-hand-overs', 'send-Email'].includes(task),
    );
    clock.advance(60);
  };
  await minute();
  clock.advance(25 * 3600);
  await minute();
  await minute();
  const { body } = await api.get(`/notification-log/search/list?UserId=${cy}`);
  expect(body.notificationLogs).toMatchObject([
    {
      because: 'You are now on call for Ledger',
      status: 'Dropped',
      reason: 'Shadow run: would have been sent.',
    },
  ]);
  expect(smtp.mails.filter(({ to_ }) => to_.includes(email))).toEqual([]);
});
