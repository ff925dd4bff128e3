import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repeatableId, systemContext } from '../../src/kernel/index.ts';
import { deliveriesOf } from '../../src/notifications/delivery.ts';
import { peopleAlerted } from '../../src/notifications/index.ts';
import { aboutNoIncident } from '../../src/notifications/no-incident.ts';
import { weeklyMailTask } from '../../src/reports/index.ts';
import { words } from '../../src/sentences/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey } from '../support/keys.ts';
import { readCsv } from '../support/read-csv.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';

/** Ada is in tier 1, Bob in tier 2, which is alerted after ten minutes. Monday, 16 March. */
let server: TestApp;
let smtp: FakeSmtpServer;
let team: StaffedTeam;
const ids: string[] = [];

async function work(tasks: readonly string[] = ['alerting', 'send-Email']): Promise<void> {
  await server.app.jobs.runAll((task) => tasks.some((name) => task.startsWith(name)));
}

async function act(person: string, id: string | undefined, intent: string, message?: string) {
  const key = await makeKey(server, { userId: team.people[person]?.id ?? '' });
  const { status, text } = await server.as(key).patch(`/incident/${id}`, {
    operations: { appendIntent: { intent, ...(message ? { message } : {}) } },
  });
  if (status !== 200) throw new Error(text);
}

async function open(title: string, severity = 'Warning'): Promise<string> {
  const id = await server.api.make('/incident', {
    title,
    status: 'Open',
    severity,
    teamIds: [team.id],
  });
  ids.push(id);
  await work();
  return id;
}

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({
    clock: '2026-03-16T00:00:00.000Z',
    env: {
      TOCSIN_SMTP_URL: smtp.url,
      TOCSIN_MAIL_FROM: 'tocsin@example.com',
      TOCSIN_PUBLIC_URL: 'https://tocsin.example.com',
    },
  });
  team = await staffTeam(server.api, 'Payments <b>&', [
    { people: ['Ada'], settings: { autoEscalationAfterMinutes: 10 } },
    { people: ['Bob'] },
  ]);
  const memberships = await server.api.get(
    `/team-membership/search/list?UserId=${team.people.Ada?.id}`,
  );
  const [own] = memberships.body.teamMemberships as { id: string }[];
  await server.api.put(`/team-membership/${own?.id}`, {
    userId: team.people.Ada?.id,
    teamId: team.id,
    role: 'Administrator',
  });

  // Acknowledged by Ada after four minutes, resolved by her.
  server.clock.set('2026-03-17T10:00:00Z');
  const first = await open('Disk is full');
  server.clock.advance(240);
  await act('Ada', first, 'Investigated');
  await act('Ada', first, 'Commented', 'looking');
  await act('Ada', first, 'Resolved');
  // Ada does nothing: Bob is alerted, and acknowledges twenty minutes after it began.
  server.clock.set('2026-03-18T10:00:00Z');
  const second = await open('Disk is full', 'Critical');
  server.clock.advance(600);
  await work();
  server.clock.advance(600);
  await act('Bob', second, 'Investigated');
  // Nobody does anything.
  server.clock.set('2026-03-22T23:59:00Z');
  await open('<img src=x onerror=alert(1)> =SUM(A1)');
  server.clock.set('2026-03-23T06:59:00Z');
});
afterAll(() => Promise.all([server.stop(), smtp.stop()]));

interface Person {
  user: { displayName: string };
  [member: string]: unknown;
}

describe('the engagement report', () => {
  it('says what each person did in the seven days before', async () => {
    const { body } = await server.api.get(`/team/${team.id}/engagement-report`);
    expect(body.period).toMatchObject({ from: '2026-03-16', until: '2026-03-22' });
    expect(body.figures).toMatchObject({
      total: { value: 3, previous: 0 },
      acknowledged: { value: 2 },
      mttaSeconds: { value: 720 },
    });
    const people = body.people as Person[];
    const of = (name: string) => people.find(({ user }) => user.displayName === name);
    expect(of('Ada')).toMatchObject({
      isMember: true,
      alerted: 3,
      acknowledged: 1,
      resolved: 1,
      comments: 1,
      escalatedPast: 1,
      ttaMedianSeconds: 240,
      onCallSeconds: 7 * 86_400,
    });
    expect(of('Bob')).toMatchObject({
      alerted: 1,
      acknowledged: 1,
      resolved: 0,
      escalatedPast: 0,
      ttaMedianSeconds: 1200,
      onCallSeconds: 0,
    });
    expect(body.unacknowledged).toMatchObject([{ id: ids[2] }]);
    expect(body.longestOpen).toMatchObject([{ id: ids[1] }, { id: ids[2] }]);
    expect(body.noisiestTitles).toMatchObject([{ title: 'Disk is full', total: 2 }, { total: 1 }]);
  });

  it('counts as alerted whom a message went out to, and nobody else', async () => {
    const { world } = server.app;
    const userId = randomUUID();
    const teamId = randomUUID();
    const states = ['queued', 'sent', 'delivered', 'perhapsSent', 'failed', 'dropped'] as const;
    const at = new Date('2026-03-17T10:00:00Z');
    await deliveriesOf(world).insertMany(
      states.map((state, index) => ({
        ...aboutNoIncident({
          _id: repeatableId(at.getTime(), state, userId),
          organizationId: server.organizationId,
          teamIds: [teamId],
          ownerId: userId,
          lane: 'Email',
          step: 'alert',
          because: words('Tier 1'),
          target: null,
          at,
        }),
        incidentId: String(index),
        isAlert: true,
        state,
      })),
    );
    const ctx = systemContext(world, server.organizationId);
    const period = { start: at.getTime() - 1000, end: at.getTime() + 1000 };
    const alerted = await peopleAlerted(ctx, teamId, [userId], period);
    expect(alerted.map(({ incidentId }) => states[Number(incidentId)]).sort()).toEqual([
      'delivered',
      'sent',
    ]);
    await deliveriesOf(world).deleteMany({ ownerId: userId });
  });

  it('has a line of CSV for each person', async () => {
    const { text, headers } = await server.api.get(`/team/${team.id}/engagement-report/csv`);
    expect(headers.get('content-disposition')).toContain('engagement-2026-03-16-2026-03-22.csv');
    expect(readCsv(text).map(([, ...cells]) => cells.join(' '))).toEqual([
      'user email alerted acknowledged resolved comments escalated_past tta_median_seconds on_call_seconds',
      'Ada ada@example.com 3 1 1 1 1 240 604800',
      'Bob bob@example.com 1 1 0 0 0 1200 0',
    ]);
  });
});

describe('by mail each week', () => {
  const weekly = async (moment: string) => {
    server.clock.set(moment);
    smtp.mails.length = 0;
    await work(['engagement-reports']);
    return smtp.mails.map(({ to_, subject }) => `${to_.join()}: ${subject}`);
  };
  const settle = (settings: object | null) =>
    server.api.put(`/team/${team.id}`, {
      displayName: 'Payments <b>&',
      timeZoneId: 'UTC',
      incidentEngagementReportSettings: settings,
    });

  it('on Monday at 7, to administrators of the team, once', async () => {
    expect(await weekly('2026-03-23T06:59:30Z')).toEqual([]);
    const sent = await weekly('2026-03-23T07:00:00Z');
    expect(sent).toEqual(['ada@example.com: Payments <b>&: 3 incidents, 16 – 22 Mar 2026']);
    const [mail] = smtp.mails;
    expect(mail?.text).toContain('Mean time to acknowledge: 12 min');
    expect(mail?.text).toContain(`https://tocsin.example.com/incidents/${ids[2]}`);
    // What came in from outside is text.
    expect(mail?.html).not.toMatch(/<(?:img|script|b>&)/);
    expect(mail?.html).toContain('&lt;img src=x onerror=alert(1)&gt; =SUM(A1)');
    if (process.env.TOCSIN_TEST_PICTURES)
      writeFileSync(`${process.env.TOCSIN_TEST_PICTURES}/engagement-mail.html`, mail?.html ?? '');
    expect(await weekly('2026-03-23T07:01:00Z')).toEqual([]);
    expect(await weekly('2026-03-23T20:00:00Z')).toEqual([]);
  });

  it('a week without new incidents is short, and no quiet one while old ones are open', async () => {
    expect(await weekly('2026-04-06T07:00:00Z')).toEqual([
      'ada@example.com: Payments <b>&: no new incidents, 30 Mar – 5 Apr 2026',
    ]);
    expect(smtp.mails[0]?.text).toContain('No new incidents. What is open is from before.');
    expect(smtp.mails[0]?.text).not.toContain('Mean time');
  });

  it('at the day and time of the team, and not at all where it is switched off', async () => {
    await settle({ DayOfWeek: 'wed', Time: '18:30' });
    expect(await weekly('2026-04-13T07:00:00Z')).toEqual([]);
    expect(await weekly('2026-04-15T18:30:00Z')).toHaveLength(1);
    expect(smtp.mails[0]?.subject).toContain('8 – 14 Apr 2026');
    await settle({ dayOfWeek: 'wed', time: '18:30', disableWeeklyIncidentEngagementReport: true });
    expect(await weekly('2026-04-22T18:30:00Z')).toEqual([]);
    await settle(null);
  });

  it('late after an outage of less than a day, and not after a longer one', async () => {
    expect(await weekly('2026-04-28T06:59:00Z')).toHaveLength(1);
    expect(await weekly('2026-05-05T07:00:00Z')).toEqual([]);
  });

  it('again when the mail server did not take it, and not when it never will', async () => {
    smtp.refuseNext({ at: 'data', code: 450, text: 'later' });
    expect(await weekly('2026-05-11T07:00:00Z')).toEqual([]);
    expect(await weekly('2026-05-11T07:01:00Z'), 'somebody may be at it').toEqual([]);
    expect(await weekly('2026-05-11T07:03:00Z')).toHaveLength(1);
    smtp.refuseNext({ at: 'recipient', code: 550, text: 'nobody' });
    expect(await weekly('2026-05-18T07:00:00Z')).toEqual([]);
    expect(await weekly('2026-05-18T07:10:00Z')).toEqual([]);
  });

  it('once, whichever of several servers sends it', async () => {
    const sent: string[] = [];
    const channels = {
      missing: () => null,
      send: async (_channel: 'Email', { to }: { to: string }) => {
        sent.push(to);
        return { outcome: 'sent', code: null, providerId: null } as const;
      },
    };
    const tasks = Array.from({ length: 4 }, () =>
      weeklyMailTask(server.app.world, {
        channels,
        processes: server.app.processes,
        publicUrl: () => 'https://tocsin.example.com',
      }),
    );
    server.clock.set('2026-05-20T07:00:00Z');
    await settle({ dayOfWeek: 'thu', time: '07:00' });
    server.clock.set('2026-05-28T07:00:00Z');
    const { signal } = new AbortController();
    await Promise.all(tasks.map((task) => task.run(signal)));
    await Promise.all(tasks.map((task) => task.run(signal)));
    expect(sent).toEqual(['ada@example.com']);
    await settle(null);
  });

  describe('by the settings of the organization', () => {
    const organize = async (settings: object) => {
      const path = `/organizations/${server.organizationId}/settings`;
      const answer = await server.api.put(path, settings);
      expect(answer.body).toMatchObject(settings);
    };

    it('to nobody where it is switched off, and again when that ends', async () => {
      await organize({ disableWeeklyIncidentEngagementReport: true });
      expect(await weekly('2026-06-15T07:00:00Z')).toEqual([]);
      // Left out, it stays as it is.
      await organize({ skipQuietEngagementReports: false });
      expect(await weekly('2026-06-15T07:01:00Z')).toEqual([]);
      await organize({ disableWeeklyIncidentEngagementReport: false });
      expect(await weekly('2026-06-15T07:02:00Z')).toHaveLength(1);
    });

    it('not of a quiet week, unless something is open from before', async () => {
      await organize({ skipQuietEngagementReports: true });
      expect(await weekly('2026-06-22T07:00:00Z')).toHaveLength(1);
      server.clock.set('2026-06-23T07:00:00Z');
      // The first one is resolved already.
      for (const id of ids.slice(1)) await act('Ada', id, 'Resolved');
      expect(await weekly('2026-06-29T07:00:00Z')).toEqual([]);
      expect(await weekly('2026-06-29T07:10:00Z')).toEqual([]);
      await organize({ skipQuietEngagementReports: false });
      expect(await weekly('2026-07-06T07:00:00Z')).toHaveLength(1);
    });

    it('in German', async () => {
      await organize({ language: 'de' });
      expect(await weekly('2026-07-13T07:00:00Z')).toEqual([
        expect.stringMatching(/: Payments <b>&: eine ruhige Woche, 6\.–12\. Juli 2026$/),
      ]);
      const [mail] = smtp.mails;
      expect(mail?.text).toContain('Eine ruhige Woche: keine Störungen.');
      expect(mail?.text).toContain(
        'Bericht ansehen: https://tocsin.example.com/reports/engagement',
      );
      expect(mail?.html).toContain('<html lang="de">');
      const english = /\b(?:Engagement report|People|Incidents|View report|Sent by|week before)\b/;
      expect((mail?.html ?? '').replace(/<style>.*<\/style>/s, '')).not.toMatch(english);
    });
  });

  it('to members who want it, and not to administrators who do not', async () => {
    const want = async (name: string, disable: boolean) => {
      const { id, email } = team.people[name] ?? { id: '', email: '' };
      const body = { displayName: name, email, disableWeeklyIncidentEngagementReport: disable };
      expect((await server.api.put(`/user/${id}`, body)).status).toBe(200);
    };
    await want('Ada', true);
    await want('Bob', false);
    expect((await weekly('2026-06-08T07:00:00Z')).map((mail) => mail.split(':')[0])).toEqual([
      'bob@example.com',
    ]);
  });
});
