import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makePerson } from '../../support/keys.ts';

/** A Monday. */
const now = '2026-05-04T10:00:00.000Z';

interface Person {
  id: string;
  api: ApiClient;
}

let server: TestApp;
let teamId: string;
let alice: Person;
let bob: Person;
let boss: Person;

/** Alice and Bob change weekly in tier 1, Bob is always on call in tier 2. */
beforeAll(async () => {
  server = await startTestApp({ clock: now });
  const { api } = server;
  teamId = await api.make('/team', {
    displayName: 'Payments, EU; "core"',
    calendarPublishingSettings: { isPublished: true },
  });
  alice = await makePerson(server, { teams: { [teamId]: 'Member' } });
  bob = await makePerson(server, { teams: { [teamId]: 'Member' } });
  boss = await makePerson(server, { teams: { [teamId]: 'Administrator' } });
  await publish(alice, { isPublished: true });
  const members = async ({ id }: Person) => {
    const { body } = await api.get(`/team-membership/search?UserId=${id}&TeamId=${teamId}`);
    return { members: [{ teamMembershipId: body.id }] };
  };
  const first = {
    rotations: [await members(alice), await members(bob)],
    rotationSettings: { repeats: 'weekly', startsOnDayOfWeek: 'mon' },
  };
  await api.make('/team-escalations', {
    teamId,
    escalationTiers: [{ schedules: [first] }, { schedules: [{ rotations: [await members(bob)] }] }],
  });
});
afterAll(() => server.stop());

async function publish({ id }: Pick<Person, 'id'>, calendarPublishingSettings: object | null) {
  const { api } = server;
  const { body } = await api.get(`/user/${id}`);
  const put = await api.put(`/user/${id}`, { ...body, calendarPublishingSettings });
  expect(put.status, put.text).toBe(200);
}

async function addressFor(who: Person, subject: object): Promise<string> {
  const { status, text, body } = await who.api.post('/on-call/calendar', subject);
  expect(status, text).toBe(200);
  return String(body.url);
}

async function read(url: string, headers: Record<string, string> = {}) {
  // Left to itself, fetch demands a fresh answer with every condition.
  const like = { 'cache-control': 'max-age=0', pragma: 'none' };
  const answer = await fetch(url, { headers: { ...like, ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

/** The events, folded lines joined, each as its members. */
function eventsOf(text: string): Record<string, string>[] {
  const lines = text.replaceAll('\r\n ', '').split('\r\n');
  const events: Record<string, string>[] = [];
  for (const line of lines) {
    const [name = '', ...value] = line.split(':');
    if (line === 'BEGIN:VEVENT') events.push({});
    else if (events.length > 0) Object.assign(events.at(-1) ?? {}, { [name]: value.join(':') });
  }
  return events;
}

describe('the calendar of a person', () => {
  it('has an event for each time on call, back and ahead, as calendar programs read it', async () => {
    const { status, headers, text } = await read(await addressFor(alice, { userId: alice.id }));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, max-age=900');
    expect(text.startsWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n')).toBe(true);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H');
    expect(text).toContain('X-PUBLISHED-TTL:PT1H');
    const events = eventsOf(text);
    // 30 days back and 180 ahead, every second week.
    expect(events.length).toBe(15);
    expect(events[2]).toMatchObject({
      DTSTART: '20260504T000000Z',
      DTEND: '20260511T000000Z',
      SUMMARY: 'On call: Payments\\, EU\\; "core" (Tier 1)',
      TRANSP: 'TRANSPARENT',
    });
    expect(new Set(events.map(({ UID }) => UID)).size).toBe(events.length);
  });

  it('answers 304 while nothing changes, also on the next look', async () => {
    const url = await addressFor(alice, { userId: alice.id });
    const first = await read(url);
    const etag = first.headers.get('etag') ?? '';
    expect((await read(url, { 'if-none-match': etag })).status).toBe(304);
    server.clock.advance(3600);
    expect((await read(url, { 'if-none-match': etag })).status).toBe(304);
    server.clock.set(now);
  });

  it('changes with an override at once, and other events keep their identity', async () => {
    const url = await addressFor(alice, { userId: alice.id });
    const before = eventsOf((await read(url)).text);
    const override = await server.api.make('/on-call-override', {
      userId: alice.id,
      type: 'offline',
      start: '2026-05-18T00:00:00Z',
      end: '2026-05-25T00:00:00Z',
    });
    const after = eventsOf((await read(url)).text);
    const ids = (events: Record<string, string>[]) => events.map(({ UID }) => UID);
    expect(ids(after)).toEqual(ids(before).filter((id) => !id?.includes('2026-05-18T')));
    await server.api.delete(`/on-call-override/${override}`);
    const again = eventsOf((await read(url)).text);
    expect(ids(again)).toEqual(ids(before));
    expect(Number(again[0]?.SEQUENCE)).toBeGreaterThanOrEqual(Number(before[0]?.SEQUENCE));
  });

  it('keeps the identity of a time on call that began long ago', async () => {
    await publish(bob, { isPublished: true });
    const url = await addressFor(bob, { userId: bob.id });
    const tier2 = async () =>
      eventsOf((await read(url)).text).find(({ SUMMARY }) => SUMMARY?.includes('Tier 2'));
    const before = await tier2();
    server.clock.advance(86_400);
    const after = await tier2();
    server.clock.set(now);
    expect(after?.UID).toBe(before?.UID);
    expect(after?.DTSTART).not.toBe(before?.DTSTART);
  });

  it('includes tier 1 alone when the person wants that', async () => {
    await publish(bob, { isPublished: true, onlyIncludeTier1: true });
    const { text } = await read(await addressFor(bob, { userId: bob.id }));
    expect(text).toContain('(Tier 1)');
    expect(text).not.toContain('(Tier 2)');
  });

  it('is not read any more once it is not published, and goes with the person', async () => {
    const url = await addressFor(alice, { userId: alice.id });
    await publish(alice, { isPublished: false });
    expect(await read(url)).toMatchObject({
      status: 404,
      text: expect.stringContaining('not published'),
    });
    await publish(alice, null);
    expect((await read(url)).status).toBe(404);
    await publish(alice, { isPublished: true });
    expect((await read(url)).status).toBe(200);
    const leaver = await makePerson(server, {});
    await publish(leaver, { isPublished: true });
    const theirs = await addressFor({ ...leaver, api: server.api }, { userId: leaver.id });
    await server.api.delete(`/user/${leaver.id}`);
    expect((await read(theirs)).status).toBe(404);
  });
});

describe('the calendar of a team', () => {
  it('names who is on call in each tier', async () => {
    const { text } = await read(await addressFor(boss, { teamId }));
    const summaries = new Set(eventsOf(text).map(({ SUMMARY }) => SUMMARY));
    // Alice and Bob in tier 1, Bob in tier 2; people without a name by their address.
    expect(summaries.size).toBe(3);
  });

  it('is not published unless the team says so', async () => {
    const quiet = await server.api.make('/team', { displayName: 'Quiet' });
    const { status, text } = await server.api.post('/on-call/calendar', { teamId: quiet });
    expect([status, text]).toEqual([400, expect.stringContaining('isPublished of this team')]);
  });
});

describe('addresses', () => {
  it('are replaced by new ones, revoked by deletion, and nothing that reads them is stored', async () => {
    const first = await addressFor(alice, { userId: alice.id });
    const second = await addressFor(alice, { userId: alice.id });
    expect(second).not.toBe(first);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200]);
    const location = `/on-call/calendar/${alice.id}`;
    expect((await alice.api.get(location)).body.url).toBe(second);
    const token = second.split('/').at(-1)?.replace('.ics', '') ?? '';
    expect(Buffer.from(token, 'base64url').length).toBe(32);
    const stored = await server.app.world.store.connection
      .collection('on_call_calendars')
      .find()
      .toArray();
    expect(JSON.stringify(stored)).not.toContain(token);
    expect((await alice.api.delete(location)).status).toBe(200);
    expect([(await read(second)).status, (await alice.api.get(location)).status]).toEqual([
      404, 404,
    ]);
  });

  it('are made, shown and deleted by those whose calendar it is', async () => {
    const attempts = async (who: Person, subject: { userId: string } | { teamId: string }) => {
      const location = `/on-call/calendar/${Object.values(subject)[0]}`;
      const answers = [
        await who.api.post('/on-call/calendar', subject),
        await who.api.get(location),
        await who.api.delete(location),
      ];
      return answers.map(({ status }) => status);
    };
    await addressFor(boss, { teamId });
    await addressFor(alice, { userId: alice.id });
    expect(await attempts(bob, { userId: alice.id })).toEqual([403, 403, 403]);
    expect(await attempts(boss, { userId: alice.id })).toEqual([403, 403, 403]);
    expect(await attempts(alice, { teamId })).toEqual([403, 403, 403]);
    expect(await attempts(boss, { teamId })).toEqual([200, 200, 200]);
    expect(await attempts(alice, { userId: alice.id })).toEqual([200, 200, 200]);
  });

  it('are for one person or one team', async () => {
    for (const subject of [{}, { userId: alice.id, teamId }]) {
      const { status, text } = await server.api.post('/on-call/calendar', subject);
      expect([status, text]).toEqual([
        400,
        expect.stringContaining('one of userId, teamId and scheduleId'),
      ]);
    }
  });

  it('that nobody gave out are not found, as text', async () => {
    const { status, headers, text } = await read(
      `${server.app.url}/calendar/oncall/AAAAAAAAAAAAAAAAAAAAAA.ics`,
    );
    expect([status, headers.get('content-type'), text]).toEqual([
      404,
      'text/plain; charset=utf-8',
      'This calendar is not published, or not any more.',
    ]);
  });
});
