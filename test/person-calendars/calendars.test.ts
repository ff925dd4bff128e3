import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOutboundClient, type OutboundClient } from '../../src/egress/index.ts';
import { addressList, systemContext } from '../../src/kernel/index.ts';
import {
  calendarsChangedSince,
  createPersonCalendars,
  holidaysOf,
  leavesOf,
} from '../../src/person-calendars/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';

const toThisMachine = createOutboundClient({ allowedPrivateTargets: addressList('127.0.0.1') });
const vacation = (from: string, until: string) =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:1',
    'SUMMARY:Honeymoon in Rome',
    `DTSTART;VALUE=DATE:${from}`,
    `DTEND;VALUE=DATE:${until}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

let server: TestApp;
let api: ApiClient;
let ada: string;
let email: string;
const sites: Server[] = [];
beforeAll(async () => {
  server = await startTestApp({ clock: '2026-03-01T12:00:00Z', outbound: toThisMachine });
  api = server.api;
});
afterAll(async () => {
  await server?.stop();
  for (const site of sites) site.close();
});
let start: Date;
beforeEach(async () => {
  start = server.clock.now();
  email = `${randomUUID()}@example.com`;
  ada = await api.make('/user', { displayName: 'Ada', email, timeZoneId: 'Europe/Berlin' });
});

type Handler = (request: IncomingMessage, response: ServerResponse) => void;
async function site(handler: Handler): Promise<string> {
  const made = createServer(handler);
  sites.push(made);
  await new Promise<void>((listening) => made.listen(0, '127.0.0.1', listening));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/secret.ics`;
}
const leave = (more: object) => ({ displayName: 'Leave', kind: 'leave', userId: ada, ...more });
const ctx = () => systemContext(server.app.world, server.organizationId);
const leaves = async () =>
  (await leavesOf(ctx(), [ada], start)).map(({ start: from, end }) => [
    new Date(from).toISOString(),
    new Date(end).toISOString(),
  ]);
const readAll = (outbound: OutboundClient = toThisMachine) =>
  createPersonCalendars(server.app.world, outbound).task.run(new AbortController().signal);
const later = (minutes: number) => server.clock.advance(minutes * 60);
const now = () => server.clock.now().toISOString();

describe('calendars of people', () => {
  it('are news to whoever looked while they were being read, however long that took', async () => {
    let answer: (() => void) | undefined;
    const url = await site((_, response) => {
      answer = () => response.end(vacation('20270310', '20270312'));
    });
    const id = await api.make('/person-calendar', leave({ url }));
    const reading = readAll();
    await vi.waitFor(() => expect(answer).toBeDefined(), { timeout: 60_000 });
    later(5);
    const lookedAt = server.clock.now();
    answer?.();
    await reading;
    const news = await calendarsChangedSince(ctx(), lookedAt);
    expect(news.map((calendar) => calendar.id)).toEqual([id]);
    // Its site answers nobody any more, and the next tests would wait for it.
    await api.delete(`/person-calendar/${id}`);
  });

  it('give whole days where the person is, and no titles', async () => {
    const id = await api.make(
      '/person-calendar',
      leave({ text: vacation('20260310', '20260312') }),
    );
    await readAll();
    expect(await leaves()).toEqual([['2026-03-09T23:00:00.000Z', '2026-03-11T23:00:00.000Z']]);
    await api.put(`/user/${ada}`, {
      displayName: 'Ada',
      email,
      timeZoneId: 'America/New_York',
    });
    expect(await leaves()).toEqual([['2026-03-10T04:00:00.000Z', '2026-03-12T04:00:00.000Z']]);
    const { body } = await api.get(`/person-calendar/${id}`);
    expect(body).toMatchObject({
      eventCount: 1,
      ignoredCount: 0,
      problem: null,
      failingSince: null,
    });
    expect(body.upcoming).toHaveLength(1);
    const stored = await server.app.world.store.connection
      .collection('leave_intervals')
      .findOne({ _id: id as never });
    expect(JSON.stringify(stored)).not.toContain('Rome');
  });

  it('are read again every 15 minutes, and asked only for what changed', async () => {
    const asked: (string | undefined)[] = [];
    let text = vacation('20260310', '20260312');
    let etag = '"1"';
    const url = await site((request, response) => {
      asked.push(request.headers['if-none-match']);
      const isKnown = request.headers['if-none-match'] === etag;
      response.writeHead(isKnown ? 304 : 200, { etag }).end(isKnown ? '' : text);
    });
    await api.make('/person-calendar', leave({ url }));
    await readAll();
    later(14);
    await readAll();
    expect(asked).toEqual([undefined]);
    later(1);
    await readAll();
    expect(asked).toEqual([undefined, '"1"']);
    [text, etag] = [vacation('20260320', '20260321'), '"2"'];
    later(15);
    await readAll();
    expect(await leaves()).toEqual([['2026-03-19T23:00:00.000Z', '2026-03-20T23:00:00.000Z']]);
    // Each day all of it, or what comes into view would be missing.
    later(24 * 60);
    await readAll();
    expect(asked.at(-1)).toBeUndefined();
  });

  it('that fail keep what was read last, and are a finding after a day', async () => {
    let isThere = true;
    const url = await site((_, response) => {
      response.writeHead(isThere ? 200 : 404).end(vacation('20260310', '20260312'));
    });
    const id = await api.make('/person-calendar', leave({ url }));
    await readAll();
    isThere = false;
    later(15);
    await readAll();
    const { body } = await api.get(`/person-calendar/${id}`);
    expect(body).toMatchObject({
      problem: 'The address answers 404.',
      problemSentence: { code: 'calendarAddressAnswers', values: { status: 404 } },
      failingSince: now(),
    });
    const findings = async () =>
      ((await api.get('/coverage')).body.findings as { kind: string; objectId: string }[]).filter(
        ({ kind, objectId }) => kind === 'CalendarUnreadable' && objectId === id,
      );
    expect(await findings()).toEqual([]);
    later(24 * 60);
    await readAll();
    expect(await leaves()).toHaveLength(1);
    expect(await findings()).toMatchObject([{ level: 'Hint', objectId: id, userId: ada }]);
    isThere = true;
    expect((await api.post(`/person-calendar/${id}/refresh`)).body).toMatchObject({
      problem: null,
      readAt: now(),
    });
    expect(await findings()).toEqual([]);
  });

  it('follow a change of the calendar at once, and forget it with the calendar', async () => {
    const id = await api.make(
      '/person-calendar',
      leave({ text: vacation('20260310', '20260312') }),
    );
    await readAll();
    await api.put(`/person-calendar/${id}`, leave({ text: vacation('20260401', '20260402') }));
    await readAll();
    expect(await leaves()).toEqual([['2026-03-31T22:00:00.000Z', '2026-04-01T22:00:00.000Z']]);
    expect((await api.delete(`/person-calendar/${id}`)).status).toBe(200);
    expect(await leaves()).toEqual([]);
  });

  it('of holidays give days', async () => {
    const id = await api.make('/person-calendar', {
      displayName: 'Berlin',
      kind: 'holidays',
      text: vacation('20260501', '20260503'),
    });
    await readAll();
    const days = ['2026-05-01', '2026-05-02'];
    expect(await holidaysOf(ctx(), [id])).toEqual(new Map([[id, days]]));
    // What is over stays, though the file reaches back no longer: turns of windows count these days.
    later(200 * 24 * 60);
    await readAll();
    expect(await holidaysOf(ctx(), [id])).toEqual(new Map([[id, days]]));
  });

  it('say what they need', async () => {
    const refused = async (body: object) =>
      Object.keys(
        (await api.post('/person-calendar', { displayName: 'X', ...body })).body.errors ?? {},
      );
    const url = 'https://calendars.example.com/a.ics';
    expect(await refused({ kind: 'leave', url })).toEqual(['userId']);
    expect(await refused({ kind: 'holidays', userId: ada, url })).toEqual(['userId']);
    expect(await refused({ kind: 'holidays' })).toEqual(['url']);
    expect(await refused({ kind: 'holidays', url, text: 'x' })).toEqual(['url']);
    expect(await refused({ kind: 'holidays', url, counts: 'titleContains' })).toEqual(['title']);
    expect(await refused({ kind: 'holidays', url, title: 'x' })).toEqual(['title']);
    expect(await refused({ kind: 'holidays', url: 'file:///etc/passwd' })).toEqual(['url']);
  });
});

describe('addresses', () => {
  it('of private hosts are not asked, neither at once nor by a redirect', async () => {
    let asked = 0;
    const inside = await site((_, response) => {
      asked += 1;
      response.end(vacation('20260310', '20260312'));
    });
    const [direct, metadata] = await Promise.all(
      [inside, 'http://169.254.169.254/latest/meta-data'].map((url) =>
        api.make('/person-calendar', leave({ url })),
      ),
    );
    await readAll(createOutboundClient());
    for (const id of [direct, metadata])
      expect((await api.get(`/person-calendar/${id}`)).body.problem).toContain('not public');
    expect(asked).toBe(0);
    const redirecting = await site((_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.2:8080/' }).end();
    });
    const id = await api.make('/person-calendar', leave({ url: redirecting }));
    await readAll();
    expect((await api.get(`/person-calendar/${id}`)).body.problem).toContain('not public');
  });

  it('that hang keep no calendar of another organization waiting', async () => {
    let answer = () => {};
    const hangs = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const url = await site(async (_, response) => {
      await hangs;
      response.end(vacation('20260310', '20260312'));
    });
    await Promise.all(
      Array.from({ length: 30 }, () => api.make('/person-calendar', leave({ url }))),
    );
    const other = await makeOrganization(server);
    const fine = await site((_, response) => void response.end(vacation('20260310', '20260312')));
    const ids = await Promise.all(
      [1, 2, 3].map(() =>
        other.api.make('/person-calendar', { displayName: 'H', kind: 'holidays', url: fine }),
      ),
    );
    const all = readAll();
    for (const id of ids)
      await vi.waitFor(
        async () => expect((await other.api.get(`/person-calendar/${id}`)).body.eventCount).toBe(1),
        { timeout: 15_000 },
      );
    answer();
    await all;
  });

  it('that answer more than 5 MB, or no calendar, say so', async () => {
    const large = await site((_, response) => {
      response.end(`BEGIN:VCALENDAR\r\n${'X-NOTE:x\r\n'.repeat(600_000)}`);
    });
    const page = await site((_, response) => void response.end('<html>Sign in</html>'));
    const [one, other] = await Promise.all(
      [large, page].map((url) => api.make('/person-calendar', leave({ url }))),
    );
    await readAll();
    const problemOf = async (id: string | undefined) =>
      ((await api.get(`/person-calendar/${id}`)).body.problemSentence as { code: string }).code;
    expect(await problemOf(one)).toBe('calendarTooLarge');
    expect(await problemOf(other)).toBe('calendarMalformed');
  });

  it('of a calendar that costs too much to read cost no more than a thread', async () => {
    const text = ['BEGIN:VCALENDAR'];
    for (let uid = 0; uid < 3000; uid += 1)
      text.push(
        'BEGIN:VEVENT',
        `UID:${uid}`,
        'DTSTART;VALUE=DATE:19000101',
        'RRULE:FREQ=DAILY',
        'END:VEVENT',
      );
    text.push('END:VCALENDAR');
    const id = await api.make('/person-calendar', leave({ text: text.join('\r\n') }));
    const hurried = createPersonCalendars(server.app.world, createOutboundClient(), {
      seconds: 0,
      wallSeconds: 60,
      heapMegabytes: 256,
      startSeconds: 60,
    });
    await hurried.task.run(new AbortController().signal);
    await hurried.stop();
    const { body } = await api.get(`/person-calendar/${id}`);
    expect(body.problemSentence).toMatchObject({ code: 'calendarTooCostly' });
  });
});

describe('rights', () => {
  it('people change their own calendars, and see the address of nobody else', async () => {
    const { id: ben, api: asBen } = await makePerson(server, { organizationRole: 'Member' });
    const url = 'https://calendars.example.com/secret.ics';
    const own = await asBen.post('/person-calendar', { ...leave({ url }), userId: ben });
    expect(own.status).toBe(200);
    const foreign = await api.make('/person-calendar', leave({ url }));
    const seen = await asBen.get(`/person-calendar/${foreign}`);
    expect(JSON.stringify(seen.body)).not.toContain('secret.ics');
    expect((await asBen.post('/person-calendar', leave({ url }))).status).toBe(403);
    expect((await asBen.post(`/person-calendar/${foreign}/refresh`)).status).toBe(403);
    expect((await asBen.delete(`/person-calendar/${own.body.id}`)).status).toBe(200);
  });
});
