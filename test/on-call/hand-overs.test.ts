import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handOverTask } from '../../src/alerting/tell-hand-overs.ts';
import { systemContext } from '../../src/kernel/index.ts';
import {
  createSender,
  loadRecipients,
  notesTo,
  storeDeliveries,
} from '../../src/notifications/index.ts';
import { handOversOf } from '../../src/on-call/hand-overs.ts';
import { words } from '../../src/sentences/index.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { plan, schedule } from './plan.ts';

const minute = 60_000;
/** A Monday. */
const monday = Date.parse('2026-05-04T00:00:00Z');

describe('hand-overs', () => {
  const daily = plan('UTC', [
    [schedule('A | B', { rotationSettings: { repeats: 'daily', startsOnTime: '09:00' } })],
    [schedule('B')],
  ]);
  const between = (from: number, until: number, unplanned: number[] = []) =>
    handOversOf(
      {
        periods: [{ start: from - 1, end: until + 1, plan: daily }],
        unplanned: new Set(unplanned),
      },
      from,
    );
  const nine = monday + 9 * 60 * minute;

  it('tell who begins until when, and who ends', () => {
    expect(between(nine - minute, nine)).toEqual([
      { userId: 'B', at: nine, begins: [], ends: [1], until: null },
      { userId: 'A', at: nine, begins: [1], ends: [], until: nine + 24 * 60 * minute },
    ]);
  });

  it('come once, in whichever of two adjacent intervals they fall', () => {
    for (const cut of [nine - 1, nine, nine + 1]) {
      const parts = [...between(nine - minute, cut), ...between(cut, nine + minute)];
      expect(parts, String(cut - nine)).toEqual(between(nine - minute, nine + minute));
    }
  });

  it('are silent when nobody changes, and at instants at which somebody changed something', () => {
    expect(between(nine + minute, nine + 23 * 60 * minute)).toEqual([]);
    expect(between(nine - minute, nine, [nine])).toEqual([]);
  });

  it('take filling up as duty in tier 1', () => {
    const holes = plan('UTC', [
      [
        schedule('A', {
          scheduleSettings: { weeklySchedules: [{ from: '09:00', until: '17:00' }] },
        }),
      ],
      [schedule('C')],
    ]);
    const periods = [{ start: nine - minute, end: nine + minute, plan: holes }];
    expect(handOversOf({ periods, unplanned: new Set() }, nine - minute)).toEqual([
      { userId: 'C', at: nine, begins: [], ends: [1], until: null },
      {
        userId: 'A',
        at: nine,
        begins: [1],
        ends: [],
        until: nine + 8 * 60 * minute,
      },
    ]);
  });
});

describe('people', () => {
  let app: TestApp;
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  let teamId: string;
  const people: Record<string, string> = {};
  const memberships: Record<string, string> = {};

  beforeAll(async () => {
    smtp = await startSmtpServer();
    app = await startTestApp({
      clock: new Date(monday + 8 * 60 * minute).toISOString(),
      env: { TOCSIN_SMTP_URL: smtp.url, TOCSIN_MAIL_FROM: 'tocsin@example.com' },
    });
    teamId = await app.api.make('/team', { displayName: 'Payments <EU>', timeZoneId: 'UTC' });
    for (const name of ['ada', 'bob']) {
      const timeZoneId = name === 'ada' ? 'Europe/Berlin' : 'UTC';
      const email = `${name}@example.com`;
      people[name] = await app.api.make('/user', { displayName: name, email, timeZoneId });
      const membership = { userId: people[name], teamId, role: 'Member' };
      memberships[name] = await app.api.make('/team-membership', membership);
    }
    await rotate('ada', 'bob');
    await app.app.jobs.runAll();
    smtp.mails.length = 0;
  });
  afterAll(async () => {
    await app.stop();
    await smtp.stop();
  });
  beforeEach(() => {
    smtp.mails.length = 0;
  });

  /** Weekly, on Mondays at nine, the first one from the present Monday on. */
  async function rotate(...names: string[]) {
    const rotations = names.map((name) => ({ members: [{ teamMembershipId: memberships[name] }] }));
    const rotationSettings = {
      repeats: 'weekly',
      startsOnDayOfWeek: 'mon',
      startsOnTime: '09:00',
      effectiveFrom: '2026-05-04',
    };
    await app.api.make('/team-escalations', {
      teamId,
      escalationTiers: [{ schedules: [{ rotations, rotationSettings }] }],
    });
  }

  function received(): string[] {
    return smtp.mails.map(({ to_, text }) => `${to_}: ${text?.split('\n')[0]}`).toSorted();
  }

  /** What a server that has just started does, too. */
  async function lookAgain(world = app.app.world): Promise<void> {
    const sender = createSender(world, app.app.processes, {
      send: () => Promise.reject(new Error('The app sends.')),
      channels: { missing: () => null, probe: async () => null },
      poke: () => {},
      onFinished: () => {},
    });
    await handOverTask(world, { missing: () => null }, sender).run(new AbortController().signal);
  }

  it('are told when their shifts begin and end, each once, whoever looks', async () => {
    app.clock.set(new Date(monday + 9 * 60 * minute));
    await app.app.jobs.runAll();
    const expected = [
      'ada@example.com: You are now on call for Payments <EU> (tier 1) until Mon 11 May 11:00.',
      'bob@example.com: Your shift for Payments <EU> (tier 1) has ended.',
    ];
    expect(received()).toEqual(expected);
    expect(smtp.mails[0]?.html).toContain('Payments &lt;EU&gt;');
    await Promise.all([lookAgain(), lookAgain()]);
    app.clock.advance(60);
    await app.app.jobs.runAll();
    await lookAgain();
    await app.app.jobs.runAll();
    expect(received()).toEqual(expected);
    const log = await app.api.get(`/notification-log/search/list?UserId=${people.ada}`);
    expect(log.body.notificationLogs).toMatchObject([
      { incidentId: null, status: 'Sent', because: 'You are now on call for Payments <EU>' },
    ]);
  });

  it('hear nothing of changes of the schedule', async () => {
    app.clock.advance(3600);
    await rotate('bob', 'ada');
    await app.app.jobs.runAll();
    app.clock.advance(60);
    await app.app.jobs.runAll();
    await rotate('ada', 'bob');
    await app.app.jobs.runAll();
    app.clock.advance(120);
    await app.api.make('/on-call-override', {
      userId: people.ada,
      teamId,
      type: 'offline',
      start: new Date(app.clock.now().getTime() - minute / 2).toISOString(),
      end: new Date(app.clock.now().getTime() + 5 * minute).toISOString(),
      replacementUserIds: [people.bob],
    });
    await app.app.jobs.runAll();
    expect(received()).toEqual([]);
    // The override ends by itself.
    app.clock.advance(5 * 60);
    await app.app.jobs.runAll();
    expect(received().map((line) => line.split(' for ')[0])).toEqual([
      'ada@example.com: You are now on call',
      'bob@example.com: Your shift',
    ]);
  });

  it('hear nothing when the server was down for long, and nothing when they do not want to', async () => {
    app.clock.set(new Date(monday + 7 * 24 * 60 * minute + 10 * 60 * minute));
    await lookAgain();
    await app.app.jobs.runAll();
    expect(received()).toEqual([]);
    const user = await app.api.get(`/user/${people.ada}`);
    const put = await app.api.put(`/user/${people.ada}`, {
      ...user.body,
      disableOnCallNotices: true,
    });
    expect(put.status, put.text).toBe(200);
    app.clock.set(new Date(monday + 14 * 24 * 60 * minute + 9 * 60 * minute));
    await app.app.jobs.runAll();
    expect(received()).toEqual([
      'bob@example.com: Your shift for Payments <EU> (tier 1) has ended.',
    ]);
  });

  it('are not told that they are on call once that is over', async () => {
    const now = app.clock.now();
    const id = people.ada ?? '';
    const ctx = systemContext(app.app.world, app.organizationId);
    const recipient = (await loadRecipients(ctx, [id])).get(id)?.recipient;
    if (!recipient) throw new Error('Ada is not there.');
    const note = (key: string, until: Date) =>
      notesTo(
        recipient,
        {
          ...{ organizationId: app.organizationId, teamId, at: now, key },
          ...{ title: words(key), body: words(key), until },
        },
        { missing: () => null },
      );
    const later = new Date(now.getTime() + 1000);
    await storeDeliveries(app.app.world, [...note('over', now), ...note('goes on', later)]);
    await app.app.jobs.runAll();
    expect(smtp.mails.map(({ subject }) => subject)).toEqual(['goes on']);
    const log = await app.api.get(`/notification-log/search/list?UserId=${id}`);
    expect(log.body.notificationLogs).toContainEqual(
      expect.objectContaining({
        because: 'over',
        status: 'Dropped',
        reason: 'What it says was over before.',
      }),
    );
  });
});
