import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { expectGerman } from '../support/only-german.ts';
import { webhookOf } from '../support/webhook.ts';
import { incidentsOf, look, makeMonitor, pass, sign } from './network.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());

const heartbeat = (more: object = {}) =>
  makeMonitor(
    t,
    'HeartbeatMonitor',
    {
      integrationSettings: {
        heartbeatMonitor: {
          intervalInSec: 300,
          gracePeriodInSec: 60,
          severity: 'Critical',
          ...more,
        },
      },
    },
    'Backup',
  );

const cron = (cronExpression: string, timeZoneId: string | null, gracePeriodInSec = 600) =>
  makeMonitor(
    t,
    'CronJobMonitor',
    {
      integrationSettings: {
        cronJobMonitor: { cronExpression, timeZoneId, gracePeriodInSec, severity: 'Warning' },
      },
    },
    'nightly',
  );

const shown = async (id: string) =>
  (await t.api.get(`/inbound-integration/${id}/heartbeat-result`)).body;

describe('a heartbeat', () => {
  it('is waited for from the beginning: one that never comes opens an incident after interval and grace', async () => {
    const id = await heartbeat();
    await look(t);
    await pass(t, 359);
    expect(await incidentsOf(t, id)).toEqual([]);
    await pass(t, 1);
    const [opened] = await incidentsOf(t, id);
    expect(opened).toMatchObject({ title: 'Heartbeat of Backup is missing', severity: 'Critical' });
    expect(opened?.reason).toContain('nothing was ever heard');
    await pass(t, 86_400);
    expect(await incidentsOf(t, id), 'told once').toEqual([opened]);
  });

  it('that comes in time keeps quiet; the next one ends an alarm before it is answered', async () => {
    const id = await heartbeat();
    await look(t);
    for (let round = 0; round < 3; round += 1) {
      await pass(t, 300);
      expect((await sign(t, id)).status).toBe(200);
    }
    expect(await incidentsOf(t, id)).toEqual([]);
    expect(await shown(id)).toEqual({
      integrationId: id,
      lastHeartbeatReceivedAt: t.clock.now().toISOString(),
      nextHeartbeatExpectedAt: new Date(t.clock.now().getTime() + 300_000).toISOString(),
      isHeartbeatOverdue: false,
    });
    await pass(t, 400);
    expect(await shown(id)).toMatchObject({ isHeartbeatOverdue: true });
    const answer = await sign(t, id);
    expect(answer.body).toEqual({
      lastHeartbeatReceivedAt: t.clock.now().toISOString(),
      nextHeartbeatExpectedAt: new Date(t.clock.now().getTime() + 300_000).toISOString(),
    });
    expect(await incidentsOf(t, id)).toMatchObject([{ status: 'Resolved', events: 2 }]);
    expect(await shown(id)).toMatchObject({ isHeartbeatOverdue: false });
  });

  it.each([60, 3600])(
    'is waited for no longer when the clock went back by %d s',
    async (seconds) => {
      const clock = () => t.app.jobs.runAll((task) => task === 'clock');
      const id = await heartbeat();
      await look(t);
      await clock();
      await pass(t, 100);
      await sign(t, id);
      await clock();
      await pass(t, 200);
      await clock();
      t.clock.jump(-seconds);
      await clock();
      await clock();
      // Signs that come in afterwards are waited for as ever.
      const other = await heartbeat();
      await look(t);
      await pass(t, 159);
      expect(await incidentsOf(t, id)).toEqual([]);
      await pass(t, 1);
      expect(await incidentsOf(t, id)).toMatchObject([{ status: 'Open' }]);
      await pass(t, 190);
      expect(await incidentsOf(t, other)).toEqual([]);
      await pass(t, 11);
      expect(await incidentsOf(t, other)).toMatchObject([{ status: 'Open' }]);
    },
  );

  it('right after it was made is heard, before anything else ran', async () => {
    const id = await heartbeat();
    expect((await sign(t, id)).status).toBe(200);
    expect((await shown(id)).lastHeartbeatReceivedAt).toBe(t.clock.now().toISOString());
  });

  it('is missed in the language of the organization, by the clock of the team', async () => {
    const settings = `/organizations/${t.organizationId}/settings`;
    const { body } = await t.api.get(settings);
    await t.api.put(settings, { ...body, language: 'de' });
    const id = await heartbeat();
    await look(t);
    await pass(t, 361);
    const [incident] = await incidentsOf(t, id);
    expectGerman(incident?.title);
    expect(incident?.reason).toMatch(
      /^Bis \S+ \S+ \S+ \d\d:\d\d wurde ein Zeichen erwartet.*noch nie eines\.$/,
    );
    await t.api.put(settings, body);
  });

  it('may say that the job failed, and why', async () => {
    const id = await heartbeat();
    expect((await sign(t, id, '?state=fail', 'disk full')).status).toBe(200);
    expect(await incidentsOf(t, id)).toMatchObject([
      { status: 'Open', reason: 'The job reports that it failed: disk full' },
    ]);
    expect((await sign(t, id, '?state=fail')).status).toBe(200);
    expect(await incidentsOf(t, id)).toMatchObject([{ status: 'Open', events: 1 }]);
    await sign(t, id, '?state=success');
    expect(await incidentsOf(t, id)).toMatchObject([{ status: 'Resolved' }]);
    expect((await sign(t, id, '?state=odd')).status).toBe(400);
  });

  it('is a sign of life by any method, and leaves no payload', async () => {
    const id = await heartbeat();
    for (const method of ['GET', 'POST', 'PUT', 'HEAD', 'DELETE'])
      expect((await fetch(await webhookOf(t, id), { method })).status).toBe(200);
    const { body } = await t.api.get(`/inbound-integration/${id}/payloads/search/list`);
    expect(body.payloads).toEqual([]);
  });

  it('thirty at once are all heard', async () => {
    const id = await heartbeat();
    await look(t);
    await pass(t, 400);
    const answers = await Promise.all(Array.from({ length: 30 }, () => sign(t, id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await incidentsOf(t, id)).toMatchObject([{ status: 'Resolved', events: 2 }]);
  });

  it('renaming the integration does not begin the wait anew; another interval does', async () => {
    const id = await heartbeat();
    await look(t);
    const before = await shown(id);
    t.clock.advance(100);
    const { body } = await t.api.get(`/inbound-integration/${id}`);
    await t.api.put(`/inbound-integration/${id}`, { ...body, displayName: 'Restore' });
    await look(t);
    expect(await shown(id)).toEqual(before);
    await t.api.put(`/inbound-integration/${id}`, {
      ...body,
      integrationSettings: {
        heartbeatMonitor: { intervalInSec: 50, gracePeriodInSec: 0, severity: 'Minor' },
      },
    });
    await look(t);
    expect((await shown(id)).nextHeartbeatExpectedAt).toBe(
      new Date(t.clock.now().getTime() + 50_000).toISOString(),
    );
  });

  it('overdue in a maintenance is told of when that is over', async () => {
    const id = await heartbeat();
    await t.api.make('/inbound-integration-maintenance-windows', {
      integrationId: id,
      type: 'maintenance',
      start: null,
      end: new Date(t.clock.now().getTime() + 900_000).toISOString(),
    });
    await look(t);
    await pass(t, 400);
    expect(await incidentsOf(t, id)).toEqual([]);
    await pass(t, 600);
    expect(await incidentsOf(t, id)).toMatchObject([{ status: 'Open', events: 1 }]);
  });
});

describe('an alarm that a silence keeps from opening anything', () => {
  it('is told of once the silence is gone, and asks for nothing meanwhile', async () => {
    const id = await heartbeat();
    const { teamId } = (await t.api.get(`/inbound-integration/${id}`)).body;
    const now = t.clock.now().getTime();
    const silence = await t.api.make('/silence', {
      displayName: 'Move',
      teamId,
      integrationIds: [id],
      effect: 'openNothing',
      start: new Date(now).toISOString(),
      end: new Date(now + 86_400_000).toISOString(),
    });
    await look(t);
    await pass(t, 400);
    await pass(t, 600);
    expect(await incidentsOf(t, id)).toEqual([]);
    const payloads = (await t.api.get(`/inbound-integration/${id}/payloads/search/list`)).body;
    expect(payloads.payloads).toMatchObject([{ outcome: 'Silenced' }]);
    expect((await t.api.delete(`/silence/${silence}`)).status).toBe(200);
    await pass(t, 100);
    expect(await incidentsOf(t, id)).toMatchObject([{ status: 'Open', events: 1 }]);
  });
});

describe('a job', () => {
  const expected = async (id: string) => (await shown(id)).nextHeartbeatExpectedAt;

  it.each([
    [
      'an ordinary day',
      '2026-06-01T00:00:00Z',
      '0 3 * * *',
      'Europe/Berlin',
      '2026-06-01T01:00:00.000Z',
    ],
    ['no zone is UTC', '2026-06-01T00:00:00Z', '0 3 * * *', null, '2026-06-01T03:00:00.000Z'],
    [
      'a time that is skipped',
      '2026-03-29T00:00:00Z',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-29T01:00:00.000Z',
    ],
    [
      'a time that comes twice: its first',
      '2026-10-25T00:00:00Z',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-25T00:30:00.000Z',
    ],
    [
      'and not its second',
      '2026-10-25T00:31:00Z',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-26T01:30:00.000Z',
    ],
  ])('is expected by its own clock: %s', async (_, now, expression, zone, at) => {
    t.clock.set(now);
    const id = await cron(expression, zone);
    await look(t);
    expect(await expected(id)).toBe(at);
  });

  it('that does not run opens an incident after its grace period, and its next run ends it', async () => {
    t.clock.set('2026-06-01T02:00:00Z');
    const id = await cron('0 3 * * *', 'UTC');
    await look(t);
    t.clock.set('2026-06-01T03:00:10Z');
    await sign(t, id);
    expect(await expected(id)).toBe('2026-06-02T03:00:00.000Z');
    t.clock.set('2026-06-02T03:09:59Z');
    await look(t);
    expect(await incidentsOf(t, id)).toEqual([]);
    await pass(t, 1);
    expect(await incidentsOf(t, id)).toMatchObject([
      { title: 'Job nightly did not run', status: 'Open', severity: 'Warning' },
    ]);
    t.clock.set('2026-06-03T03:00:20Z');
    await sign(t, id);
    expect(await incidentsOf(t, id)).toMatchObject([{ status: 'Resolved' }]);
  });

  it('whose clock is a second ahead of ours ran in time', async () => {
    t.clock.set('2026-06-01T02:59:59Z');
    const id = await cron('0 3 * * *', 'UTC');
    await sign(t, id);
    expect(await expected(id)).toBe('2026-06-02T03:00:00.000Z');
  });
});
