import { beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../src/contract/index.ts';
import type { TestApp } from '../support/app.ts';
import { type GivenCall, storeCall } from '../support/calls.ts';
import { makeKey, makeOrganization, makePerson } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

type Schemas = components['schemas'];

/** More than one of the parts in which files are kept. */
const voice = Buffer.concat([
  Buffer.from('ID3'),
  Buffer.from(Array.from({ length: 699_997 }, (_, index) => index % 251)),
]);

let server: TestApp;
/** Of the numbers. */
let payments: string;
let shipping: string;
/** Calls to the number of payments may be routed to it. */
let database: string;
let numbers: Record<'payments' | 'shipping', string>;
let alice: string;

beforeAll(async () => {
  server = await sharedTestApp();
  const { api } = server;
  const team = (displayName: string) => api.make('/team', { displayName });
  payments = await team('Payments');
  shipping = await team('Shipping');
  database = await team('Database');
  const number = (displayName: string, teamId: string, phoneNumber: string) =>
    api.make('/inbound-integration', {
      displayName,
      teamId,
      type: 'Twilio',
      integrationSettings: { twilio: { accessSettings: { phoneNumber } } },
    });
  numbers = {
    payments: await number('Payments hotline', payments, '+4930901820'),
    shipping: await number('Shipping hotline', shipping, '+4930901821'),
  };
  alice = await api.make('/user', { email: 'alice@example.com', displayName: 'Alice Hofer' });
});

function call(given: Partial<GivenCall>): Promise<string> {
  const { organizationId, app } = server;
  const integrationId = given.integrationId ?? numbers.payments;
  return storeCall(app.world, { organizationId, teamIds: [payments], integrationId, ...given });
}

async function listed(query = '', api = server.api): Promise<Schemas['CallSessionList']> {
  const { status, body, text } = await api.get(`/call-session/search/list?${query}`);
  if (status !== 200) throw new Error(text);
  return body as Schemas['CallSessionList'];
}
const idsOf = ({ callSessions }: Schemas['CallSessionList']) => callSessions.map(({ id }) => id);

describe('a call', () => {
  it('is shown with who called, what became of it, who took it, and its log', async () => {
    const id = await call({
      at: '2026-03-01T08:30:00Z',
      teamIds: [payments, database],
      outcome: 'Accepted',
      seconds: 94,
      acceptedBy: { userId: alice, displayName: 'Alice (then)', after: 23 },
      displayName: 'Hotline as it was named',
    });
    const { status, body } = await server.api.get(`/call-session/${id.toUpperCase()}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id,
      provider: 'Twilio',
      providerCallId: `CA${id}`,
      integration: { id: numbers.payments, displayName: 'Hotline as it was named' },
      teams: [
        { id: payments, displayName: 'Payments' },
        { id: database, displayName: 'Database' },
      ],
      callerNumber: '+4915112345678',
      callerKind: 'Number',
      calledNumber: '+4930901820',
      startedAt: '2026-03-01T08:30:00.000Z',
      endedAt: '2026-03-01T08:31:34.000Z',
      durationSeconds: 94,
      outcome: 'Accepted',
      endReason: 'The caller hung up.',
      endReasonSentence: { code: 'words', values: { text: 'The caller hung up.' } },
      menuKey: '2',
      acceptedBy: {
        id: alice,
        displayName: 'Alice Hofer',
        avatarUrl: null,
        email: 'alice@example.com',
      },
      secondsToAnswer: 23,
      dialedCount: 1,
      recording: null,
      transcript: null,
      incidentId: null,
      incidentReason: 'The call had no route.',
      incidentReasonSentence: { code: 'callHadNoRoute', values: {} },
      callBacks: [],
      log: [
        {
          at: '2026-03-01T08:30:00.000Z',
          step: 'CallReceived',
          action: 'WebhookReceived',
          result: 'Processed',
          reason: 'A call came in.',
          reasonSentence: { code: 'words', values: { text: 'A call came in.' } },
          detail: { from: '+4915112345678' },
        },
      ],
    });
    expect(JSON.stringify(body), 'nothing of how the carrier is reached').not.toMatch(
      /access|applied/,
    );
  });

  it('says that somebody took it, and no more, where they were deleted since', async () => {
    const gone = await server.api.make('/user', { email: 'gone@example.com' });
    const id = await call({
      outcome: 'Accepted',
      acceptedBy: { userId: gone, displayName: 'Gone', after: 5 },
    });
    await server.api.delete(`/user/${gone}`);
    const { body } = await server.api.get(`/call-session/${id}`);
    expect(body.acceptedBy).toMatchObject({ id: gone, displayName: null, email: null });
  });
});

describe('the list of calls', () => {
  it('is paged, newest first', async () => {
    const integrationId = numbers.shipping;
    const ids: string[] = [];
    for (const minute of [1, 2, 3, 4, 5])
      ids.unshift(
        await call({ integrationId, teamIds: [shipping], at: `2026-02-01T08:0${minute}:00Z` }),
      );
    const first = await listed(`IntegrationIds=${integrationId}&Limit=2`);
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    expect(first.hasMore).toBe(true);
    const rest = await listed(`IntegrationIds=${integrationId.toUpperCase()}&IdLessThan=${ids[1]}`);
    expect(idsOf(rest)).toEqual(ids.slice(2));
    expect(rest.hasMore).toBe(false);
  });

  it('is filtered by the beginning of the caller’s number, however it is written', async () => {
    const german = await call({ at: '2026-01-10T08:00:00Z', from: '+49301234567' });
    const swiss = await call({ at: '2026-01-10T08:01:00Z', from: '+41791234567' });
    await call({ at: '2026-01-10T08:02:00Z', from: null });
    const during = 'From=2026-01-10T00:00:00Z&Until=2026-01-11T00:00:00Z';
    const of = async (number: string) =>
      idsOf(await listed(`${during}&CallerNumber=${encodeURIComponent(number)}`));
    expect(await of('+49')).toEqual([german]);
    expect(await of('+4')).toEqual([swiss, german]);
    expect(await of('0041 79 123')).toEqual([swiss]);
    expect(await of('+49301234567')).toEqual([german]);
    expect(await of('+493012345678')).toEqual([]);
    expect(await of('+49(0')).toEqual([]);
    const refused = await server.api.get('/call-session/search/list?CallerNumber=%2B49.*');
    expect(refused.status).toBe(400);
  });

  it('is filtered by outcomes, teams, and time', async () => {
    const day = (hour: number) => `2026-01-20T${String(hour).padStart(2, '0')}:00:00Z`;
    const missed = await call({ at: day(1) });
    const voicemail = await call({ at: day(2), outcome: 'Voicemail' });
    const routed = await call({ at: day(3), teamIds: [payments, database], outcome: 'Failed' });
    const during = `From=${day(0)}&Until=${day(23)}`;
    expect(idsOf(await listed(`${during}&Outcomes=Missed&Outcomes=Failed`))).toEqual([
      routed,
      missed,
    ]);
    expect(idsOf(await listed(`${during}&TeamIds=${database}`))).toEqual([routed]);
    expect(idsOf(await listed(`${during}&TeamIds=${payments}`))).toHaveLength(3);
    expect(idsOf(await listed(`From=${day(2)}&Until=${day(3)}`))).toEqual([voicemail]);
    expect((await server.api.get('/call-session/search/list?Outcome=Missed')).status).toBe(400);
  });
});

describe('calls are seen', () => {
  it('by members of the team of the number, and of the team that it was routed to', async () => {
    const at = '2026-01-25T08:00:00Z';
    const id = await call({ at, teamIds: [payments, database], recording: voice });
    const during = 'From=2026-01-25T00:00:00Z&Until=2026-01-26T00:00:00Z';
    const member = async (teamId: string) =>
      (await makePerson(server, { teams: { [teamId]: 'Member' } })).api;
    for (const api of [await member(payments), await member(database)]) {
      expect(idsOf(await listed(during, api))).toEqual([id]);
      expect((await api.get(`/call-session/${id}`)).status).toBe(200);
      expect((await api.get(`/call-session/${id}/recording`)).status).toBe(200);
    }
    const other = await makeOrganization(server);
    for (const api of [await member(shipping), other.api]) {
      expect(await listed(during, api)).toEqual({ callSessions: [], hasMore: false });
      expect((await api.get(`/call-session/${id}`)).status).toBe(404);
      expect((await api.get(`/call-session/${id}/recording`)).status).toBe(404);
      const { body } = await api.get(`/call-session/stats?${during}`);
      expect(body).toMatchObject({ totals: { calls: 0 }, integrations: [], teams: [] });
    }
  });

  it('with a key that has the scope', async () => {
    const id = await call({});
    const scoped = async (permission: 'get' | 'list') =>
      server.as(
        await makeKey(server, {
          scopes: [{ resource: 'call-sessions', permissions: [permission] }],
        }),
      );
    const [getting, listing] = [await scoped('get'), await scoped('list')];
    expect((await getting.get(`/call-session/${id}`)).status).toBe(200);
    expect((await getting.get('/call-session/search/list')).status).toBe(403);
    expect((await listing.get('/call-session/stats')).status).toBe(200);
    expect((await listing.get(`/call-session/${id}`)).status).toBe(403);
  });
});

describe('a voicemail', () => {
  let id: string;
  beforeAll(async () => {
    id = await call({ at: '2026-03-01T08:30:00Z', outcome: 'Voicemail', recording: voice });
  });

  async function listen(headers: Record<string, string> = {}, session = id) {
    const response = await fetch(
      `${server.app.url}/api/public/v1/call-session/${session}/recording`,
      { headers: { 'x-api-key': server.key, ...headers } },
    );
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes };
  }

  it('is answered as the file it is', async () => {
    const { status, headers, bytes } = await listen();
    expect(status).toBe(200);
    expect(bytes.equals(voice)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': '700000',
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="voicemail-2026-03-01T083000Z.mp3"',
    });
  });

  it('is answered in parts, of which those at the seams of what is stored fit together', async () => {
    const parts: Buffer[] = [];
    for (let start = 0; start < voice.length; start += 100_000) {
      const { status, headers, bytes } = await listen({
        range: `bytes=${start}-${start + 99_999}`,
      });
      expect(status).toBe(206);
      expect(headers.get('content-range')).toBe(`bytes ${start}-${start + 99_999}/700000`);
      parts.push(bytes);
    }
    expect(Buffer.concat(parts).equals(voice)).toBe(true);
    const { headers } = await listen({ range: 'bytes=0-0' });
    const etag = headers.get('etag') ?? '';
    const rest = await listen({ range: 'bytes=261119-261120', 'if-range': etag });
    expect([rest.status, rest.bytes.equals(voice.subarray(261_119, 261_121))]).toEqual([206, true]);
    expect((await listen({ range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200);
    expect((await listen({ 'if-none-match': etag })).status).toBe(304);
    const behind = await listen({ range: 'bytes=700000-' });
    expect([behind.status, behind.headers.get('content-range')]).toEqual([416, 'bytes */700000']);
  });

  it('is not there for other calls, and says so', async () => {
    const { status, bytes } = await listen({}, await call({}));
    expect(status).toBe(404);
    expect(JSON.parse(bytes.toString()).code).toBe('not-found');
  });

  it('leaves an entry in the audit log whenever somebody listens', async () => {
    const person = await makePerson(server, { teams: { [payments]: 'Member' } });
    expect((await person.api.get(`/call-session/${id}/recording`)).status).toBe(200);
    const { body } = await server.api.get(
      `/auditlog/list?Action=call-session.download-recording&ActorId=${person.id}`,
    );
    expect(body.items).toMatchObject([{ entityType: 'CallSession', entityId: id }]);
  });

  it('is shown with the call', async () => {
    const { body } = await server.api.get(`/call-session/${id}`);
    expect(body.recording).toEqual({
      state: 'Completed',
      durationSeconds: 12,
      reason: null,
      reasonSentence: null,
    });
  });
});

describe('call stats', () => {
  async function stats(query: string, api = server.api): Promise<Schemas['CallStats']> {
    const { status, body, text } = await api.get(`/call-session/stats?${query}`);
    if (status !== 200) throw new Error(text);
    return body as Schemas['CallStats'];
  }
  const summer = 'From=2025-07-01T00:00:00Z&Until=2025-08-01T00:00:00Z';
  const counts = (calls: number, more: object = {}) => ({
    calls,
    ongoing: 0,
    accepted: 0,
    voicemail: 0,
    missed: 0,
    blocklisted: 0,
    failed: 0,
    durationSeconds: 0,
    averageSecondsToAnswer: null,
    ...more,
  });

  beforeAll(async () => {
    const accepted = (at: string, after: number) =>
      call({
        at,
        teamIds: [payments, database],
        outcome: 'Accepted',
        seconds: 100,
        acceptedBy: { userId: alice, displayName: 'Alice', after },
      });
    await accepted('2025-07-01T22:30:00Z', 10);
    await accepted('2025-07-02T10:00:00Z', 25);
    await call({ at: '2025-07-02T10:00:00Z', outcome: 'Missed', seconds: 40 });
    await call({ at: '2025-07-09T10:00:00Z', outcome: 'Blocklisted', seconds: 0 });
    await call({ at: '2025-07-31T23:59:59Z', outcome: 'Ongoing' });
    const integrationId = numbers.shipping;
    await call({
      at: '2025-07-09T10:20:00Z',
      integrationId,
      teamIds: [shipping],
      outcome: 'Voicemail',
      seconds: 60,
    });
    await call({
      at: '2025-08-01T00:00:00Z',
      integrationId,
      teamIds: [shipping],
      outcome: 'Failed',
    });
  });

  it('count calls by outcome: in all, by number, and by team', async () => {
    const found = await stats(summer);
    expect(found).toMatchObject({
      from: '2025-07-01T00:00:00.000Z',
      until: '2025-08-01T00:00:00.000Z',
      interval: 'Day',
      timeZoneId: 'UTC',
    });
    const ofPayments = {
      ...counts(5, { accepted: 2, missed: 1, blocklisted: 1, ongoing: 1, durationSeconds: 240 }),
      averageSecondsToAnswer: 17.5,
    };
    const ofShipping = counts(1, { voicemail: 1, durationSeconds: 60 });
    expect(found.totals).toEqual({ ...ofPayments, calls: 6, voicemail: 1, durationSeconds: 300 });
    expect(found.integrations).toEqual([
      {
        integration: { id: numbers.payments, displayName: 'Payments hotline' },
        counts: ofPayments,
      },
      {
        integration: { id: numbers.shipping, displayName: 'Shipping hotline' },
        counts: ofShipping,
      },
    ]);
    expect(found.teams.map(({ team, counts: { calls } }) => [team.displayName, calls])).toEqual([
      ['Payments', 5],
      ['Database', 2],
      ['Shipping', 1],
    ]);
  });

  it('by hour, day, week and month of a time zone, empty ones included', async () => {
    const byDay = async (more: string) =>
      (await stats(`${summer}&${more}`)).intervals
        .filter(({ counts: { calls } }) => calls > 0)
        .map(({ start, counts: { calls } }) => `${start.slice(0, 16)} ${calls}`);
    const utc = await stats(summer);
    expect(utc.intervals).toHaveLength(31);
    expect(await byDay('')).toEqual([
      '2025-07-01T00:00 1',
      '2025-07-02T00:00 2',
      '2025-07-09T00:00 2',
      '2025-07-31T00:00 1',
    ]);
    // In Berlin the first call came after midnight; the last one counts in a day that is cut off.
    expect(await byDay('TimeZoneId=Europe/Berlin')).toEqual([
      '2025-07-01T22:00 3',
      '2025-07-08T22:00 2',
      '2025-07-31T22:00 1',
    ]);
    expect(await byDay('Interval=Week')).toEqual([
      '2025-07-01T00:00 3',
      '2025-07-07T00:00 2',
      '2025-07-28T00:00 1',
    ]);
    expect(await byDay('Interval=Month')).toEqual(['2025-07-01T00:00 6']);
    expect(await byDay('Interval=Hour&TimeZoneId=Asia/Kolkata')).toEqual([
      '2025-07-01T22:30 1',
      '2025-07-02T09:30 2',
      '2025-07-09T09:30 2',
      '2025-07-31T23:30 1',
    ]);
  });

  it('of what was asked for only', async () => {
    expect((await stats(`${summer}&IntegrationIds=${numbers.shipping}`)).totals.calls).toBe(1);
    expect((await stats(`${summer}&TeamIds=${database}`)).totals.calls).toBe(2);
    expect((await stats(`${summer}&Outcomes=Missed`)).totals).toEqual(
      counts(1, { missed: 1, durationSeconds: 40 }),
    );
  });

  it('of the teams that the caller sees, without the names of others', async () => {
    const { api } = await makePerson(server, { teams: { [database]: 'Member' } });
    const found = await stats(summer, api);
    expect(found.totals.calls).toBe(2);
    expect(found.teams.map(({ team }) => team.displayName)).toEqual(['Database']);
  });

  it('of the last 30 days unless something else is said', async () => {
    const { from, until, intervals } = await stats('');
    expect(until).toBe(server.clock.now().toISOString());
    expect(Date.parse(until) - Date.parse(from)).toBe(30 * 86_400_000);
    expect(intervals).toHaveLength(31);
  });

  it.each([
    ['Until=2025-07-01T00:00:00Z&From=2025-07-01T00:00:00Z', 'Until: must be after From'],
    [
      'From=2024-01-01T00:00:00Z&Until=2025-07-01T00:00:00Z',
      'Until: must be at most 366 days after From for intervals of one day',
    ],
    [
      'From=2025-05-01T00:00:00Z&Until=2025-07-01T00:00:00Z&Interval=Hour',
      'Until: must be at most 32 days after From for intervals of one hour',
    ],
    ['TimeZoneId=Nowhere', 'TimeZoneId: Nowhere is not an IANA time zone; see /timezone.'],
  ])('are refused for %s', async (query, detail) => {
    const { status, body } = await server.api.get(`/call-session/stats?${query}`);
    expect([status, body.detail]).toEqual([400, detail]);
  });
});
