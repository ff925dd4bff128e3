import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makePerson } from '../support/keys.ts';

const now = '2026-05-04T10:00:00.000Z';

interface Person {
  id: string;
  api: TestApp['api'];
}

let server: TestApp;
let teamId: string;
let ada: Person;
let bo: Person;
let kim: Person;
let outsider: Person;
beforeAll(async () => {
  server = await startTestApp({ clock: now });
  teamId = await server.api.make('/team', { displayName: 'Payments' });
  const elsewhere = await server.api.make('/team', { displayName: 'Database' });
  ada = await makePerson(server, { teams: { [elsewhere]: 'Member' } });
  bo = await makePerson(server, { teams: { [elsewhere]: 'Member' } });
  kim = await makePerson(server, { teams: { [elsewhere]: 'Member' } });
  outsider = await makePerson(server, { teams: { [elsewhere]: 'Member' } });
});
afterAll(() => server?.stop());

let count = 0;
let scheduleId: string;
/** Ada by day and night; Bo beside her at night; Kim in a turn that never comes. */
beforeEach(async () => {
  count += 1;
  scheduleId = await server.api.make('/on-call-schedule', {
    displayName: `Primary ${count}`,
    teamId,
    timeZoneId: 'UTC',
    layers: [
      { id: 'all', groups: [{ userIds: [ada.id] }] },
      {
        id: 'nights',
        hours: [{ fromDay: 'tue', from: '20:00', untilDay: 'wed', until: '06:00' }],
        groups: [{ userIds: [bo.id] }],
      },
      { id: 'later', startsAt: '2036-01-01T00:00:00Z', groups: [{ userIds: [kim.id] }] },
    ],
  });
});

const time = { start: '2026-05-05T21:00:00Z', end: '2026-05-05T23:00:00Z' };
const during = '2026-05-05T22:00:00Z';
const override = (more: object) => ({
  userId: ada.id,
  scheduleId,
  type: 'offline',
  ...time,
  ...more,
});
const make = (more: object) => server.api.make('/on-call-override', override(more));

async function onCall(at = during): Promise<{ id: string; why: string[] }[]> {
  const { body } = await server.api.get(`/on-call-schedule/${scheduleId}/on-call?Timestamp=${at}`);
  type Shown = { user: { id: string }; reasons: { kind: string }[] };
  return (body.people as Shown[]).map(({ user, reasons }) => ({
    id: user.id,
    why: reasons.map(({ kind }) => kind),
  }));
}
const ids = async (at?: string) => (await onCall(at)).map(({ id }) => id);

describe('an override of a schedule', () => {
  it('gives the place of somebody to who stands in, only within its layers', async () => {
    await make({ replacementUserIds: [kim.id] });
    expect(await onCall()).toEqual([
      { id: kim.id, why: ['layer', 'override'] },
      { id: bo.id, why: ['layer'] },
    ]);
    await make({ userId: bo.id, layerIds: ['all'] });
    expect(await ids()).toEqual([kim.id, bo.id]);
    await make({ userId: bo.id, layerIds: ['nights'] });
    expect(await ids()).toEqual([kim.id]);
    expect(await ids('2026-05-05T23:30:00Z')).toEqual([ada.id, bo.id]);
  });

  it('adds somebody, or leaves only them', async () => {
    await make({ userId: kim.id, type: 'online' });
    expect(await ids()).toEqual([ada.id, bo.id, kim.id]);
    await make({ userId: outsider.id, type: 'online', mode: 'replace', layerIds: ['nights'] });
    expect(await ids()).toEqual([ada.id, kim.id, outsider.id]);
    await make({ userId: outsider.id, type: 'online', mode: 'replace' });
    expect(await ids()).toEqual([outsider.id]);
  });

  it('is about no team, not even the one that owns the schedule', async () => {
    const before = (await server.api.get(`/on-call?TeamIds=${teamId}&Timestamp=${during}`)).body;
    await make({ userId: kim.id, type: 'online' });
    const after = (await server.api.get(`/on-call?TeamIds=${teamId}&Timestamp=${during}`)).body;
    expect(after).toEqual(before);
    const query = new URLSearchParams({ TeamId: teamId });
    const { body } = await server.api.get(`/on-call-override/search/list?${query}`);
    expect(body.onCallOverrides).toEqual([]);
    const timeline = await server.api.get(
      `/on-call/timeline?TeamIds=${teamId}&Start=2026-05-05T00:00:00Z&End=2026-05-06T00:00:00Z`,
    );
    expect(timeline.body).toMatchObject({ teams: [{ overrides: [] }] });
  });

  it('is kept when a client that does not know of schedules sends it back', async () => {
    const id = await make({ userId: bo.id, layerIds: ['nights'] });
    const original = { userId: bo.id, teamId: null, type: 'offline', ...time };
    const answer = await server.api.put(`/on-call-override/${id}`, original);
    expect(answer.body).toMatchObject({ scheduleId, layerIds: ['nights'], teamId: null });
    expect(await ids()).toEqual([ada.id]);
    // A layer that is gone stands in the way of no other change.
    const schedule = (await server.api.get(`/on-call-schedule/${scheduleId}`)).body;
    const layers = (schedule.layers as { id: string }[]).filter((layer) => layer.id !== 'nights');
    await server.api.put(`/on-call-schedule/${scheduleId}`, { ...schedule, layers });
    expect((await server.api.put(`/on-call-override/${id}`, original)).status).toBe(200);
  });

  it.each([
    ['a team, too', () => ({ teamId }), 'teamId'],
    ['a tier', () => ({ escalationTier: 1 }), 'escalationTier'],
    ['a mode of an absence', () => ({ mode: 'add' }), 'mode'],
    ['layers of an extra duty', () => ({ type: 'online', layerIds: ['all'] }), 'layerIds'],
    ['a layer that is not there', () => ({ layerIds: ['days'] }), 'layerIds'],
    ['no schedule, but layers', () => ({ scheduleId: null, layerIds: ['all'] }), 'layerIds'],
    [
      'no schedule, but in place of others',
      () => ({ scheduleId: null, type: 'online', mode: 'replace' }),
      'mode',
    ],
    ['a schedule that is not there', () => ({ scheduleId: crypto.randomUUID() }), 'scheduleId'],
  ])('is refused with %s', async (_, more, member) => {
    const { status, body } = await server.api.post('/on-call-override', override(more()));
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(member);
  });

  it('is seen by who sees the schedule, and changed by who changes it, or is off', async () => {
    const id = await make({ replacementUserIds: [kim.id] });
    expect((await outsider.api.get(`/on-call-override/${id}`)).status).toBe(200);
    const { body } = await outsider.api.get(
      `/on-call-override/search/list?ScheduleId=${scheduleId}`,
    );
    expect(body).toMatchObject({ onCallOverrides: [{ id, teamId: null, scheduleId }] });
    expect((await outsider.api.delete(`/on-call-override/${id}`)).status).toBe(403);
    expect((await outsider.api.post('/on-call-override', override({}))).status).toBe(403);
    expect((await ada.api.post('/on-call-override', override({}))).status).toBe(200);
    expect((await ada.api.delete(`/on-call-override/${id}`)).status).toBe(200);
    // Whoever has no part in the organization's teams sees neither.
    const blind = server.as(await makeKey(server, { teamIds: [] }));
    expect((await blind.get(`/on-call-override/search?ScheduleId=${scheduleId}`)).status).not.toBe(
      200,
    );
  });

  it('goes with its schedule', async () => {
    const id = await make({});
    expect((await server.api.delete(`/on-call-schedule/${scheduleId}`)).status).toBe(200);
    expect((await server.api.get(`/on-call-override/${id}`)).status).toBe(404);
  });
});

describe('a shift of a schedule', () => {
  const shift = (more: object = {}) => ({ scheduleId, userId: ada.id, ...time, ...more });

  it('is taken by whom the schedule names, and given back by one deletion', async () => {
    const taken = await kim.api.post('/on-call/take-shift', shift());
    expect(taken.status).toBe(200);
    expect(await ids()).toEqual([kim.id, bo.id]);
    expect((await bo.api.post('/on-call/take-shift', shift())).status).toBe(400);
    expect((await kim.api.delete(`/on-call-override/${taken.body.id}`)).status).toBe(200);
    expect(await ids()).toEqual([ada.id, bo.id]);
  });

  it('is taken by nobody else, but given to anybody by an administrator', async () => {
    expect((await outsider.api.post('/on-call/take-shift', shift())).status).toBe(400);
    const given = shift({ replacementUserId: outsider.id });
    expect((await kim.api.post('/on-call/take-shift', given)).status).toBe(403);
    expect((await server.api.post('/on-call/take-shift', given)).status).toBe(200);
    expect(await ids()).toEqual([outsider.id, bo.id]);
  });

  it('is one of somebody who has it, and of a schedule without tiers', async () => {
    const { api } = kim;
    expect((await api.post('/on-call/take-shift', shift({ userId: kim.id }))).status).toBe(400);
    expect((await api.post('/on-call/take-shift', shift({ userId: outsider.id }))).status).toBe(
      400,
    );
    expect((await api.post('/on-call/take-shift', shift({ tier: 1 }))).status).toBe(400);
    expect((await api.post('/on-call/take-shift', shift({ teamId }))).status).toBe(400);
  });
});

describe('the past of a schedule', () => {
  it('is told by its own settings, overrides and days by hand', async () => {
    const id = await make({ replacementUserIds: [kim.id] });
    const byHand = await server.api.make('/temporary-schedule', {
      scheduleId,
      start: '2026-05-06T00:00:00Z',
      end: '2026-05-07T00:00:00Z',
      shifts: [{ userIds: [bo.id], start: '2026-05-06T00:00:00Z', end: '2026-05-07T00:00:00Z' }],
    });
    await server.app.jobs.runAll((task) => task === 'on-call-versions');
    server.clock.advance(4 * 86_400);
    const timeline = async () =>
      (
        await server.api.get(
          `/on-call-schedule/${scheduleId}/timeline?Start=2026-05-05T12:00:00Z&End=2026-05-08T00:00:00Z`,
        )
      ).body;
    const before = await timeline();
    const schedule = (await server.api.get(`/on-call-schedule/${scheduleId}`)).body;
    await server.api.put(`/on-call-schedule/${scheduleId}`, {
      ...schedule,
      layers: [{ id: 'new', groups: [{ userIds: [kim.id] }] }],
    });
    await server.api.delete(`/on-call-override/${id}`);
    await server.api.delete(`/temporary-schedule/${byHand}`);
    await server.app.jobs.runAll((task) => task === 'on-call-versions');
    const { shifts, gaps } = await timeline();
    expect({ shifts, gaps }).toEqual({ shifts: before.shifts, gaps: before.gaps });
    expect(await ids(during)).toEqual([kim.id, bo.id]);
    expect(await ids(server.clock.now().toISOString())).toEqual([kim.id]);
  });

  it('has an override that was moved to it from then on', async () => {
    const other = await server.api.make('/on-call-schedule', {
      ...{ displayName: `Other ${count}`, teamId, timeZoneId: 'UTC' },
      layers: [{ groups: [{ userIds: [ada.id] }] }],
    });
    const days = { start: '2026-05-06T00:00:00Z', end: '2026-05-07T00:00:00Z' };
    const body = override({ ...days, replacementUserIds: [kim.id] });
    const path = `/on-call-override/${await server.api.make('/on-call-override', body)}`;
    server.clock.set('2026-05-06T12:00:00Z');
    expect((await server.api.put(path, { ...body, scheduleId: other })).status).toBe(200);
    server.clock.set('2026-05-08T00:00:00Z');
    const [morning, evening] = ['2026-05-06T11:00:00Z', '2026-05-06T13:00:00Z'];
    expect([await ids(morning), await ids(evening)]).toEqual([[kim.id], [ada.id]]);
    scheduleId = other;
    expect([await ids(morning), await ids(evening)]).toEqual([[ada.id], [kim.id]]);
  });
});

describe('the calendar of a schedule', () => {
  const textOf = async (given: object, { api }: Pick<Person, 'api'> = server) => {
    const { status, body } = await api.post('/on-call/calendar', given);
    expect(status).toBe(200);
    const { pathname } = new URL(body.url as string);
    return (await (await fetch(`${server.app.url}${pathname}`)).text()).replaceAll('\r\n ', '');
  };

  it('shows everybody with the days by hand, and their own to each', async () => {
    await make({ replacementUserIds: [kim.id] });
    const all = await textOf({ scheduleId });
    expect(all).toContain(`Primary ${count}`);
    expect(all).toContain('DTSTART:20260505T210000Z');
    const settings = { calendarPublishingSettings: { isPublished: true } };
    const { body: user } = await server.api.get(`/user/${kim.id}`);
    await server.api.put(`/user/${kim.id}`, { ...user, ...settings });
    const own = await textOf({ userId: kim.id });
    expect(own).toContain(`SUMMARY:On call: Primary ${count}`);
    expect((await outsider.api.post('/on-call/calendar', { scheduleId })).status).toBe(403);
    expect((await server.api.post('/on-call/calendar', { scheduleId, teamId })).status).toBe(400);
  });
});
