import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { coverRequestKind } from '../../src/on-call/cover-request-kind.ts';
import { overrideKind } from '../../src/on-call/overrides.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';

interface Person {
  id: string;
  api: ApiClient;
}

let server: TestApp;
let smtp: FakeSmtpServer;
let teamId: string;
let scheduleId: string;
let ada: Person;
let bo: Person;
let kim: Person;
let boss: Person;

const day = (date: number) => `2026-05-${String(date).padStart(2, '0')}T00:00:00.000Z`;

beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({ clock: day(4), env: { TOCSIN_SMTP_URL: smtp.url } });
  teamId = await server.api.make('/team', { displayName: 'Payments' });
  const member = { teams: { [teamId]: 'Member' as const } };
  ada = await makePerson(server, member);
  bo = await makePerson(server, member);
  kim = await makePerson(server, member);
  boss = await makePerson(server, { teams: { [teamId]: 'Administrator' } });
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
});

let count = 0;
/** Ada on the 4th, Bo on the 5th, Kim on the 6th, Ada on the 7th, and so on. */
beforeEach(async () => {
  server.clock.set(new Date(day(4)));
  count += 1;
  scheduleId = await server.api.make('/on-call-schedule', {
    displayName: `Primary ${count}`,
    teamId,
    timeZoneId: 'UTC',
    layers: [
      {
        turns: { every: 1, unit: 'days', from: day(4) },
        groups: [ada, bo, kim].map(({ id }) => ({ userIds: [id] })),
      },
    ],
  });
});

const shift = (date: number) => ({ start: day(date), end: day(date + 1) });
const asks = (more: object = {}) => ({ scheduleId, userId: ada.id, ...shift(7), ...more });
async function ask(more: object = {}, by = ada): Promise<string> {
  const { body, status, text } = await by.api.post('/cover-request', asks(more));
  expect(status, text).toBe(200);
  return String(body.id);
}
const answer = (by: Person, id: string, verb: string, body: object = {}) =>
  by.api.post(`/cover-request/${id}/${verb}`, verb === 'withdraw' ? undefined : body);
async function onCall(date: number): Promise<unknown[]> {
  const at = `2026-05-${String(date).padStart(2, '0')}T12:00:00Z`;
  const { body } = await server.api.get(`/on-call-schedule/${scheduleId}/on-call?Timestamp=${at}`);
  return (body.people as { user: { id: string } }[]).map(({ user }) => user.id);
}
const look = (...tasks: string[]) => server.app.jobs.runAll((task) => tasks.includes(task));

describe('a cover request', () => {
  it('gives the shift to who accepts, and back as if nobody had asked', async () => {
    const id = await ask({ askedUserIds: [kim.id, bo.id], message: 'My sister comes' });
    expect((await answer(ada, id, 'accept')).text).toContain('Only who was asked answers');
    const accepted = await answer(kim, id, 'accept');
    expect(accepted.body).toMatchObject({
      state: 'accepted',
      acceptedBy: kim.id,
      answers: [{ userId: kim.id, answer: 'accepted', at: day(4) }],
    });
    expect(await onCall(7)).toEqual([kim.id]);
    // Pressed twice.
    expect((await answer(kim, id, 'accept')).status).toBe(200);
    expect((await answer(bo, id, 'accept')).text).toMatch(/^.*accepted this request already/);
    const { body: list } = await ada.api.get(
      `/on-call-override/search/list?ScheduleId=${scheduleId}`,
    );
    const [override] = list.onCallOverrides as { id: string }[];
    const removed = await boss.api.delete(`/on-call-override/${override?.id}`);
    expect(removed.text).toContain(`belongs to the cover request ${id}`);
    expect((await answer(bo, id, 'withdraw')).status).toBe(403);
    expect((await answer(kim, id, 'withdraw')).body).toMatchObject({ state: 'withdrawn' });
    expect([await onCall(7), (await answer(ada, id, 'withdraw')).status]).toEqual([[ada.id], 409]);
  });

  it('exchanges both of a swap, in the tiers of a team as in a schedule', async () => {
    const gives = [shift(5)];
    const id = await ask({ kind: 'swap', gives, askedUserIds: [bo.id] });
    await answer(bo, id, 'accept');
    expect([await onCall(5), await onCall(7)]).toEqual([[ada.id], [bo.id]]);

    const { body } = await server.api.get(
      `/team-membership/search?UserId=${ada.id}&TeamId=${teamId}`,
    );
    const tier = { schedules: [{ rotations: [{ members: [{ teamMembershipId: body.id }] }] }] };
    await server.api.make('/team-escalations', { teamId, escalationTiers: [tier, tier] });
    const ofTeam = await ask({ scheduleId: null, teamId, tier: 2 });
    expect((await answer(kim, ofTeam, 'accept')).status).toBe(200);
    const { text } = await server.api.get(
      `/on-call-override/search/list?UserId=${ada.id}&TeamId=${teamId}`,
    );
    expect(JSON.parse(text).onCallOverrides).toMatchObject([
      { type: 'offline', escalationTier: 2, replacementUserIds: [kim.id], ...shift(7) },
    ]);
    await answer(ada, ofTeam, 'withdraw');
  });

  it('is won by exactly one of those who accept at once', async () => {
    const id = await ask();
    const answers = await Promise.all([bo, kim].map((one) => answer(one, id, 'accept')));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = answers.find(({ status }) => status === 200);
    expect(await onCall(7)).toEqual([winner?.body.acceptedBy]);
  });

  it('ends when all have declined, and when nobody answers in time', async () => {
    const id = await ask();
    expect((await answer(bo, id, 'decline')).body).toMatchObject({ state: 'open' });
    expect((await answer(kim, id, 'decline')).body).toMatchObject({ state: 'declined' });
    expect((await answer(kim, id, 'accept')).text).toContain('has declined this request');
    const late = await ask({ expiresAt: day(5) });
    server.clock.set(new Date(day(5)));
    expect((await answer(bo, late, 'accept')).text).toContain('too late');
    await look('cover-requests');
    const { body } = await ada.api.get(`/cover-request/${late}`);
    expect(body.state).toBe('expired');
  });

  it('is given back by the two until the shift begins, later by administrators', async () => {
    const id = await ask();
    await answer(kim, id, 'accept');
    server.clock.set(new Date('2026-05-07T06:00:00.000Z'));
    expect((await answer(ada, id, 'withdraw')).text).toContain('The shift has begun');
    expect((await answer(boss, id, 'withdraw')).status).toBe(200);
  });

  it('says what cannot be asked', async () => {
    const refused = async (more: object) => (await ada.api.post('/cover-request', asks(more))).text;
    expect(await refused(shift(8))).toContain('is not on call between');
    expect(await refused({ kind: 'swap' })).toContain('given in return');
    expect(await refused({ gives: [shift(5)] })).toContain('is for swaps only');
    expect(await refused({ kind: 'swap', gives: [shift(7)] })).toContain('must not overlap');
    expect(await refused({ expiresAt: day(4) })).toContain('must be in the future');
    expect(await refused({ askedUserIds: [ada.id] })).toContain('ask somebody else');
    expect(await refused({ kind: 'swap', gives: [shift(6)], askedUserIds: [bo.id] })).toContain(
      'is not on call between',
    );
    expect(await refused({ teamId })).toContain('either a team or a schedule');
    const layers = [{ groups: [{ userIds: [ada.id] }] }];
    const alone = await server.api.make('/on-call-schedule', {
      ...{ displayName: `Alone ${count}`, teamId, timeZoneId: 'UTC', layers },
    });
    expect(await refused({ scheduleId: alone })).toContain('name whom to ask');
    await answer(ada, await ask({ scheduleId: alone, askedUserIds: [bo.id] }), 'withdraw');
    const others = await ada.api.post('/cover-request', asks({ userId: bo.id, ...shift(5) }));
    expect(others.status).toBe(403);
  });

  it('survives the end of the process between the acceptance and what follows from it', async () => {
    const id = await ask();
    await answer(kim, id, 'accept');
    const { store } = server.app.world;
    const overrides = overrideKind.model(store).collection;
    const requests = coverRequestKind.model(store).collection;
    const [made] = await overrides.find({ 'lookup.coverRequestId': id }).toArray();
    // As it is stored when nothing was done after the write of the state.
    await overrides.deleteMany({ 'lookup.coverRequestId': id });
    const undone = { 'internal.todo': ['overrides'], 'lookup.todo': ['overrides'] };
    await requests.updateOne({ _id: id as never }, { $set: undone });
    expect(await onCall(7)).toEqual([ada.id]);
    await look('cover-requests');
    expect(await onCall(7)).toEqual([kim.id]);
    // Made by who accepted, a moment after it was withdrawn.
    await answer(ada, id, 'withdraw');
    await overrides.insertOne(made as never);
    server.clock.advance(60);
    await look('cover-requests');
    expect(await onCall(7)).toEqual([ada.id]);
    expect(await requests.findOne({ _id: id as never, 'lookup.todo': 'overrides' })).toBeNull();
  });

  it('ends, and says why, where it was accepted and can no longer be carried out', async () => {
    const { body: membership } = await server.api.get(
      `/team-membership/search?UserId=${ada.id}&TeamId=${teamId}`,
    );
    const member = { teamMembershipId: membership.id };
    const tier = { schedules: [{ rotations: [{ members: [member] }] }] };
    await server.api.make('/team-escalations', { teamId, escalationTiers: [tier] });
    const id = await ask({ scheduleId: null, teamId, askedUserIds: [kim.id] });
    await answer(kim, id, 'accept');
    // The process ends between the two writes, and the team follows a policy by then.
    const { store } = server.app.world;
    await overrideKind.model(store).collection.deleteMany({ 'lookup.coverRequestId': id });
    const undone = { 'internal.todo': ['overrides'], 'lookup.todo': ['overrides'] };
    const requests = coverRequestKind.model(store).collection;
    await requests.updateOne({ _id: id as never }, { $set: undone });
    const policy = await server.api.make('/escalation-policy', {
      ...{ displayName: 'Default', teamId, isDefault: true },
      steps: [{ afterMinutes: 0, targets: [{ userId: ada.id }] }],
    });
    await look('cover-requests');
    expect((await ada.api.get(`/cover-request/${id}`)).body.state).toBe('withdrawn');
    await look('tell-cover-requests');
    for (const { id: userId } of [ada, kim]) {
      const log = await server.api.get(`/notification-log/search/list?UserId=${userId}`);
      const because = (log.body.notificationLogs as { because: string }[]).map(
        (one) => one.because,
      );
      expect(because.filter((one) => one.endsWith('did not change hands'))).toHaveLength(1);
    }
    server.clock.advance(60);
    await look('cover-requests');
    expect(await requests.findOne({ _id: id as never, 'lookup.todo': 'overrides' })).toBeNull();
    await server.api.delete(`/escalation-policy/${policy}`);
    await server.api.delete(`/team-escalations/${teamId}`);
  });

  it('is kept as long as what was told of it, and its overrides longer', async () => {
    const id = await ask({ askedUserIds: [kim.id] });
    await answer(kim, id, 'accept');
    const left = async () => {
      const path = `/on-call-override/search/list?ScheduleId=${scheduleId}`;
      const { onCallOverrides } = (await server.api.get(path)).body as {
        onCallOverrides: object[];
      };
      return [(await server.api.get(`/cover-request/${id}`)).status, onCallOverrides.length];
    };
    server.clock.advance(368 * 86_400);
    await look('cover-requests-retention');
    expect(await left()).toEqual([200, 1]);
    server.clock.advance(2 * 86_400);
    await look('cover-requests-retention');
    expect(await left()).toEqual([404, 1]);
  });

  it('asks by a link that changes nothing until its button is pressed, and tells how it ended', async () => {
    const id = await ask({ askedUserIds: [bo.id], message: 'My <sister> comes' });
    await look('tell-cover-requests');
    await look('tell-cover-requests');
    await server.app.jobs.runAll();
    const mails = smtp.mails.filter(({ text }) => /\/a\/[\w-]+\/cover/.test(text ?? ''));
    expect(mails).toHaveLength(1);
    const [, path = ''] = /(\/a\/[\w-]+\/cover)/.exec(mails[0]?.text ?? '') ?? [];
    const page = async (method: string, under = '') => {
      const got = await fetch(`${server.app.url}${path}${under}`, { method });
      return { status: got.status, text: await got.text() };
    };
    for (const method of ['GET', 'HEAD', 'GET']) await page(method);
    expect((await page('GET', '/accept')).status).toBe(405);
    const shown = await page('GET');
    expect(shown.text).toContain('My &lt;sister&gt; comes');
    expect(shown.text).toContain('action="cover/accept"');
    expect((await ada.api.get(`/cover-request/${id}`)).body.state).toBe('open');
    const told = async () => {
      const log = await server.api.get(`/notification-log/search/list?UserId=${ada.id}`);
      const logs = log.body.notificationLogs as { because: string }[];
      return logs.filter(({ because }) => because.endsWith('takes your shift')).length;
    };
    const before = await told();
    const done = await page('POST', '/accept');
    expect(done.text).toContain('You take the shift');
    expect(done.text).not.toContain('<button');
    expect(await onCall(7)).toEqual([bo.id]);
    expect((await page('POST', '/decline')).text).toContain('You take the shift');
    await look('tell-cover-requests');
    expect(await told()).toBe(before + 1);
    await server.api.delete(`/user/${bo.id}`);
    expect((await page('GET')).status).toBe(404);
    expect([await onCall(7), (await ada.api.get(`/cover-request/${id}`)).status]).toEqual([
      [ada.id],
      404,
    ]);
  });
});
