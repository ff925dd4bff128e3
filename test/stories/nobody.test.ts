import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await sharedTestApp();
});

/** A first start: no mail server, no tiers, only an Owner. */
describe('an alarm that nobody can be told of', () => {
  it('says in the incident and in the notification log who should have been told, and why not', async () => {
    const teamId = await app.api.make('/team', { displayName: 'Payments' });
    const id = await app.api.make('/incident', {
      teamIds: [teamId],
      severity: 'Critical',
      title: 'Slow',
      status: 'Open',
    });
    await app.app.jobs.runAll((task) => task === 'alerting' || task.startsWith('send-'));
    const { body } = await app.api.get(`/incident/search/${id}`);
    const [latest] = body.events as { message: string }[];
    expect(latest?.message).toMatch(/^Nobody on call in Payments was told. The team has no esc/);
    const log = await app.api.get(`/notification-log/search/list?IncidentId=${id}`);
    expect(log.body.notificationLogs).toMatchObject([
      {
        channel: 'Email',
        status: 'Dropped',
        recipient: 'o…@localhost',
        because: 'Nobody could be reached in Payments',
        reason: expect.stringContaining('TOCSIN_SMTP_URL'),
      },
    ]);
  });
});
