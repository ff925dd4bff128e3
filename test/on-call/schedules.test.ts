import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { scheduleRotas } from '../../src/on-call/index.ts';
import { peopleAt } from '../../src/rota/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import { makeKey, makeOrganization } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

let api: ApiClient;
let organizationId: string;
let teamId: string;
let ada: string;
let bo: string;
let kim: string;
beforeEach(async () => {
  const organization = await makeOrganization(server);
  api = organization.api;
  organizationId = organization.id;
  teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
  [ada, bo, kim] = (await Promise.all(
    ['ada', 'bo', 'kim'].map((name) =>
      api.make('/user', { displayName: name, email: `${name}-${organizationId}@example.com` }),
    ),
  )) as [string, string, string];
});

const weeks = () => ({
  id: 'weeks',
  turns: { every: 1, unit: 'weeks', from: '2026-03-02T09:10:00+01:00' },
  groups: [{ userIds: [ada] }, { userIds: [bo] }],
});
const nights = () => ({
  id: 'nights',
  level: 10,
  hours: [{ fromDay: 'mon', from: '22:20', untilDay: 'tue', until: '06:05' }],
  groups: [{ userIds: [kim] }],
});
/** The first weekend of each month. */
const monthly = { rule: 'FREQ=MONTHLY;BYDAY=1SA', startsAt: '2026-03-07T08:00', minutes: 2880 };

const body = (layers: object[], more: object = {}) => ({
  displayName: 'Payments primary',
  teamId,
  timeZoneId: 'Europe/Berlin',
  layers,
  ...more,
});
const make = (layers: object[]) => api.make('/on-call-schedule', body(layers));

interface Timeline {
  shifts: { userId: string; start: string; end: string; reasons: { kind: string; id: string }[] }[];
  gaps: { start: string; end: string }[];
  layers: { id: string; shifts: { userIds: string[] }[] }[];
  users: { id: string }[];
}
const timeline = async (id: string, Start: string, End: string) => {
  const query = new URLSearchParams({ Start, End });
  const answer = await api.get(`/on-call-schedule/${id}/timeline?${query}`);
  expect(answer.status).toBe(200);
  return answer.body as unknown as Timeline;
};

describe('a schedule', () => {
  it('says who is on call when and why, and every layer alone', async () => {
    const id = await make([weeks(), nights()]);
    const { shifts, gaps, layers, users } = await timeline(
      id,
      '2026-03-02T12:00:00Z',
      '2026-03-09T12:00:00Z',
    );
    expect(shifts.map((one) => [one.userId, one.start, one.reasons[0]?.id])).toEqual([
      [ada, '2026-03-02T12:00:00.000Z', 'weeks'],
      [kim, '2026-03-02T21:20:00.000Z', 'nights'],
      [ada, '2026-03-03T05:05:00.000Z', 'weeks'],
      [bo, '2026-03-09T08:10:00.000Z', 'weeks'],
    ]);
    expect(gaps).toEqual([]);
    expect(layers.map(({ shifts: own }) => own.length)).toEqual([2, 1]);
    expect(users.map((user) => user.id).sort()).toEqual([ada, bo, kim].sort());
  });

  it('says who is on call at a moment, and who is next', async () => {
    const id = await make([weeks(), nights()]);
    const answer = await api.get(
      `/on-call-schedule/${id}/on-call?Timestamp=${encodeURIComponent('2026-03-03T00:00:00Z')}`,
    );
    expect(answer.body).toMatchObject({
      people: [{ user: { id: kim }, reasons: [{ kind: 'layer', id: 'nights' }] }],
      next: { userIds: [ada], start: '2026-03-03T05:05:00.000Z' },
    });
  });

  it('follows an absence of a person in all teams, and passes over who is suspended or gone', async () => {
    const id = await make([weeks()]);
    await api.make('/on-call-override', {
      userId: ada,
      type: 'offline',
      start: '2030-03-05T00:00:00Z',
      end: '2030-03-06T00:00:00Z',
      replacementUserIds: [kim],
    });
    const told = async () => {
      const { shifts } = await timeline(id, '2030-03-05T12:00:00Z', '2030-03-05T13:00:00Z');
      return shifts.map(({ userId }) => userId);
    };
    const [first = ''] = await told();
    // Whoever has the turn, or stands in for it, leaves; somebody else has it then.
    expect([kim, bo]).toContain(first);
    expect((await api.delete(`/user/${first}`)).status).toBe(200);
    const after = await told();
    expect(after).not.toContain(first);
    if (first === bo) expect(after).toEqual([kim]);
  });

  it('is tried without being stored', async () => {
    const id = await make([weeks()]);
    const preview = (schedule: object) =>
      api.post('/on-call-schedule/preview', {
        id,
        start: '2026-03-03T00:00:00Z',
        end: '2026-03-04T00:00:00Z',
        schedule,
      });
    const answer = await preview(body([{ id: 'kim', groups: [{ userIds: [kim] }] }]));
    expect(answer.body).toMatchObject({ shifts: [{ userId: kim, reasons: [{ id: 'kim' }] }] });
    const { shifts } = await timeline(id, '2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z');
    expect(shifts.map(({ userId }) => userId)).toEqual([ada]);
    expect(
      (await preview(body([{ groups: [{ userIds: [ada] }, { userIds: [bo] }] }]))).status,
    ).toBe(400);
  });

  it('stands back while days are planned by hand, their holes included', async () => {
    const id = await make([weeks(), nights()]);
    const days = {
      scheduleId: id.toUpperCase(),
      start: '2026-03-03T00:00:00+01:00',
      end: '2026-03-04T00:00:00Z',
      shifts: [{ userIds: [bo], start: '2026-03-03T08:00:00Z', end: '2026-03-03T20:00:00Z' }],
    };
    const byHand = await api.make('/temporary-schedule', days);
    const told = () => timeline(id, '2026-03-02T22:00:00Z', '2026-03-04T06:00:00Z');
    const { shifts, gaps } = await told();
    expect(shifts.map(({ userId, reasons }) => [userId, reasons[0]])).toEqual([
      [kim, { kind: 'layer', id: 'nights' }],
      [bo, { kind: 'temporary', id: byHand }],
      [ada, { kind: 'layer', id: 'weeks' }],
    ]);
    expect(gaps.map(({ start }) => start)).toEqual([
      '2026-03-02T23:00:00.000Z',
      '2026-03-03T20:00:00.000Z',
    ]);
    // The newest of several counts.
    const newer = { ...days, shifts: [{ ...days.shifts[0], userIds: [kim] }], reason: 'Fair' };
    await api.make('/temporary-schedule', newer);
    expect((await told()).shifts.map(({ userId }) => userId)).toEqual([kim, kim, ada]);
    expect((await api.delete(`/on-call-schedule/${id}`)).status).toBe(200);
    expect((await api.get(`/temporary-schedule/${byHand}`)).status).toBe(404);
  });

  it.each([
    ['no time at all', { end: '2026-03-03T00:00:00Z' }, 'end'],
    ['a shift that begins before', { shift: { start: '2026-03-02T23:59:00Z' } }, 'shifts[0].start'],
    ['a shift that ends later', { shift: { end: '2026-03-04T00:01:00Z' } }, 'shifts[0].end'],
    ['a shift without anybody', { shift: { userIds: [] } }, 'userIds'],
    ['a schedule that is not there', { scheduleId: crypto.randomUUID() }, 'scheduleId'],
  ])(
    'cannot be planned by hand with %s',
    async (_, { shift = {}, ...given }: object & { shift?: object }, member) => {
      const time = { start: '2026-03-03T00:00:00Z', end: '2026-03-04T00:00:00Z' };
      const scheduleId = await make([weeks()]);
      const shifts = [{ userIds: [bo], ...time, ...shift }];
      const answer = await api.post('/temporary-schedule', {
        scheduleId,
        ...time,
        shifts,
        ...given,
      });
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain(member);
    },
  );

  it('keeps the ids of its layers by what is sent, or by their place', async () => {
    const id = await make([{ groups: [{ userIds: [ada] }] }, nights()]);
    const before = (await api.get(`/on-call-schedule/${id}`)).body as { layers: { id: string }[] };
    const changed = [{ groups: [{ userIds: [bo] }] }, nights()];
    const after = (await api.put(`/on-call-schedule/${id}`, body(changed))).body as typeof before;
    expect(after.layers.map((layer) => layer.id)).toEqual(before.layers.map((layer) => layer.id));
    expect(after.layers[1]?.id).toBe('nights');
    // What was read can be sent back as it is.
    expect((await api.put(`/on-call-schedule/${id}`, after)).body).toEqual(after);
  });

  it('gives alerting the same people as its pages', async () => {
    const id = await make([weeks(), nights()]);
    const { world } = server.app;
    const at = new Date('2026-03-03T00:00:00Z');
    const rotas = await scheduleRotas(world, organizationId, [id.toUpperCase(), ada], at);
    expect([...rotas.keys()]).toEqual([id]);
    const rota = rotas.get(id);
    expect(rota && peopleAt(rota, at.getTime()).people.map(({ userId }) => userId)).toEqual([kim]);
  });

  it('has layers of times that come again, which take turns', async () => {
    const turns = { every: 1, unit: 'windows', from: '2026-03-01T00:00:00Z' };
    const groups = [{ userIds: [kim] }, { userIds: [ada] }];
    const recurrence = { ...monthly, except: ['2026-05-02T08:00'], also: ['2026-04-10T08:00'] };
    const id = await make([{ recurrence, turns, groups }]);
    const stored = (await api.get(`/on-call-schedule/${id}`)).body.layers;
    expect(stored).toMatchObject([{ recurrence }]);
    const { shifts } = await timeline(id, '2026-03-01T00:00:00Z', '2026-06-01T00:00:00Z');
    const people = shifts.map(({ start, userId }) => [start.slice(0, 10), userId]);
    expect(people).toEqual([
      ['2026-03-07', kim],
      ['2026-04-04', ada],
      ['2026-04-10', kim],
    ]);
  });

  it.each([
    ['several groups without turns', { groups: [{ userIds: [] }, { userIds: [] }] }, 'turns'],
    [
      'turns of windows without windows',
      {
        groups: [{ userIds: [] }],
        turns: { every: 1, unit: 'windows', from: '2026-03-02T09:00:00Z' },
      },
      'turns.unit',
    ],
    [
      'days by the stopwatch',
      {
        groups: [{ userIds: [] }],
        turns: { every: 1, unit: 'days', from: '2026-03-02T09:00:00Z', clock: 'elapsed' },
      },
      'turns.clock',
    ],
    [
      'an end before the start',
      {
        groups: [{ userIds: [] }],
        startsAt: '2026-03-02T09:00:00Z',
        endsAt: '2026-03-02T09:00:00Z',
      },
      'endsAt',
    ],
    ['a zone that is none', { groups: [{ userIds: [] }], timeZoneId: 'Europe/Bonn' }, 'timeZoneId'],
    [
      'times that come again beside hours',
      { groups: [{ userIds: [] }], hours: nights().hours, recurrence: monthly },
      'recurrence',
    ],
    [
      'a rule that names no day',
      {
        groups: [{ userIds: [] }],
        recurrence: { ...monthly, rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
      },
      'recurrence.rule',
    ],
    [
      'a day that is none',
      { groups: [{ userIds: [] }], recurrence: { ...monthly, except: ['2026-02-30T08:00'] } },
      'recurrence.except[0]',
    ],
    [
      'a member that it does not know',
      { groups: [{ userIds: [] }], restrictions: [] },
      'restrictions',
    ],
  ])('refuses %s', async (_, layer, member) => {
    const answer = await api.post('/on-call-schedule', body([layer]));
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(member);
  });

  it('has a name of its own, and goes with its team', async () => {
    const id = await make([weeks()]);
    expect((await api.post('/on-call-schedule', body([weeks()]))).status).toBe(409);
    const twice = [weeks(), { ...nights(), id: 'Weeks' }];
    expect(
      (await api.post('/on-call-schedule', body(twice, { displayName: 'Other' }))).status,
    ).toBe(400);
    expect((await api.delete(`/team/${teamId}`)).status).toBe(200);
    expect((await api.get(`/on-call-schedule/${id}`)).status).toBe(404);
  });

  it('is seen by members of other teams, who do not change it', async () => {
    const id = await make([weeks()]);
    const otherTeam = await api.make('/team', { displayName: 'Search' });
    const key = await makeKey(server, { organizationId, teamIds: [otherTeam] });
    const theirs = server.as(key);
    expect((await theirs.get(`/on-call-schedule/${id}`)).status).toBe(200);
    expect((await theirs.get('/on-call-schedule/search/list')).body).toMatchObject({
      onCallSchedules: [{ id }],
    });
    expect((await theirs.put(`/on-call-schedule/${id}`, body([]))).status).toBe(403);
    expect((await theirs.delete(`/on-call-schedule/${id}`)).status).toBe(403);
    const days = {
      scheduleId: id,
      start: '2026-03-03T00:00:00Z',
      end: '2026-03-04T00:00:00Z',
      shifts: [],
    };
    expect((await theirs.post('/temporary-schedule', days)).status).toBe(403);
    const byHand = await api.make('/temporary-schedule', days);
    expect((await theirs.get(`/temporary-schedule/${byHand}`)).status).toBe(200);
    expect((await theirs.delete(`/temporary-schedule/${byHand}`)).status).toBe(403);
  });
});
