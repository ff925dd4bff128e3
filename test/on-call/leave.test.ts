import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';

let server: TestApp;
let teamId: string;
let ada: string;
let bo: string;
let holidays: string;

/** Days from one to before the other. */
const calendar = (from: string, until: string) =>
  [
    ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1'],
    ...[`DTSTART;VALUE=DATE:${from}`, `DTEND;VALUE=DATE:${until}`],
    ...['END:VEVENT', 'END:VCALENDAR', ''],
  ].join('\r\n');

beforeAll(async () => {
  // A Monday.
  server = await startTestApp({ clock: '2026-05-04T10:00:00.000Z' });
  const { api } = server;
  teamId = await api.make('/team', { displayName: 'Payments' });
  const teams = { [teamId]: 'Member' } as const;
  ada = (await makePerson(server, { teams })).id;
  bo = (await makePerson(server, { teams })).id;
  const leave = { displayName: 'Leave', kind: 'leave', userId: ada };
  await api.make('/person-calendar', { ...leave, text: calendar('20260506', '20260508') });
  const text = calendar('20260514', '20260515');
  holidays = await api.make('/person-calendar', { displayName: 'Berlin', kind: 'holidays', text });
  await run('person-calendars');
});
afterAll(() => server?.stop());

const run = (name: string) => server.app.jobs.runAll((task) => task === name);
let count = 0;
const schedule = (layer: object, more: object = {}) => {
  count += 1;
  return {
    ...{ displayName: `Primary ${count}`, teamId, timeZoneId: 'UTC' },
    layers: [{ id: 'all', groups: [{ userIds: [ada] }], ...layer }],
    ...more,
  };
};
const make = (layer: object, more?: object) =>
  server.api.make('/on-call-schedule', schedule(layer, more));
const onCall = async (id: string, at: string) => {
  const { body, text } = await server.api.get(
    `/on-call-schedule/${id}/on-call?Timestamp=${encodeURIComponent(at)}`,
  );
  expect(body.people, text).toBeDefined();
  return body.people as { user: { id: string }; reasons: object[] }[];
};
const who = async (id: string, at: string) => (await onCall(id, at)).map(({ user }) => user.id);

/** Ada has the turn of this whole month. */
const turns = { every: 1, unit: 'months', from: '2026-05-01T00:00:00Z' };
const inTurns = () => ({ turns, groups: [{ userIds: [ada] }, { userIds: [bo] }] });
const before = '2026-05-05T23:59:59Z';
const during = '2026-05-06T00:00:00Z';
const after = '2026-05-08T00:00:00Z';

describe('leave', () => {
  it('warns, passes the turn on or leaves it empty, as the schedule says', async () => {
    const [warning, passing, gap] = await Promise.all([
      make(inTurns()),
      make(inTurns(), { onLeave: 'passOn' }),
      make(inTurns(), { onLeave: 'gap' }),
    ]);
    for (const at of [before, after])
      for (const id of [warning, passing, gap]) expect(await who(id, at)).toEqual([ada]);
    expect(await who(warning, during)).toEqual([ada]);
    expect(await onCall(passing, during)).toMatchObject([
      {
        user: { id: bo },
        reasons: [
          { kind: 'layer', id: 'all' },
          { kind: 'leave', id: ada },
        ],
      },
    ]);
    expect(await who(gap, during)).toEqual([]);
    const { body } = await server.api.get('/coverage');
    const found = body.findings as { kind: string; objectId: string; start: string; end: string }[];
    expect(found.filter(({ kind }) => kind === 'OnLeaveWhileOnCall')).toMatchObject([
      { objectId: warning, userId: ada, level: 'Hint', start: '2026-05-06T00:00:00.000Z' },
    ]);
  });

  it('has stand-ins, the best first', async () => {
    const cy = (await makePerson(server, { teams: { [teamId]: 'Member' } })).id;
    const id = await make({ turns, groups: [{ userIds: [ada] }, { userIds: [bo, cy] }] });
    await server.api.make('/person-calendar', {
      ...{
        displayName: 'Leave',
        kind: 'leave',
        userId: cy,
        text: calendar('20260507', '20260510'),
      },
    });
    await run('person-calendars');
    const query = new URLSearchParams({
      Start: '2026-05-01T00:00:00Z',
      End: '2026-05-20T00:00:00Z',
    });
    const { body, status } = await server.api.get(`/on-call-schedule/${id}/conflicts?${query}`);
    expect(status).toBe(200);
    const free = { keepsRest: true, isReachable: false };
    expect(body.conflicts).toMatchObject([
      {
        user: { id: ada },
        ...{ start: '2026-05-06T00:00:00.000Z', end: '2026-05-08T00:00:00.000Z' },
        candidates: [
          { user: { id: bo }, isOnLeave: false, ...free },
          { user: { id: cy }, isOnLeave: true, ...free },
        ],
      },
    ]);
  });

  it('that is changed later changes nothing of the past', async () => {
    const { api } = server;
    const person = (await makePerson(server, { teams: { [teamId]: 'Member' } })).id;
    const text = calendar('20260504', '20260506');
    const leave = { displayName: 'Leave', kind: 'leave', userId: person };
    const leaveId = await api.make('/person-calendar', { ...leave, text });
    await run('person-calendars');
    const groups = [{ userIds: [person] }];
    const id = await make({ groups }, { onLeave: 'gap' });
    await run('on-call-versions');
    const noon = '2026-05-04T12:00:00Z';
    expect(await who(id, noon)).toEqual([]);
    server.clock.advance(5 * 3600);
    await api.delete(`/person-calendar/${leaveId}`);
    await run('on-call-versions');
    server.clock.advance(60);
    expect(await who(id, noon)).toEqual([]);
    expect(await who(id, server.clock.now().toISOString())).toEqual([person]);
  });
});

describe('holidays', () => {
  const hours = [
    { fromDay: 'thu', from: '09:00', untilDay: 'thu', until: '17:00' },
    { fromDay: 'sun', from: '12:00', untilDay: 'sun', until: '13:00' },
  ];
  it.each([
    ['normal', { '10:00': true, '12:30': true, '20:00': false }],
    ['off', { '10:00': false, '12:30': false, '20:00': false }],
    ['allDay', { '10:00': true, '12:30': true, '20:00': true }],
    ['asSunday', { '10:00': false, '12:30': true, '20:00': false }],
  ])('a layer can be %s on them', async (onHolidays, told) => {
    const id = await make({ hours, onHolidays }, { holidayCalendarIds: [holidays] });
    for (const [time, isOnCall] of Object.entries(told))
      expect((await who(id, `2026-05-14T${time}:00Z`)).length > 0, time).toBe(isOnCall);
    // Thursday a week before.
    expect(await who(id, '2026-05-07T10:00:00Z')).toEqual([ada]);
  });

  it('show in a layer alone, and in a schedule that is tried', async () => {
    const tried = schedule({ onHolidays: 'off' }, { holidayCalendarIds: [holidays] });
    const interval = { start: '2026-05-13T00:00:00Z', end: '2026-05-16T00:00:00Z' };
    const { body, status } = await server.api.post('/on-call-schedule/preview', {
      ...interval,
      schedule: tried,
    });
    expect(status).toBe(200);
    const gap = { start: '2026-05-14T00:00:00.000Z', end: '2026-05-15T00:00:00.000Z' };
    expect(body).toMatchObject({ gaps: [gap], layers: [{ shifts: [{}, {}] }] });
  });

  it('need a calendar of holidays, and hours where they are in force longer', async () => {
    const leaveId = await server.api.make('/person-calendar', {
      ...{
        displayName: 'Leave',
        kind: 'leave',
        userId: bo,
        text: calendar('20270101', '20270102'),
      },
    });
    const refused = async (layer: object, more?: object) =>
      (await server.api.post('/on-call-schedule', schedule(layer, more))).body.errors;
    expect(await refused({ onHolidays: 'off' })).toHaveProperty(['layers[0].onHolidays']);
    const named = { holidayCalendarIds: [holidays] };
    expect(await refused({ onHolidays: 'allDay' }, named)).toHaveProperty(['layers[0].onHolidays']);
    const wrong = { holidayCalendarIds: [leaveId] };
    expect(await refused({}, wrong)).toHaveProperty(['holidayCalendarIds']);
    const hoursOfSupport = {
      displayName: 'Office',
      teamId,
      timeZoneId: 'UTC',
      hours: [{ from: '09:00', until: '17:00' }],
      ...wrong,
    };
    expect((await server.api.post('/support-hours', hoursOfSupport)).body.errors).toHaveProperty([
      'holidayCalendarIds',
    ]);
  });

  it('that are deleted are days like any other, and coverage says so', async () => {
    const text = calendar('20260521', '20260522');
    const gone = await server.api.make('/person-calendar', {
      ...{ displayName: 'Site', kind: 'holidays', text },
    });
    await run('person-calendars');
    const id = await make({ onHolidays: 'off' }, { holidayCalendarIds: [gone] });
    expect(await who(id, '2026-05-21T10:00:00Z')).toEqual([]);
    await server.api.delete(`/person-calendar/${gone}`);
    expect(await who(id, '2026-05-21T10:00:00Z')).toEqual([ada]);
    const { body } = await server.api.get('/coverage');
    expect(body.findings).toContainEqual(
      expect.objectContaining({ kind: 'DeletedObject', objectId: id, level: 'Hint' }),
    );
  });
});
