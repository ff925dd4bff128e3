import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inEnglish } from '../../openapi/texts/in-english.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let server: TestApp;
let smtp: FakeSmtpServer;
let team: StaffedTeam;
let integrationId: string;

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({ env: { TOCSIN_SMTP_URL: smtp.url } });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});
let count = 0;
beforeEach(async () => {
  server.clock.advance(600);
  count += 1;
  team = await staffTeam(server.api, 'Payments', [{ people: [`Ada${count}`] }]);
  integrationId = await makeIntegration(server, { teamId: team.id });
  await map(server, integrationId);
});

const inSeconds = (seconds: number) =>
  new Date(server.clock.now().getTime() + seconds * 1000).toISOString();

/** By the clock of the integration. */
const asSaid = (instant: string) => inEnglish.moment(new Date(instant), 'UTC', inEnglish.locale);

const bodyOf = (over: object = {}) => ({
  displayName: 'Migration',
  teamId: team.id,
  matchers: [{ name: 'Title', operator: 'contains', value: 'disk' }],
  start: inSeconds(-60),
  end: inSeconds(3600),
  ...over,
});
const silence = (over: object = {}) => server.api.make('/silence', bodyOf(over));

async function fire(over: object = {}): Promise<Record<string, unknown>> {
  const body = { status: 'Open', severity: 'Critical', title: 'disk is full', id: 'one', ...over };
  const answer = await send(server, integrationId, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await tell();
  return answer.body;
}

/** The jobs that end silences and tell people. */
const tell = () =>
  server.app.jobs.runAll((task) => /^(end-silences|unsnooze|alerting|send-\w+)$/.test(task));

/** Mails to the one on call. */
const mails = () => smtp.mails.filter(({ to_ }) => to_[0] === `ada${count}@example.com`).length;

async function history(id: unknown): Promise<string[]> {
  const { body } = await server.api.get(`/incident/search/${id}`);
  const events = body.events as { modification: { intent: string }; message: string | null }[];
  return events.map(({ modification, message }) => `${modification.intent}: ${message ?? ''}`);
}

/** Twice: what one task changes is told by another, which may have run before it. */
async function pass(seconds: number): Promise<void> {
  server.clock.advance(seconds);
  await tell();
  await tell();
}

describe('while it is active', () => {
  it('what opens and matches is there, says why, and tells nobody; everything else tells', async () => {
    await silence();
    const { incidentId, outcome } = await fire();
    expect(outcome).toBe('Opened');
    expect(mails()).toBe(0);
    expect(await history(incidentId)).toEqual([
      `Created: Muted by the silence “Migration” until ${asSaid(inSeconds(3600))}.`,
    ]);
    await fire({ title: 'network is down', id: 'two' });
    expect(mails()).toBe(1);
  });

  it.each([
    [
      'another operator',
      { matchers: [{ name: 'Title', operator: '!contains', value: 'disk' }] },
      1,
    ],
    ['severity by rank', { matchers: [{ name: 'Severity', operator: '<', value: 'Critical' }] }, 1],
    [
      'the same severity',
      { matchers: [{ name: 'severity', operator: '=', value: 'Critical' }] },
      0,
    ],
    [
      'the name of the integration',
      { matchers: [{ name: 'integration', operator: '!=', value: '' }] },
      0,
    ],
    [
      'one of two matchers',
      {
        matchers: [
          { name: 'Title', operator: 'contains', value: 'disk' },
          { name: 'Host', operator: '=', value: 'db-1' },
        ],
      },
      1,
    ],
    [
      'a silence that has not begun',
      { start: '2099-01-01T00:00:00Z', end: '2099-01-02T00:00:00Z' },
      1,
    ],
    ['a silence that is over', { start: '2020-01-01T00:00:00Z', end: '2020-01-02T00:00:00Z' }, 1],
  ])('%s', async (_, over, told) => {
    await silence(over);
    await fire();
    expect(mails()).toBe(told);
  });

  it('only incidents of its integrations and of its team', async () => {
    const other = await makeIntegration(server, { teamId: team.id });
    await silence({ matchers: null, integrationIds: [other] });
    await fire();
    expect(mails()).toBe(1);
    await silence({ matchers: null, integrationIds: [integrationId] });
    await fire({ id: 'two' });
    expect(mails()).toBe(1);
    const foreign = await server.api.make('/team', { displayName: 'Other' });
    await silence({ teamId: foreign });
    await pass(3700);
    await silence({ teamId: foreign });
    const before = mails();
    await fire({ id: 'three' });
    expect(mails()).toBe(before + 1);
  });

  it('an incident that was open before goes on as it was', async () => {
    const { incidentId } = await fire();
    await silence();
    await fire({ severity: 'Warning' });
    expect((await history(incidentId)).join()).not.toContain('silence');
  });
});

describe('when it ends', () => {
  const ends: [string, (id: string) => Promise<unknown>][] = [
    ['by itself', () => pass(3600)],
    ['by DELETE', (id) => server.api.delete(`/silence/${id}`)],
    ['by an earlier end', (id) => server.api.put(`/silence/${id}`, bodyOf({ end: inSeconds(-1) }))],
    [
      'by a later start',
      (id) => server.api.put(`/silence/${id}`, bodyOf({ start: inSeconds(1800) })),
    ],
  ];

  it.each(ends)('%s, what is open alerts and says so', async (_, end) => {
    const id = await silence();
    const { incidentId } = await fire();
    await end(id);
    await pass(5);
    expect(mails()).toBe(1);
    expect((await history(incidentId))[0]).toBe('Updated: The silence “Migration” is over.');
    await pass(60);
    expect(mails()).toBe(1);
  });

  it('what is acknowledged or resolved by then tells nobody', async () => {
    await silence();
    const acknowledged = await fire();
    await fire({ id: 'two' });
    await fire({ id: 'two', status: 'Resolved' });
    await server.api.patch(`/incident/${acknowledged.incidentId}`, {
      operations: { appendIntent: { intent: 'Investigated' } },
    });
    await pass(3700);
    expect(mails()).toBe(0);
  });

  it('what was resolved and is reopened later alerts: nothing stays muted', async () => {
    await silence();
    const { incidentId } = await fire();
    await fire({ status: 'Resolved' });
    await pass(3700);
    await server.api.patch(`/incident/${incidentId}`, {
      operations: { appendIntent: { intent: 'Unresolved' } },
    });
    await pass(1);
    expect(mails()).toBe(1);
  });

  it('a later end keeps what is muted muted', async () => {
    const id = await silence();
    await fire();
    await server.api.put(`/silence/${id}`, bodyOf({ end: inSeconds(7200) }));
    await pass(3700);
    expect(mails()).toBe(0);
    await pass(3600);
    expect(mails()).toBe(1);
  });

  it('an incident that a maintenance window muted, too, stays muted', async () => {
    await server.api.make('/inbound-integration-maintenance-windows', {
      integrationId,
      type: 'muted',
    });
    await silence();
    await fire();
    await pass(3700);
    expect(mails()).toBe(0);
  });
});

describe('that comes again', () => {
  /** By the clock of Berlin, from a minute ago on, for an hour each day. */
  const daily = () => {
    const now = Temporal.Instant.from(inSeconds(-60)).toZonedDateTimeISO('Europe/Berlin');
    const startsAt = now.toPlainDateTime().toString().slice(0, 16);
    return { rule: 'FREQ=DAILY', startsAt, minutes: 60, timeZoneId: 'Europe/Berlin' };
  };
  const years = (count: number) => inSeconds(count * 365 * 86_400);

  it('mutes in its times only, and what is open at the end of each alerts', async () => {
    const id = await silence({ recurrences: [daily()], end: years(9) });
    const { incidentId } = await fire();
    expect(mails()).toBe(0);
    const { nextEnd, isActive } = (await server.api.get(`/silence/${id}`)).body;
    expect(isActive).toBe(true);
    expect((await history(incidentId))[0]).toBe(
      `Created: Muted by the silence “Migration” until ${asSaid(String(nextEnd))}.`,
    );
    const next = await server.api.get(`/incident/search/${incidentId}/next`);
    expect(next.body).toMatchObject({ because: 'Silenced', until: nextEnd });
    await pass(3600);
    expect(mails()).toBe(1);
    expect((await history(incidentId))[0]).toBe('Updated: The silence “Migration” is over.');
    await fire({ id: 'between' });
    expect(mails()).toBe(2);
    await pass(23 * 3600);
    const before = mails();
    await fire({ id: 'the next day' });
    expect(mails()).toBe(before);
  });

  it('is done where its end says so, also within a time', async () => {
    const id = await silence({ recurrences: [daily()], end: inSeconds(600) });
    expect((await server.api.get(`/silence/${id}`)).body.nextEnd).toBe(inSeconds(600));
    await fire();
    await pass(600);
    expect(mails()).toBe(1);
    expect((await server.api.get(`/silence/${id}`)).body).toMatchObject({
      isActive: false,
      nextStart: null,
      nextEnd: null,
    });
  });

  it.each([
    ['an unknown zone', { timeZoneId: 'Europe/Nowhere' }, 'timeZoneId'],
    ['a day that does not exist', { startsAt: '2026-02-30T02:00' }, 'startsAt'],
    ['no rule', { rule: 'every Sunday' }, 'rule'],
    ['a rule of times of day', { rule: 'FREQ=HOURLY' }, 'rule'],
    ['a rule that names no day', { rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }, 'rule'],
  ])('refuses %s', async (_, over, member) => {
    const recurrences = [{ ...daily(), ...over }];
    const { status, body } = await server.api.post('/silence', bodyOf({ recurrences }));
    expect([status, Object.keys(body.errors as object)]).toEqual([
      400,
      [`recurrences[0].${member}`],
    ]);
  });

  it('may not last for more than ten years', async () => {
    const over = { recurrences: [daily()], end: years(11) };
    const { status, body } = await server.api.post('/silence', bodyOf(over));
    expect([status, Object.keys(body.errors as object)]).toEqual([400, ['end']]);
  });
});

describe('one that opens nothing', () => {
  const payloadOf = async (id: unknown) =>
    (await server.api.get(`/inbound-integration/${integrationId}/payloads/${id}`)).body;

  it('keeps the payload with its reason, lets what is open go on, and is over at its end', async () => {
    const open = await fire({ title: 'disk is open' });
    // One that mutes matches first: that nothing opens is said by the other.
    await silence({ displayName: 'Muting' });
    await silence({ effect: 'openNothing' });
    const kept = await fire({ id: 'two' });
    expect(kept).toMatchObject({ outcome: 'Silenced', incidentId: null });
    const reason = `The silence “Migration” lets no new incident open until ${asSaid(inSeconds(3600))}.`;
    expect(await payloadOf(kept.payloadId)).toMatchObject({
      outcome: 'Silenced',
      reason,
      decisions: expect.arrayContaining([expect.objectContaining({ step: 'silence' })]),
    });
    expect(await fire()).toMatchObject({ outcome: 'Updated', incidentId: open.incidentId });
    expect(await fire({ status: 'Resolved' })).toMatchObject({ outcome: 'Resolved' });
    expect(await fire({ title: 'network is down', id: 'three' })).toMatchObject({
      outcome: 'Opened',
    });
    server.clock.advance(3600);
    expect(await fire({ id: 'two' })).toMatchObject({ outcome: 'Opened' });
  });

  it('mutes only what says that a payload cannot be read', async () => {
    await silence({
      effect: 'openNothing',
      matchers: null,
      integrationIds: [integrationId],
    });
    const unread = await fire({ status: 'what' });
    expect(unread.outcome).toBe('Failed');
    expect(unread.incidentId).not.toBeNull();
    expect(mails()).toBe(0);
  });
});

it('one that is inverted is active outside of its times, and over when one begins', async () => {
  const inHours = (hours: number) => inSeconds(hours * 3600);
  const working = { rule: 'FREQ=DAILY', startsAt: inHours(1).slice(0, 16), minutes: 60 };
  const id = await silence({
    recurrences: [{ ...working, timeZoneId: 'UTC' }],
    inverted: true,
    end: inHours(100),
  });
  const { incidentId } = await fire();
  expect(await history(incidentId)).toHaveLength(1);
  expect(mails()).toBe(0);
  await pass(3600);
  expect(mails()).toBe(1);
  await fire({ id: 'two' });
  expect(mails()).toBe(2);
  server.clock.advance(3600);
  expect((await server.api.get(`/silence/${id}`)).body).toMatchObject({
    isActive: true,
    nextStart: new Date(Date.parse(`${working.startsAt}Z`) + 3_600_000).toISOString(),
  });
  await fire({ id: 'three' });
  expect(mails()).toBe(2);
});

describe('/silence', () => {
  const refused: [string, object, string][] = [
    ['nothing to match', { matchers: [] }, 'matchers'],
    ['an end before its start', { end: '2020-01-01T00:00:00Z' }, 'end'],
    ['more than a year', { start: '2026-01-01T00:00:00Z', end: '2027-01-03T00:00:00Z' }, 'end'],
    ['a month 13', { start: '2026-13-01T00:00:00Z' }, 'start'],
    ['to be active outside of nothing', { inverted: true }, 'inverted'],
    [
      'times around which nothing is left',
      {
        inverted: true,
        recurrences: [
          { rule: 'FREQ=DAILY', startsAt: '2020-01-01T00:00', minutes: 1440, timeZoneId: 'UTC' },
        ],
      },
      'inverted',
    ],
  ];
  it.each(refused)('refuses %s', async (_, over, field) => {
    const answer: ApiAnswer = await server.api.post('/silence', bodyOf(over));
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveProperty([field]);
  });

  it('refuses integrations of another team', async () => {
    const other = await server.api.make('/team', { displayName: 'Other' });
    const { status, text } = await server.api.post(
      '/silence',
      bodyOf({ teamId: other, integrationIds: [integrationId] }),
    );
    expect([status, text]).toEqual([400, expect.stringContaining('belongs to another team')]);
  });

  it('says who made it and whether it is active', async () => {
    const id = await silence();
    const made = (await server.api.get(`/silence/${id}`)).body;
    expect(made).toMatchObject({ isActive: true, createdById: expect.any(String) });
    server.clock.advance(3600);
    expect((await server.api.get(`/silence/${id}`)).body.isActive).toBe(false);
  });
});

it('the decisions of the payload say so', async () => {
  await silence();
  const { payloadId } = await fire();
  const payload = await server.api.get(
    `/inbound-integration/${integrationId}/payloads/${payloadId}`,
  );
  expect(payload.text).toContain('The silence “Migration” mutes a new incident');
});
