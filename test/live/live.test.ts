import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organizationMembershipKind, userKind } from '../../src/identity/index.ts';
import { incidentModel } from '../../src/incidents/index.ts';
import { listingOf } from '../../src/incidents/listing.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { createLive } from '../../src/live/index.ts';
import { recordCallback } from '../../src/notifications/index.ts';
import { createResource } from '../../src/resources/index.ts';
import { contextOf, endSession, sessionOf } from '../../src/sessions/index.ts';
import { opened } from '../incidents/sample.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { type OpenEvents, openEvents, type SeenEvent } from '../support/events.ts';
import { makePerson, type PersonOptions } from '../support/keys.ts';
import { type SignedIn, signIn } from '../support/sessions.ts';
import { makeIntegration, map, plainMapping, send } from '../support/webhook.ts';

let t: TestApp;
const open: OpenEvents[] = [];

beforeAll(async () => {
  t = await startTestApp();
});
// Who comes is told of the last minute: not of what other tests did.
beforeEach(() => t.clock.advance(180));
afterEach(() => {
  for (const events of open.splice(0)) events.close();
});
afterAll(() => t?.stop());

const makeTeam = (displayName = 'Team') => t.api.make('/team', { displayName });
const makeIncident = (teamIds: string[], severity = 'Warning') =>
  t.api.make('/incident', { title: 'Disk full', status: 'Open', severity, teamIds });
const comment = (id: string) =>
  t.api.patch(`/incident/${id}`, {
    operations: { appendIntent: { intent: 'Commented', message: 'I look' } },
  });

async function somebody(options: PersonOptions): Promise<SignedIn & { userId: string }> {
  const { id: userId } = await makePerson(t, options);
  return { ...(await signIn(t, { userId })), userId };
}

/** Open and past its first event. */
async function listen(
  { cookie }: Pick<SignedIn, 'cookie'>,
  options: Parameters<typeof openEvents>[2] = {},
): Promise<OpenEvents & { ready: SeenEvent }> {
  const events = await openEvents(t.app.url, cookie, options);
  open.push(events);
  expect(events.status).toBe(200);
  const ready = await events.next(() => true);
  expect(ready.name).toBe('ready');
  return Object.assign(events, { ready });
}

const of = (id: string) => (event: SeenEvent) => event.data.id === id;
const changesIn = (events: SeenEvent[]) => events.filter(({ name }) => name === 'incident');

describe('who is told what', () => {
  it('is exactly what the list of incidents shows, of every role', async () => {
    const [a, b] = [await makeTeam('A'), await makeTeam('B')];
    const roles: PersonOptions[] = [
      { organizationRole: 'Owner' },
      { organizationRole: 'Administrator' },
      { organizationRole: 'Member' },
      { organizationRole: 'Member', teams: { [a]: 'Administrator' } },
      { teams: { [a]: 'Member' } },
      { teams: { [b]: 'Administrator' } },
      { teams: { [a]: 'Member', [b]: 'Member' } },
      {},
    ];
    const people = await Promise.all(roles.map(somebody));
    const streams = await Promise.all(people.map((person) => listen(person)));
    await makeIncident([a]);
    await makeIncident([b], 'Critical');
    const third = await makeIncident([a, b]);
    // A look tells all of them at once.
    const ofOwner = await streams[0]?.until(of(third));
    for (const { session } of people)
      await endSession(t.app.world, session, { reason: 'signed out' });
    // Read after the sessions ended: it reaches nobody, but its look finds them over.
    const afterwards = await makeIncident([a, b]);
    for (const [n, events] of streams.entries()) {
      const seen = changesIn([...(n === 0 ? (ofOwner ?? []) : []), ...(await events.rest())]);
      const again = await signIn(t, { userId: people[n]?.userId ?? '' });
      const list = await again.api.get(`/incident/search/list?TeamIds=${a}&TeamIds=${b}`);
      const listed = list.body.incidents as { id: string; teams: { id: string }[] }[];
      const inSight = listed.filter(({ id }) => id !== afterwards);
      const label = JSON.stringify(roles[n]);
      expect(seen.map(({ data }) => data.id).toSorted(), label).toEqual(
        inSight.map(({ id }) => id).toSorted(),
      );
      const teams = new Set(seen.flatMap(({ data }) => data.teamIds));
      const { see } = (await sessionOf(t.app.world, again.token))?.standing.teams ?? { see: [] };
      if (see !== 'all') expect(see, label).toEqual(expect.arrayContaining([...teams]));
    }
  });

  it('brings the incident along as the list shows it', async () => {
    const team = await makeTeam();
    const person = await somebody({ teams: { [team]: 'Member' } });
    const events = await listen(person);
    const listed = async () => {
      const path = `/api/public/v1/incident/search/list?TeamIds=${team}`;
      const answer = await fetch(`${t.app.url}${path}`, { headers: { cookie: person.cookie } });
      return ((await answer.json()) as { incidents: unknown[] }).incidents[0];
    };
    const id = await makeIncident([team], 'Critical');
    expect((await events.next(of(id))).data).toEqual({
      id,
      teamIds: [team],
      version: 1,
      status: 'Open',
      severity: 'Critical',
      incident: await listed(),
    });
    await comment(id);
    const { data } = await events.next(of(id));
    expect(data.version).toBeGreaterThan(1);
    expect(data.incident).toEqual(await listed());
  });

  it('leaves a long incident to be fetched, and those of a flood', async () => {
    const team = await makeTeam();
    const events = await listen(await somebody({ teams: { [team]: 'Member' } }));
    const long = await t.api.make('/incident', {
      title: 'Long',
      status: 'Open',
      severity: 'Minor',
      teamIds: [team],
      attributes: [{ name: 'Log', value: 'x'.repeat(40_000) }],
    });
    expect((await events.next(of(long))).data).toEqual({
      id: long,
      teamIds: [team],
      version: 1,
      status: 'Open',
      severity: 'Minor',
    });
    // Read in two portions by a busy machine, the smaller one may be told whole.
    const flood = Array.from({ length: 410 }, () => ({
      ...opened(),
      _id: randomUUID(),
      organizationId: t.organizationId,
      teamIds: [team],
      createdAt: t.clock.now(),
      lastUpdatedAt: t.clock.now(),
    }));
    await incidentModel(t.app.world.store).insertMany(
      flood.map(({ openKeys: _free, ...incident }) => ({ ...incident, ...listingOf(incident) })),
    );
    const last = flood.at(-1)?._id ?? '';
    const told = await events.until(of(last));
    expect(told.filter(({ data }) => data.incident).length).toBeLessThan(41);
  });

  it('says when something became of a message about an incident, to whoever sees the incident', async () => {
    const [team, other] = [await makeTeam(), await makeTeam()];
    const id = await makeIncident([team]);
    const record = await storeDelivery(t.app.world, {
      organizationId: t.organizationId,
      // Of a person who is gone.
      ownerId: randomUUID(),
      incidentId: id,
      lane: 'SMS',
      providerId: 'SM1',
    });
    t.clock.advance(180);
    const mine = await listen(await somebody({ teams: { [team]: 'Member' } }));
    const theirs = await listen(await somebody({ teams: { [other]: 'Member' } }));
    const report = { deliveryId: record._id, providerId: 'SM1', errorCode: null };
    await recordCallback(t.app.world, { ...report, status: 'delivered' });
    expect((await mine.next(({ name }) => name === 'told')).data).toEqual({ id });
    // Somebody of another team has it by now.
    const { userId, ...holder } = await somebody({ teams: { [other]: 'Member' } });
    const given = { $set: { userIds: [userId] }, $addToSet: { readers: userId } };
    await incidentModel(t.app.world.store).updateOne({ _id: id }, given);
    const own = await listen(holder);
    await comment(id);
    const heard = await own.until(({ name }) => name === 'incident');
    expect(heard.map(({ name }) => name)).toEqual(['told', 'incident']);
    expect(heard.at(-1)?.data).toMatchObject({ id, teamIds: [], incident: { id } });
    // Whoever is told of a later change was told of all before.
    const seen = await theirs.until(of(await makeIncident([other])));
    expect(seen.filter(({ name }) => name === 'told')).toEqual([]);
  });

  it('says when somebody else may be on call, whatever changed it, and when it may have been missed', async () => {
    const team = await makeTeam();
    const person = await somebody({ teams: { [team]: 'Member' } });
    const events = await listen(person);
    const isDuty = ({ name }: SeenEvent) => name === 'on-call';
    await makePerson(t, { teams: { [team]: 'Member' } });
    const { id: position } = await events.next(isDuty);
    await makeTeam('Another');
    await events.next(isDuty);
    // A change of nobody's duty.
    await t.api.make('/service', { displayName: 'Quiet', publicTitle: 'Quiet' });
    await events.until(of(await makeIncident([team])));
    expect(events.waiting.filter(isDuty)).toEqual([]);
    // Another product calls them from now on.
    await t.api.make('/shadow-run', {
      displayName: 'Leaving',
      product: 'PagerDuty',
      apiKey: randomUUID(),
      teamIds: [team],
      state: 'Shadow',
      until: new Date(t.clock.now().getTime() + 86_400_000).toISOString(),
    });
    await events.next(isDuty);
    const again = await listen(person, { headers: { 'last-event-id': position } });
    expect(again.ready.data.resumed).toBe(true);
    await again.next(isDuty);
  });

  it('an event of one organization reaches nobody in another', async () => {
    const id = await t.api.make('/organizations', { displayName: 'Elsewhere' });
    const { id: userId } = await makePerson(t, { organizationRole: 'Owner' });
    const team = await makeTeam();
    const mine = await listen(await signIn(t, { userId }));
    const stranger = await signIn(t, { organizationId: id, userId: await ownerOf(id) });
    const theirs = await listen(stranger);
    await mine.next(of(await makeIncident([team])));
    await endSession(t.app.world, stranger.session, { reason: 'signed out' });
    expect((await theirs.rest()).map(({ name }) => name)).toEqual(['end']);
  });

  async function ownerOf(organizationId: string): Promise<string> {
    const ctx = systemContext(t.app.world, organizationId);
    const user = await createResource(ctx, userKind, { email: `${randomUUID()}@example.com` });
    await createResource(ctx, organizationMembershipKind, { userId: user.id, role: 'Owner' });
    return user.id;
  }

  it('needs a session, and says no with the errors of the others', async () => {
    const nobody = await openEvents(t.app.url, 'a=b');
    expect(nobody.status).toBe(401);
    const { cookie } = await somebody({});
    const unknown = await openEvents(t.app.url, cookie, { query: '?everything=1' });
    expect(unknown.status).toBe(400);
  });
});

describe('a stream ends', () => {
  it('with a change of what the person may see, before anything more is told', async () => {
    const [a, b] = [await makeTeam(), await makeTeam()];
    const person = await somebody({ teams: { [a]: 'Member', [b]: 'Member' } });
    const events = await listen(person);
    const list = await t.api.get(`/team-membership/search/list?UserId=${person.userId}`);
    const memberships = list.body.teamMemberships as { id: string; teamId: string }[];
    const ofB = memberships.find(({ teamId }) => teamId === b);
    expect((await t.api.delete(`/team-membership/${ofB?.id}`)).status).toBe(200);
    await makeIncident([b]);
    expect(await events.rest()).toMatchObject([
      { name: 'end', data: { reason: 'rights-changed' } },
    ]);
    const again = await listen(person);
    const id = await makeIncident([a]);
    expect(changesIn(await again.until(of(id)))).toHaveLength(1);
  });

  it('with the session, the person, and the right to be there, although nothing changes', async () => {
    const endings: ((one: SignedIn) => Promise<unknown>)[] = [
      ({ session }) => endSession(t.app.world, session, { reason: 'signed out' }),
      ({ session }) => t.api.delete(`/user/${session.userId}`),
      ({ session }) => t.api.post(`/user/${session.userId}/suspend`, {}),
    ];
    await Promise.all(
      endings.map(async (finish) => {
        const person = await somebody({ organizationRole: 'Member' });
        const events = await listen(person);
        await finish(person);
        expect((await events.rest()).at(-1)).toMatchObject(ended);
      }),
    );
  });

  it('with the time of its session, which a page that only listens does not make longer', async () => {
    const events = await listen(await somebody({}));
    t.clock.advance(13 * 3600);
    expect((await events.rest()).at(-1)).toMatchObject(ended);
  });
  const ended = { name: 'end', data: { reason: 'session-ended' } };
});

describe('a page that comes back', () => {
  it('is told all that changed meanwhile', async () => {
    const team = await makeTeam();
    const person = await somebody({ teams: { [team]: 'Member' } });
    const first = await listen(person);
    expect(first.ready.data.resumed).toBe(false);
    const known = await makeIncident([team]);
    const { id: position } = await first.next(of(known));
    first.close();
    const missed: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      t.clock.advance(61);
      missed.push(await makeIncident([team]));
    }
    t.clock.advance(1);
    await comment(missed[0] ?? '');
    const again = await listen(person, { headers: { 'last-event-id': position } });
    expect(again.ready.data.resumed).toBe(true);
    const told = (await again.until(of(missed[0] ?? ''))).map(({ data }) => data.id);
    expect(told.toSorted()).toEqual(expect.arrayContaining(missed.toSorted()));
  });

  it('after any break, at any event, is left with the last version of everything', async () => {
    const team = await makeTeam();
    const person = await somebody({ teams: { [team]: 'Member' } });
    const versions = new Map<string, number>();
    const ids: string[] = [];
    let position: string | undefined;
    for (let round = 0; round < 12; round += 1) {
      const events = await listen(person, {
        headers: position ? { 'last-event-id': position } : {},
      });
      for (let n = 0; n < 4; n += 1) {
        t.clock.advance(7);
        if (n % 2 === 0 || ids.length === 0) ids.push(await makeIncident([team]));
        else await comment(ids[(round * 5 + n) % ids.length] ?? '');
      }
      // Some get one event, some get several of them, some get none before the connection breaks.
      const taken = round % 3 === 0 ? [] : await events.until(({ name }) => name === 'incident');
      if (round % 3 === 2) taken.push(...events.waiting);
      for (const { id, data } of taken) {
        position = id;
        if (data.id) versions.set(String(data.id), Number(data.version));
      }
      position ??= events.ready.id;
      events.close();
      t.clock.advance(20);
    }
    const last = await listen(person, { headers: { 'last-event-id': position ?? '' } });
    const final = await makeIncident([team]);
    for (const { data } of await last.until(of(final)))
      if (data.id) versions.set(String(data.id), Number(data.version));
    const stored = await incidentModel(t.app.world.store).find({ teamIds: team }).lean();
    expect(Object.fromEntries(versions)).toEqual(
      Object.fromEntries(stored.map(({ _id, version }) => [_id, version])),
    );
  });

  it('for the first time is told what changed since it began, and not what it has fetched', async () => {
    const team = await makeTeam();
    const person = await somebody({ teams: { [team]: 'Member' } });
    await makeIncident([team]);
    t.clock.advance(3);
    const pageFrom = String(t.clock.now().getTime());
    const fetched = await makeIncident([team]);
    // However long the stream takes.
    t.clock.advance(5 * 60);
    const events = await listen(person, { query: `?pageFrom=${pageFrom}` });
    expect(events.ready.data.resumed).toBe(false);
    const last = await makeIncident([team]);
    const told = changesIn(await events.until(of(last)));
    expect(told.map(({ data }) => data.id)).toEqual([fetched, last]);
  });

  it('too late is told that it was not resumed', async () => {
    const person = await somebody({});
    const { ready, close } = await listen(person);
    close();
    t.clock.advance(11 * 60);
    const again = await listen(person, { headers: { 'last-event-id': ready.id } });
    expect(again.ready.data.resumed).toBe(false);
  });

  it('to more than can be told is told to fetch everything', async () => {
    const team = await makeTeam();
    const person = await somebody({ teams: { [team]: 'Member' } });
    const { ready, close } = await listen(person);
    close();
    const one = await incidentModel(t.app.world.store)
      .findById(await makeIncident([team]))
      .lean();
    const { alerting: _, ...copied } = { ...one };
    await incidentModel(t.app.world.store).insertMany(
      Array.from({ length: 1_001 }, () => ({ ...copied, _id: randomUUID() })),
    );
    const again = await listen(person, { headers: { 'last-event-id': ready.id } });
    expect((await again.next(() => true)).name).toBe('reset');
    const id = await makeIncident([team]);
    await again.next((event) => event.name === 'reset' || event.data.id === id);
    await incidentModel(t.app.world.store).deleteMany({ teamIds: team });
  });
});

describe('payloads of an integration', () => {
  it('are told to whoever may read them, as they come in', async () => {
    const teamId = await makeTeam();
    const [mine, other] = [
      await makeIntegration(t, { teamId }),
      await makeIntegration(t, { teamId }),
    ];
    await map(t, mine, plainMapping);
    await map(t, other, plainMapping);
    const events = await listen(await somebody({ teams: { [teamId]: 'Administrator' } }), {
      query: `?integrationId=${mine}`,
    });
    const body = (id: string) => ({ body: JSON.stringify({ status: 'Open', title: 'x', id }) });
    await send(t, other, body('1'));
    const sent = await send(t, mine, body('2'));
    const { data } = await events.next(() => true);
    expect(data).toEqual({
      id: sent.body.payloadId,
      integrationId: mine,
      outcome: 'Opened',
      incidentId: sent.body.incidentId,
    });
  });

  it('are out of reach for others', async () => {
    const teamId = await makeTeam();
    const query = `?integrationId=${await makeIntegration(t, { teamId })}`;
    const status = async (options: PersonOptions) => {
      const events = await openEvents(t.app.url, (await somebody(options)).cookie, { query });
      open.push(events);
      return events.status;
    };
    expect(await status({ teams: { [teamId]: 'Member' } })).toBe(403);
    expect(await status({ teams: { [await makeTeam()]: 'Administrator' } })).toBe(404);
  });
});

describe('many streams', () => {
  it('200 sessions are all told of a change', async () => {
    const team = await makeTeam();
    const { id: userId } = await makePerson(t, { teams: { [team]: 'Member' } });
    const sessions = await Promise.all(Array.from({ length: 20 }, () => signIn(t, { userId })));
    const streams = await Promise.all(
      sessions.flatMap((session) => Array.from({ length: 10 }, () => listen(session))),
    );
    expect(streams).toHaveLength(200);
    const id = await makeIncident([team]);
    await Promise.all(streams.map((events) => events.next(of(id))));
  });

  it('of one session are limited, and a closed one makes room', async () => {
    const person = await somebody({});
    const streams = [];
    for (let n = 0; n < 12; n += 1) streams.push(await listen(person));
    const refused = await openEvents(t.app.url, person.cookie);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await listen(await somebody({}));
    streams[0]?.close();
    for (;;) {
      const next = await openEvents(t.app.url, person.cookie);
      open.push(next);
      if (next.status === 200) break;
    }
  });

  it('of a process are limited, and none opens while it stops', async () => {
    const { token } = await somebody({});
    const active = await sessionOf(t.app.world, token);
    if (!active) throw new Error('The session is there.');
    const ctx = contextOf(t.app.world, active, 'test');
    const live = createLive(t.app.world, { streams: 1, streamsOfSession: 5 });
    const stream = await live.open(ctx, active, {});
    await expect(live.open(ctx, active, {})).rejects.toMatchObject({ code: 'overloaded' });
    await live.stop();
    let text = '';
    for await (const chunk of stream) text += chunk;
    expect(text).toContain('event: ready');
    expect(live.count()).toBe(0);
    await expect(live.open(ctx, active, {})).rejects.toMatchObject({ code: 'overloaded' });
  });
});

it('proxies are told to pass events on as they come', async () => {
  const { headers } = await listen(await somebody({}));
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(headers.get('x-accel-buffering')).toBe('no');
  expect(headers.get('cache-control')).toBe('no-store, no-transform');
});

it('a server that stops ends its streams, whole, and waits for nobody who only listens', async () => {
  const other = await startTestApp();
  const { id: userId } = await makePerson(other, {});
  const { cookie } = await signIn(other, { userId });
  const events = await openEvents(other.app.url, cookie);
  await events.next(({ name }) => name === 'ready');
  const rest = events.rest();
  await other.stop();
  // A connection that is cut after the grace of requests under way would be an error.
  expect(await rest).toEqual([]);
});
