import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { onCallReminderTask } from '../../src/alerting/remind-on-call.ts';
import { deliveriesOf } from '../../src/notifications/delivery.ts';
import { createSender } from '../../src/notifications/index.ts';
import type { OutboundIntegrationWire } from '../../src/outbound/index.ts';
import { dueReminder } from '../../src/outbound/reminder-times.ts';
import {
  type ReceivedRequest,
  type ScriptedAnswer,
  type ScriptedReceiver,
  startScriptedReceiver,
} from '../fakes/scripted-receiver.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const minute = 60_000;
const week = 7 * 24 * 60 * minute;
const on = { runTime: '09:00', daysOfWeek: ['mon', 'wed'] };

let slack: ScriptedReceiver;
let app: TestApp;
let another: TestApp;
let teamId: string;
let emptyTeamId: string;
let integrationId: string;
/** Monday at nine in Berlin. */
let nine = Date.parse('2026-05-04T07:00:00Z');

beforeAll(async () => {
  slack = await startScriptedReceiver();
  const clock = new Date(nine - 60 * minute).toISOString();
  app = await startTestApp({ clock, outbound: slack.egress });
  another = await startTestApp({ clock, outbound: slack.egress, besides: app });
  teamId = await app.api.make('/team', {
    displayName: 'Payments <EU>',
    timeZoneId: 'Europe/Berlin',
  });
  emptyTeamId = await app.api.make('/team', {
    displayName: 'Night',
    timeZoneId: 'America/New_York',
  });
  const memberships: string[] = [];
  for (const displayName of ['Ada <b>', 'Bob']) {
    const email = `${displayName.slice(0, 3).toLowerCase()}@example.com`;
    const userId = await app.api.make('/user', { displayName, email, timeZoneId: 'UTC' });
    memberships.push(await app.api.make('/team-membership', { userId, teamId, role: 'Member' }));
  }
  const [ada, bob] = memberships;
  const members = (id: string | undefined) => ({ members: [{ teamMembershipId: id }] });
  await app.api.make('/team-escalations', {
    teamId,
    escalationTiers: [
      {
        schedules: [
          {
            rotations: [members(ada)],
            scheduleSettings: { weeklySchedules: [{ from: '08:00', until: '17:30' }] },
          },
        ],
      },
      { schedules: [{ rotations: [members(bob)] }] },
    ],
  });
});
afterAll(async () => {
  await another?.stop();
  await app?.stop();
  await slack?.stop();
});
beforeEach(() => {
  nine += week;
  at(-60);
  slack.play(answer);
});
afterEach(async () => {
  await app.api.delete(`/outbound-integration/${integrationId}`);
});

function answer({ host, path, query }: ReceivedRequest): ScriptedAnswer {
  if (host !== 'slack.com') return { status: 404 };
  if (path === '/api/users.lookupByEmail')
    return query.get('email') === 'ada@example.com'
      ? { json: { ok: true, user: { id: 'U0ADA' } } }
      : { json: { ok: false, error: 'users_not_found' } };
  return { json: { ok: true, ts: `1.${slack.requests.length}` } };
}

/** Minutes after nine. */
function at(minutes: number): void {
  app.clock.set(new Date(nine + minutes * minute));
  another.clock.set(app.clock.now());
}

async function run(...minutes: number[]): Promise<void> {
  for (const each of minutes) {
    at(each);
    await app.app.jobs.runAll();
  }
}

async function connect(settings: object = {}, more: object = {}): Promise<void> {
  integrationId = await app.api.make('/outbound-integration', {
    displayName: 'Chat',
    teamId,
    type: 'Slack',
    slackSettings: {
      botToken: 'xoxb-SECRET',
      selectedChannelIds: ['C1'],
      onCallReminderScheduleSettings: on,
      ...settings,
    },
    ...more,
  });
}

/** Does what the task does, without its lease and without what it remembers. */
async function storeAs({ app: { world, processes } }: TestApp): Promise<void> {
  const sender = createSender(world, processes, {
    send: () => Promise.reject(new Error('The app sends.')),
    channels: { missing: () => null, probe: async () => null },
    poke: () => {},
    onFinished: () => {},
  });
  await onCallReminderTask(world, sender).run(new AbortController().signal);
}

interface Post {
  channel: string;
  text: string;
  blocks: { text: { text: string } }[];
}

function posts(): Post[] {
  return slack.requests
    .filter(({ path }) => path === '/api/chat.postMessage')
    .map(({ json }) => json as Post);
}
const channels = () =>
  posts()
    .map(({ channel }) => channel)
    .toSorted();
const texts = () => posts().map(({ blocks }) => blocks.map(({ text }) => text.text));

interface Entry {
  id: string;
  description: string;
  outcome: string;
  attempts: unknown[];
}

async function log(): Promise<Entry[]> {
  const { body } = await app.api.get(`/outbound-integration/${integrationId}/logs/search/list`);
  return body.outboundIntegrationLogs as Entry[];
}

describe('an on-call reminder', () => {
  it('comes on its days at its time where the team is, and says who is on call until when', async () => {
    await connect();
    await run(-1);
    expect(posts()).toEqual([]);
    await run(0);
    expect(texts()).toEqual([
      [
        'On call for Payments <EU>',
        expect.stringMatching(
          /^\*Tier 1\*\n• Ada &lt;b&gt; <@U0ADA> until Mon, \d+ May 2026, 17:30 CEST$/,
        ),
        '*Tier 2*\n• Bob',
      ],
    ]);
    expect(posts()[0]).toMatchObject({
      channel: 'C1',
      text: 'On call for Payments &lt;EU&gt;: Ada &lt;b&gt;, Bob',
    });
    expect(slack.requests[0]?.headers.authorization).toBe('Bearer xoxb-SECRET');
    const day = 24 * 60;
    await run(1, 5, 9, day, day + 1);
    expect(posts()).toHaveLength(1);
    await run(2 * day, 7 * day);
    expect(posts()).toHaveLength(3);
    nine += week;
    expect(await log()).toMatchObject(
      [1, 2, 3].map(() => ({
        outboundIntegrationId: integrationId,
        incidentId: null,
        code: '200',
        outcome: 'Success',
        description: 'Told who is on call in C1.',
      })),
    );
  });

  it('comes once for each channel, whichever of two processes looks, and however often', async () => {
    await connect({ onCallReminderChannelIds: ['C7', 'C8', 'C7'] });
    at(0);
    // Both store, as when the lease of the task has passed to the other in between.
    await Promise.all([storeAs(app), storeAs(another), storeAs(app), storeAs(another)]);
    for (let n = 0; n < 3; n += 1)
      await Promise.all([app.app.jobs.runAll(), another.app.jobs.runAll()]);
    await run(1);
    expect(channels()).toEqual(['C7', 'C8']);
  });

  it('is posted once although the process died before it noted that', async () => {
    await connect();
    await run(0);
    const deliveries = deliveriesOf(app.app.world);
    const { modifiedCount } = await deliveries.updateOne(
      { ownerId: integrationId },
      { $set: { state: 'queued', attempts: [], nextAt: app.clock.now(), rank: 2 } },
    );
    expect(modifiedCount).toBe(1);
    await run(2);
    expect(posts()).toHaveLength(1);
    expect(await log()).toMatchObject([{ outcome: 'Success' }]);
  });

  it.each<[string, object, object?]>([
    ['a paused integration', {}, { isPaused: true }],
    ['one without botToken', { botToken: null }],
    ['one without channels', { selectedChannelIds: [] }],
    ['one without runTime', { onCallReminderScheduleSettings: { ...on, runTime: null } }],
    ['one without days', { onCallReminderScheduleSettings: { ...on, daysOfWeek: [] } }],
    ['one with days null', { onCallReminderScheduleSettings: { ...on, daysOfWeek: null } }],
    ['one without a schedule', { onCallReminderScheduleSettings: null }],
  ])('%s sends none', async (_what, settings, more) => {
    await connect(settings, more);
    await run(0, 1);
    expect(slack.requests).toEqual([]);
    expect(await log()).toEqual([]);
  });

  it('that waits is not sent once the integration is paused, and the log says why', async () => {
    await connect();
    slack.next({ status: 503 }, { status: 503 }, { status: 503 });
    await run(0);
    const { body } = await app.api.get(`/outbound-integration/${integrationId}`);
    const put = await app.api.put(`/outbound-integration/${integrationId}`, {
      ...body,
      isPaused: true,
    });
    expect(put.status, put.text).toBe(200);
    slack.play(answer);
    await run(1);
    expect(slack.requests).toEqual([]);
    expect(await log()).toMatchObject([
      {
        outcome: 'Failed',
        description: 'On-call reminder in C1: The outbound integration is paused.',
      },
    ]);
  });

  it('mentions nobody where disableTagOnCallMembersInOnCallMessage is true', async () => {
    await connect({ disableTagOnCallMembersInOnCallMessage: true });
    await run(0);
    expect(slack.requests.map(({ path }) => path)).toEqual(['/api/chat.postMessage']);
    expect(texts()[0]?.[1]).toMatch(/^\*Tier 1\*\n• Ada &lt;b&gt; until /);
  });

  it('says loudly that nobody is on call', async () => {
    await connect({}, { teamId: emptyTeamId });
    await run(0);
    expect(posts()).toEqual([]);
    // Nine in New York.
    await run(6 * 60);
    expect(texts()[0]?.[0]).toBe('🚨 NOBODY is on call for Night.');
    expect(posts()).toHaveLength(1);
  });

  it('that Slack refuses is in the log with its reason, the other channel is told, and nothing is paused', async () => {
    const all = Array.from({ length: 12 }, (_, n) => `C${n}`);
    await connect({ onCallReminderChannelIds: all });
    slack.play((request) =>
      request.path === '/api/chat.postMessage' && (request.json as Post).channel !== 'C3'
        ? { json: { ok: false, error: 'channel_not_found' } }
        : answer(request),
    );
    await run(0, 1, 2);
    expect(channels()).toEqual(all.toSorted());
    const entries = await log();
    expect(entries.filter(({ outcome }) => outcome === 'Success')).toHaveLength(1);
    const failed = entries.filter(({ outcome }) => outcome === 'Failed');
    expect(failed).toHaveLength(11);
    for (const { description } of failed)
      expect(description).toMatch(
        /^On-call reminder in C\d+: Slack answered channel_not_found: use the id of the channel/,
      );
    const { body } = await app.api.get(`/outbound-integration/${integrationId}`);
    expect(body).toMatchObject({ isPaused: false, pausedReason: null });
  });

  it('that fails for the moment is tried again, and another channel does not wait for it', async () => {
    await connect({ onCallReminderChannelIds: ['C1', 'C2'] });
    let failures = 1;
    slack.play((request) => {
      const isFirst = (request.json as Post | null)?.channel === 'C1';
      if (!isFirst || failures === 0) return answer(request);
      failures -= 1;
      return { status: 503 };
    });
    await run(0);
    expect(channels()).toEqual(['C1', 'C2']);
    await run(1);
    expect(channels()).toEqual(['C1', 'C1', 'C2']);
    const entries = await log();
    expect(entries.map(({ outcome }) => outcome)).toEqual(['Success', 'Success']);
    expect(entries.map(({ attempts }) => attempts.length).toSorted()).toEqual([1, 2]);
  });

  it('comes after a downtime of ten minutes, and not of more', async () => {
    await connect();
    await run(10);
    expect(posts()).toHaveLength(1);
    nine += week;
    await run(11);
    expect(posts()).toHaveLength(1);
  });

  it('that was stored and not begun for more than ten minutes is left out, and the log says why', async () => {
    await connect();
    at(0);
    await app.app.jobs.runAll((task) => task === 'on-call-reminders');
    await run(11);
    expect(posts()).toEqual([]);
    expect(await log()).toMatchObject([
      {
        outcome: 'Dropped',
        description: 'On-call reminder in C1: It could not be sent within ten minutes of its time.',
      },
    ]);
  });

  it('is not repeated on the day when its time is changed, but where somebody sends it again', async () => {
    await connect();
    await run(0);
    const { body } = await app.api.get(`/outbound-integration/${integrationId}`);
    const put = await app.api.put(`/outbound-integration/${integrationId}`, {
      ...body,
      slackSettings: {
        ...(body.slackSettings as object),
        onCallReminderScheduleSettings: { ...on, runTime: '09:30' },
      },
    });
    expect(put.status, put.text).toBe(200);
    await run(30);
    expect(posts()).toHaveLength(1);
    const id = (await log())[0]?.id;
    const again = await app.api.post(`/outbound-integration/${integrationId}/logs/${id}/resend`);
    expect(again.status, again.text).toBe(200);
    await run(31);
    expect(posts()).toHaveLength(2);
    expect(await log()).toMatchObject([{ outcome: 'Success' }, { outcome: 'Success' }]);
  });

  it('comes once in nights in which the clock changes', async () => {
    await connect({ onCallReminderScheduleSettings: { runTime: '02:30', daysOfWeek: ['sun'] } });
    const counts: number[] = [];
    for (const moment of [
      '2026-10-25T00:29:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      '2027-03-28T00:59:00Z',
      '2027-03-28T01:00:00Z',
      '2027-03-28T01:30:00Z',
    ]) {
      app.clock.set(moment);
      await app.app.jobs.runAll();
      counts.push(posts().length);
    }
    expect(counts).toEqual([0, 1, 1, 1, 2, 2]);
  });
});

describe('the time of a reminder', () => {
  function due(runTime: string, from: string, until: string, zone = 'Europe/Berlin') {
    const slackSettings = {
      botToken: 'x',
      selectedChannelIds: ['C1'],
      onCallReminderScheduleSettings: { runTime, daysOfWeek: ['sun' as const] },
    };
    // as: only these members say when it is.
    const wire = { isPaused: false, slackSettings } as OutboundIntegrationWire;
    return dueReminder(wire, zone, new Date(from), new Date(until));
  }

  it('that the clock skips is the moment of the skip', () => {
    const found = due('02:30', '2026-03-29T00:55:00Z', '2026-03-29T01:05:00Z');
    expect(found).toMatchObject({ at: new Date('2026-03-29T01:00:00Z'), day: '2026-03-29' });
    expect(due('02:30', '2026-03-29T01:00:01Z', '2026-03-29T02:00:00Z')).toBeNull();
  });

  it('that the clock shows twice is the first', () => {
    const found = due('02:30', '2026-10-25T00:25:00Z', '2026-10-25T00:35:00Z');
    expect(found).toMatchObject({ at: new Date('2026-10-25T00:30:00Z'), day: '2026-10-25' });
    expect(due('02:30', '2026-10-25T01:25:00Z', '2026-10-25T01:35:00Z')).toBeNull();
  });

  it('belongs to its day, also when midnight passes before somebody looks', () => {
    const found = due('23:55', '2026-05-03T21:53:00Z', '2026-05-03T22:03:00Z');
    expect(found).toMatchObject({ at: new Date('2026-05-03T21:55:00Z'), day: '2026-05-03' });
    expect(due('23:55', '2026-05-04T21:53:00Z', '2026-05-04T22:03:00Z')).toBeNull();
  });
});
