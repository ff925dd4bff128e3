import { ObjectId } from 'bson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OutboundClient, OutboundError } from '../../src/egress/index.ts';
import { payloadsOf } from '../../src/ingest/payload-writes.ts';
import { say } from '../../src/sentences/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

/** What the network answers, by address. */
const web = new Map<string, { status: number; body: Buffer }>();
const outbound: OutboundClient = {
  async request(url, { bodyBytesMax = 0 } = {}) {
    const found = web.get(url);
    if (!found) throw new OutboundError('blocked', 'It leads to 10.0.0.1, which is not public.');
    const isTruncated = found.body.length > bodyBytesMax;
    return { url, headers: {}, ...found, isTruncated };
  },
};

let t: TestApp;
let smtp: FakeSmtpServer;
let integrationId: string;
let teamId: string;

beforeAll(async () => {
  smtp = await startSmtpServer();
  t = await startTestApp({ outbound, env: { TOCSIN_SMTP_URL: smtp.url } });
  integrationId = await makeIntegration(t);
  await map(t, integrationId);
  const { body } = await t.api.get(`/inbound-integration/${integrationId}`);
  teamId = String(body.teamId);
});
afterAll(async () => {
  await t.stop();
  await smtp.stop();
});

const post = async (body: object) => {
  const answer = await send(t, integrationId, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { payloadId: String(answer.body.payloadId), incidentId: String(answer.body.incidentId) };
};
const items = async (path: string, member: string, api = t.api) =>
  (await api.get(path)).body[member] as Record<string, unknown>[];

describe('what an incident is seen with', () => {
  it('says who was told to everybody who sees it, with addresses in part', async () => {
    const { incidentId } = await post({ status: 'Open', title: 'told', id: 'told' });
    const userId = await t.api.make('/user', { displayName: 'Ann', email: 'ann@example.com' });
    const common = { organizationId: t.organizationId, incidentId, teamIds: [teamId] };
    const first = await storeDelivery(t.app.world, {
      ...common,
      ownerId: userId,
      target: 'a…@example.com',
      state: 'dropped',
      dropReason: say('incidentAcknowledgedBefore'),
    });
    const member = await makePerson(t, { teams: { [teamId]: 'Member' } });
    const path = `/incident/search/${incidentId}/notifications`;
    expect(await items(path, 'notifications', member.api)).toEqual([
      {
        id: first._id,
        user: { id: userId, displayName: 'Ann', email: 'ann@example.com', avatarUrl: null },
        outboundIntegration: null,
        channel: 'Email',
        recipient: 'a…@example.com',
        status: 'Dropped',
        isVoid: false,
        intent: 'Created',
        because: 'Tier 1 of Payments',
        becauseSentence: { code: 'tierOfTeam', values: { tier: 1, team: 'Payments' } },
        createdAt: first.createdAt.toISOString(),
        dueAt: first.dueAt.toISOString(),
        reason: 'The incident was acknowledged before.',
        reasonSentence: { code: 'incidentAcknowledgedBefore', values: {} },
        attempts: [expect.objectContaining({ code: '250' })],
      },
    ]);
    const tool = await storeDelivery(t.app.world, {
      ...common,
      ownerId: integrationId,
      lane: 'Outbound',
    });
    expect(await items(`${path}?Limit=1`, 'notifications')).toMatchObject([
      { id: tool._id, user: null, channel: 'Outbound', outboundIntegration: { id: integrationId } },
    ]);
    expect(await items(`${path}?IdLessThan=${tool._id}`, 'notifications')).toHaveLength(1);
    const other = await makeOrganization(t);
    const stranger = await makePerson(t, { teams: {} });
    for (const { api } of [other, stranger])
      expect((await api.get(path)).status).toBeOneOf([403, 404]);
  });

  it('says of a message that waits whether it is still needed', async () => {
    const { incidentId } = await post({ status: 'Open', title: 'over', id: 'over' });
    const ownerId = await t.api.make('/user', { displayName: 'Bo', email: 'bo@example.com' });
    const common = { organizationId: t.organizationId, incidentId, teamIds: [teamId], ownerId };
    const dueAt = new Date(t.clock.now().getTime() + 5 * 60_000);
    // Nobody looks at it before the time of the test has come.
    await storeDelivery(t.app.world, { ...common, lane: 'VoiceCall', state: 'queued', dueAt });
    await storeDelivery(t.app.world, { ...common, isAlert: false, intent: 'Created' });
    const path = `/incident/search/${incidentId}/notifications`;
    const standing = async () =>
      (await items(path, 'notifications')).map(({ channel, status, isVoid, reason }) => ({
        ...{ channel, status, isVoid, reason },
      }));
    const sent = { channel: 'Email', status: 'Sent', isVoid: false, reason: null };
    const call = { channel: 'VoiceCall', status: 'Queued' };
    expect(await standing()).toEqual([sent, { ...call, isVoid: false, reason: null }]);
    await post({ status: 'Resolved', title: 'over', id: 'over' });
    expect(await standing()).toEqual([
      sent,
      { ...call, isVoid: true, reason: 'The incident was resolved before.' },
    ]);
  });

  it('says who is told next and when, or why nobody is', async () => {
    const staffed = await staffTeam(t.api, 'Next of it', [
      {
        people: ['Nell'],
        settings: { autoEscalationEnabled: true, autoEscalationAfterMinutes: 7 },
      },
      { people: ['Nils'] },
    ]);
    const id = await t.api.make('/incident', {
      title: 'next',
      status: 'Open',
      severity: 'Critical',
      teamIds: [staffed.id],
    });
    const path = `/incident/search/${id}/next`;
    const act = (intent: string, more: object = {}) =>
      t.api.patch(`/incident/${id}`, { operations: { appendIntent: { intent, ...more } } });
    const at = t.clock.now().getTime();
    const first = await t.api.get(path);
    expect(first.body).toMatchObject({ because: null, until: null });
    const tiers = first.body.tiers as { at: string; tier: number; users: { id: string }[] }[];
    expect(tiers).toMatchObject([
      { team: { id: staffed.id, displayName: 'Next of it' }, repeat: 0, mayChange: false },
    ]);
    // Told at once, or about to be.
    const [{ tier = 0 } = {}] = tiers;
    const name = tier === 1 ? 'Nell' : 'Nils';
    expect(tiers[0]?.users).toMatchObject([{ id: staffed.people[name]?.id, displayName: name }]);
    expect(Date.parse(tiers[0]?.at ?? '')).toBe(tier === 1 ? at : at + 7 * 60_000);
    const until = new Date(at + 30 * 60_000).toISOString();
    await act('Snoozed', { intentOptions: { snoozingOptions: { snoozedUntil: until } } });
    expect((await t.api.get(path)).body).toMatchObject({
      because: 'Snoozed',
      until,
      tiers: [{ at: until, tier: 1 }],
    });
    await act('Unsnoozed');
    await act('Investigated');
    expect((await t.api.get(path)).body).toMatchObject({ because: 'Acknowledged', tiers: [] });
    await act('Resolved');
    expect((await t.api.get(path)).body).toMatchObject({ because: 'Resolved', tiers: [] });
    const other = await makeOrganization(t);
    expect((await other.api.get(path)).status).toBe(404);
    const stranger = await makePerson(t, { teams: {} });
    expect((await stranger.api.get(path)).status).toBeOneOf([403, 404]);
  });

  it('says what began or ended around its opening, and what else is open', async () => {
    const at = (minutes: number) =>
      new Date(t.clock.now().getTime() + minutes * 60_000).toISOString();
    const own = await t.api.make('/team', { displayName: 'Around', timeZoneId: 'UTC' });
    const silence = (displayName: string, team: string, start: number, end: number) =>
      t.api.make('/silence', {
        displayName,
        teamId: team,
        matchers: [{ name: 'Title', operator: '=', value: 'nothing' }],
        start: at(start),
        end: at(end),
      });
    await silence('of it', own, -90, -30);
    await silence('long over', own, -900, -600);
    await silence('of others', teamId, -90, -30);
    const argo = await t.api.make('/inbound-integration', {
      displayName: 'Argo CD',
      teamId: own,
      type: 'ArgoCd',
    });
    const open = (title: string, more: object) =>
      t.api.make('/incident', { title, status: 'Open', severity: 'Minor', ...more });
    const delivery = await open('checkout 4.3', { integrationId: argo });
    const beside = await open('beside', { teamIds: [own] });
    const id = await open('in the middle', { teamIds: [own] });
    await open('elsewhere', { teamIds: [teamId] });
    const path = `/incident/search/${id}/surroundings`;
    const { body } = await t.api.get(path);
    expect(body.changes).toMatchObject([
      { kind: 'Delivery', id: delivery, integration: { displayName: 'Argo CD' } },
      { kind: 'SilenceEnded', displayName: 'of it', at: at(-30), integration: null },
      { kind: 'SilenceBegan', displayName: 'of it', at: at(-90) },
    ]);
    const others = (body.open as { id: string }[]).map((one) => one.id);
    expect(others.toSorted()).toEqual([delivery, beside].toSorted());
    expect(body.hasMoreOpen).toBe(false);
    const other = await makeOrganization(t);
    expect((await other.api.get(path)).status).toBe(404);
    const stranger = await makePerson(t, { teams: {} });
    expect((await stranger.api.get(path)).status).toBeOneOf([403, 404]);
  });

  it('is counted by status, whatever status is listed', async () => {
    const own = await t.api.make('/team', { displayName: 'Counted', timeZoneId: 'UTC' });
    t.clock.advance(60);
    const ids: string[] = [];
    for (const title of ['one', 'two', 'three'])
      ids.push(
        await t.api.make('/incident', {
          title,
          status: 'Open',
          severity: 'Minor',
          teamIds: [own],
        }),
      );
    const act = (id: string | undefined, intent: string, intentOptions = {}) =>
      t.api.patch(`/incident/${id}`, { operations: { appendIntent: { intent, intentOptions } } });
    await act(ids[0], 'Resolved');
    await act(ids[1], 'Snoozed', { snoozingOptions: { snoozedUntil: null } });
    const counts = async (more: string) =>
      (await t.api.get(`/incident/search/list?TeamIds=${own}${more}`)).body.counts;
    const all = { open: 1, snoozed: 1, resolved: 1 };
    expect(await counts('&WithCounts=true')).toEqual(all);
    expect(await counts('&WithCounts=true&Statuses=Resolved')).toEqual(all);
    expect(await counts('&WithCounts=true&IncludeSnoozed=true')).toEqual(all);
    expect(await counts('&WithCounts=true&Severities=Critical')).toEqual({
      open: 0,
      snoozed: 0,
      resolved: 0,
    });
    expect(await counts('&WithCounts=true&Offset=1')).toBeNull();
    expect(await counts('')).toBeNull();
  });

  it('lists its payloads, newest first and by page', async () => {
    const first = await post({ status: 'Open', title: 'fed', id: 'fed' });
    await post({ status: 'Open', title: 'another', id: 'another' });
    const second = await post({ status: 'Resolved', title: 'fed', id: 'fed' });
    const path = `/incident/search/${first.incidentId}/payloads`;
    expect(await items(path, 'payloads')).toMatchObject([
      { id: second.payloadId, outcome: 'Resolved', integrationId },
      { id: first.payloadId, outcome: 'Opened' },
    ]);
    expect((await t.api.get(`${path}?Limit=1`)).body.hasMore).toBe(true);
    const rest = await items(`${path}?IdLessThan=${second.payloadId}`, 'payloads');
    expect(rest.map(({ id }) => id)).toEqual([first.payloadId]);
  });

  it('knows earlier ones with the same problem or title, and none that came later', async () => {
    const ids: string[] = [];
    for (const title of ['disk at 91%', 'disk at 97%']) {
      ids.unshift((await post({ status: 'Open', title, id: 'disk' })).incidentId);
      await post({ status: 'Resolved', title, id: 'disk' });
      t.clock.advance(60);
    }
    const byHand = await t.api.make('/incident', {
      title: 'disk at 97%',
      status: 'Open',
      severity: 'Minor',
      teamIds: [teamId],
    });
    const related = async (id: string | undefined) =>
      (await items(`/incident/search/${id}/related`, 'incidents')).map((one) => one.id);
    expect(await related(byHand)).toEqual([ids[0]]);
    expect(await related(ids[0])).toEqual([ids[1]]);
    expect(await related(ids[1])).toEqual([]);
  });

  it('is found by the services that it affects', async () => {
    const serviceId = await t.api.make('/service', {
      displayName: 'Shop',
      publicTitle: 'Shop',
      teamId,
    });
    const id = await t.api.make('/incident', {
      title: 'affects',
      status: 'Open',
      severity: 'Minor',
      teamIds: [teamId],
      serviceIds: [serviceId],
    });
    const found = await items(`/incident/search/list?ServiceIds=${serviceId}`, 'incidents');
    expect(found.map((one) => one.id)).toEqual([id]);
  });
});

describe('the image of an attribute', () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n…', 'latin1');

  it('is fetched by the server, and never anything but an image', async () => {
    web.set('https://graphs.example/ok', { status: 200, body: png });
    web.set('https://graphs.example/page', { status: 200, body: Buffer.from('<svg onload=x>') });
    web.set('https://graphs.example/gone', { status: 404, body: png });
    const huge = Buffer.concat([png, Buffer.alloc(6_000_000)]);
    web.set('https://graphs.example/huge', { status: 200, body: huge });
    const names = ['ok', 'page', 'gone', 'huge', 'inside'];
    const id = await t.api.make('/incident', {
      title: 'graphs',
      status: 'Open',
      severity: 'Minor',
      teamIds: [teamId],
      attributes: [
        ...names.map((name) => ({
          name,
          value: `https://graphs.example/${name}`,
          isImage: true,
        })),
        { name: 'text', value: 'https://graphs.example/ok' },
      ],
    });
    const image = (name: string) => t.api.get(`/incident/search/${id}/image?Name=${name}`);
    const ok = await image('ok');
    expect(ok.status).toBe(200);
    expect(ok.headers.get('content-type')).toBe('image/png');
    expect(ok.headers.get('x-content-type-options')).toBe('nosniff');
    expect(ok.headers.get('content-security-policy')).toContain('sandbox');
    const refusals = {
      page: 'It is no PNG, JPEG, GIF or WebP image.',
      gone: 'Its server answered 404.',
      huge: 'It is larger than 5 MB.',
      inside: 'which is not public.',
    };
    for (const [name, why] of Object.entries(refusals)) {
      const { status, body } = await image(name);
      expect([name, status]).toEqual([name, 409]);
      expect(body.detail).toContain(why);
    }
    expect((await image('text')).status).toBe(404);
  });
});

describe('where is my alert?', () => {
  const search = async (query: string, api = t.api) =>
    (await api.get(`/inbound-integration-payload/search/list?${query}`)).body as unknown as {
      payloads: { id: string; outcome: string }[];
      nextIdLessThan: string | null;
    };

  it('finds what opened nothing, in any letter case, and page by page', async () => {
    const lost = await post({ status: 'nonsense', note: 'Zündschloss ÄRGER' });
    const escaped = await send(t, integrationId, {
      headers: { 'content-type': 'application/json' },
      body: '{"note":"z\\u00fcndschloss"}',
    });
    await post({ status: 'Open', title: 'else', id: 'else' });
    const all = await search('SearchTerm=z%C3%BCndschloss');
    expect(all.payloads.map(({ id }) => id)).toEqual([escaped.body.payloadId, lost.payloadId]);
    expect(all.nextIdLessThan).toBeNull();
    expect((await search('SearchTerm=z%C3%BCndschloss&Outcomes=Opened')).payloads).toEqual([]);

    const first = await search('SearchTerm=z%C3%BCndschloss&Limit=1');
    expect(first.payloads).toHaveLength(1);
    const next = await search(
      `SearchTerm=z%C3%BCndschloss&Limit=1&IdLessThan=${first.nextIdLessThan}`,
    );
    expect(next.payloads.map(({ id }) => id)).toEqual([lost.payloadId]);
  });

  it('reaches as far back as it says where there are more than it looks at', async () => {
    const quiet = await makeIntegration(t);
    await map(t, quiet);
    const old = await send(t, quiet, {
      headers: { 'content-type': 'application/json' },
      body: '{"note":"needle"}',
    });
    // More than one search looks at lie between, as many senders may leave them.
    const busy = await makeIntegration(t);
    await map(t, busy);
    await send(t, busy, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'Open', title: 'hay', id: 'hay' }),
    });
    const payloads = payloadsOf(t.app.world);
    const hay = await payloads.findOne({ integrationId: busy });
    if (!hay) throw new Error('It was sent.');
    const made = Array.from({ length: 2001 }, () => ({ ...hay, _id: new ObjectId() }));
    for (let at = 0; at < made.length; at += 500)
      await payloads.insertMany(made.slice(at, at + 500));
    const only = `SearchTerm=needle&IntegrationIds=${quiet}&IntegrationIds=${busy}`;
    const first = await search(only);
    expect(first.payloads).toEqual([]);
    expect(first.nextIdLessThan).not.toBeNull();
    const next = await search(`${only}&IdLessThan=${first.nextIdLessThan}`);
    expect(next.payloads.map(({ id }) => id)).toEqual([old.body.payloadId]);
  });

  it('is for administrators of the team', async () => {
    const { payloadId } = await post({ status: 'nonsense', note: 'confidential' });
    const administrator = await makePerson(t, { teams: { [teamId]: 'Administrator' } });
    const found = await search('SearchTerm=confidential', administrator.api);
    expect(found.payloads.map(({ id }) => id)).toEqual([payloadId]);
    const member = await makePerson(t, { teams: { [teamId]: 'Member' } });
    const other = await makeOrganization(t);
    for (const { api } of [member, other])
      expect((await search('SearchTerm=confidential', api)).payloads ?? []).toEqual([]);
  });
});
