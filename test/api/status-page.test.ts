import { beforeAll, describe, expect, it } from 'vitest';
import { verifyPassword } from '../../src/accounts/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { getResource } from '../../src/resources/index.ts';
import { statusPageKind } from '../../src/status-pages/index.ts';
import type { TestApp } from '../support/app.ts';
import { type EchoSpec, expectEcho, oddlySpelled, variations } from '../support/echo.ts';
import { makeOrganization } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await sharedTestApp();
  service = await server.api.make('/service', { displayName: 'Shop', publicTitle: 'Shop' });
});

interface Group {
  id: string;
  [member: string]: unknown;
}

let service: string;

const texts = [
  'publicDescription',
  'publicCompanyUrl',
  'publicCompanyName',
  'publicSupportUrl',
  'publicSupportEmail',
  'publicSeverityMappingMinor',
  'publicSeverityMappingWarning',
  'publicSeverityMappingCritical',
];
const colors = [
  'bannerBackgroundColor',
  'bannerTextColor',
  'bodyBackgroundColor',
  'secondaryBackgroundColor',
  'primaryTextColor',
  'secondaryTextColor',
  'buttonBackgroundColor',
  'buttonTextColor',
].flatMap((color) => [color, `${color}DarkMode`]);
const switches = [
  'publicDisplayLiveStateOnly',
  'publicHideIncidentDetails',
  'publicShowIncidentTitles',
  'publicHideMaintenances',
  'disablePublicPage',
  'disablePublicJson',
];

const all = <Value>(members: string[], value: Value) =>
  Object.fromEntries(members.map((member) => [member, value]));

const numbered = (members: string[], value: (place: number) => string | null) =>
  Object.fromEntries(members.map((member, place) => [member, value(place)]));

function spec(): EchoSpec {
  return {
    path: '/status-page',
    minimal: {
      displayName: 'Public',
      publicTitle: 'Acme status',
      slug: 'acme',
      historyInDays: 7,
      disablePublicSubscription: false,
    },
    defaults: all(switches, false),
    stored: (member, sent) =>
      member === 'customHostSettings' && sent !== null
        ? { ...(sent as object), cloudFlareCreateCustomHostNameResponse: null }
        : sent,
    shown: (member, answered) =>
      member === 'serviceGroups' && Array.isArray(answered)
        ? answered.map(({ id: _, ...sent }: Group) => sent)
        : answered,
    optional: {
      // Tried all at once, below.
      ...all([...texts, ...colors], []),
      ...all(switches, [true, false]),
      slug: ['Acme_Status-2', 'acme'],
      historyInDays: [365],
      disablePublicSubscription: [true],
      serviceIds: [null, [], [service, service.toUpperCase()]],
      serviceGroups: [
        null,
        [],
        [
          { publicDisplayName: 'Shop', publicDescription: null, serviceIds: [] },
          { publicDisplayName: 'Bank', publicDescription: 'Money', serviceIds: [service] },
        ],
      ],
      customHostSettings: [null, { host: 'status.example.com' }],
      timeZoneId: [null, 'Europe/Berlin'],
      decimalPlaces: [null, 0, 8],
      privateIpFilter: [null, '10.0.0.0/8,192.168.1.1 , ::1/128'],
      privateUserAuthenticationRequired: [null, true, false],
      enableSMSSubscription: [null, true, false],
    },
    // Not on a custom host.
    apart: ['privateUserAuthenticationRequired'],
    replacement: {
      displayName: 'Public, renamed',
      publicTitle: 'Acme',
      slug: null,
      customHostSettings: { host: 'Status.Example.Org' },
      historyInDays: 30,
      disablePublicSubscription: true,
      serviceIds: [service],
      serviceGroups: [{ publicDisplayName: 'g', publicDescription: '', serviceIds: [service] }],
      decimalPlaces: 2,
      privateIpFilter: '10.0.0.0/8',
      ...all(switches, true),
      ...all(colors, '#000000'),
    },
  };
}

describe('/status-page', () => {
  it('answers what was sent, each member left out, null, empty and set', async () => {
    for (const body of variations(spec())) await expectEcho(server.api, spec(), body);
    for (const value of [() => null, () => '', (place: number) => `Text ${place} with ünïcode`])
      await expectEcho(server.api, spec(), { ...spec().minimal, ...numbered(texts, value) });
    for (const value of [() => null, (place: number) => `#aBcDe${place.toString(16)}`])
      await expectEcho(server.api, spec(), { ...spec().minimal, ...numbered(colors, value) });
  });

  it('takes any letter case', async () => {
    const { replacement } = spec();
    const plain = await server.api.post('/status-page', replacement);
    const location = `/status-page/${String(plain.body.id)}`;
    expect((await server.api.put(location, oddlySpelled(replacement))).text).toBe(plain.text);
    await server.api.delete(location);
  });

  it('keeps the ids of groups by position, and those that are sent', async () => {
    const { api } = server;
    const { minimal } = spec();
    const group = { id: null, publicDisplayName: 'g', publicDescription: null, serviceIds: [] };
    const idsOf = (answer: { body: Record<string, unknown> }) =>
      (answer.body.serviceGroups as Group[]).map(({ id }) => id);
    const created = await api.post('/status-page', { ...minimal, serviceGroups: [group, group] });
    const [first, second] = idsOf(created);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    const location = `/status-page/${String(created.body.id)}`;
    const body = { ...minimal, serviceGroups: [group, group, group] };
    const grown = await api.put(location, body);
    expect(idsOf(grown).slice(0, 2)).toEqual([first, second]);
    const swapped = [
      { ...group, id: second },
      { ...group, id: first },
    ];
    const moved = await api.put(location, { ...minimal, serviceGroups: swapped });
    expect(idsOf(moved)).toEqual([second, first]);
    await api.delete(location);
  });

  it('never answers the password, keeps it while it is left out, and only its hash', async () => {
    const { api } = server;
    const { minimal } = spec();
    const created = await api.post('/status-page', minimal);
    expect(created.body.isPasswordProtectionPasswordConfigured).toBe(false);
    const id = String(created.body.id);
    const location = `/status-page/${id}`;
    const set = await api.put(location, { ...minimal, passwordProtectionPassword: 'sesame open' });
    expect(set.body.isPasswordProtectionPasswordConfigured).toBe(true);
    expect(set.body).not.toHaveProperty('passwordProtectionPassword');
    expect((await api.get(location)).text).toBe(set.text);
    for (const left of [{}, { passwordProtectionPassword: null }])
      expect((await api.put(location, { ...minimal, ...left })).text).toBe(set.text);
    const ctx = systemContext(server.app.world, server.organizationId);
    const stored = await getResource(ctx, statusPageKind, id);
    expect(JSON.stringify(stored)).not.toContain('sesame');
    const hash = stored.internal.passwordHash ?? '';
    expect(hash).toMatch(/^\$argon2id\$/);
    expect(await verifyPassword('sesame open', hash)).toBe(true);
    expect(await verifyPassword('sesame close', hash)).toBe(false);
    expect((await api.get(`/auditlog/list?EntityId=${id}`)).text).not.toContain('sesame');
    const cleared = await api.put(location, { ...minimal, passwordProtectionPassword: '' });
    expect(cleared.body.isPasswordProtectionPasswordConfigured).toBe(false);
    await api.delete(location);
  });

  it('has a slug that no other page of the server has, whoever owns it', async () => {
    const other = await makeOrganization(server);
    const { minimal } = spec();
    const id = await server.api.make('/status-page', { ...minimal, slug: 'Only-One' });
    const taken = await other.api.post('/status-page', { ...minimal, slug: 'only-one' });
    expect(taken.status).toBe(400);
    // Whose it is, is nobody else's business.
    const message =
      'Another status page of this server already has this slug or host; choose another one.';
    expect(taken.body.errors).toEqual({ slug: [message] });
    const own = await other.api.make('/status-page', { ...minimal, slug: 'only-two' });
    const move = await other.api.put(`/status-page/${own}`, { ...minimal, slug: 'only-one' });
    expect(move.status).toBe(400);
    await server.api.delete(`/status-page/${id}`);
    const free = await other.api.put(`/status-page/${own}`, { ...minimal, slug: 'only-one' });
    expect(free.status).toBe(200);
  });

  it('has a host that no other page has, and two pages may have none', async () => {
    const { api } = server;
    const { minimal } = spec();
    const hosted = { ...minimal, slug: null, customHostSettings: { host: 'one.example.com' } };
    const id = await api.make('/status-page', hosted);
    const taken = { ...hosted, customHostSettings: { host: 'ONE.example.com' } };
    expect((await api.post('/status-page', taken)).body.errors).toEqual({
      slug: [expect.stringContaining(`It has the id ${id}.`)],
    });
    const first = await api.make('/status-page', { ...minimal, slug: 'no-host-1' });
    const second = await api.make('/status-page', { ...minimal, slug: 'no-host-2' });
    for (const made of [id, first, second]) await api.delete(`/status-page/${made}`);
  });

  it('is found by slug and name', async () => {
    const { api } = server;
    const created = await api.post('/status-page', { ...spec().minimal, slug: 'Find-Me' });
    expect((await api.get('/status-page/search?Slug=find-me')).text).toBe(created.text);
    expect((await api.get('/status-page/search?Slug=find')).status).toBe(404);
    expect((await api.get('/status-page/search')).status).toBe(400);
    const list = await api.get('/status-page/search/list?displayname=PUB');
    expect(list.body).toEqual({ statusPages: [created.body], hasMore: false });
    await api.delete(`/status-page/${String(created.body.id)}`);
  });

  it.each<[string, object, string]>([
    ['neither slug nor host', { slug: null }, 'slug'],
    ['a slug that is no part of an address', { slug: 'a b' }, 'slug'],
    ['a password of five characters', { passwordProtectionPassword: '12345' }, 'password'],
    ['a colour with a name', { bannerTextColor: 'red' }, 'bannerTextColor'],
    ['too short a history', { historyInDays: 6 }, 'historyInDays'],
    ['a filter that is no list of addresses', { privateIpFilter: '10.0.0.0/99' }, 'privateIp'],
    ['a time zone that is none', { timeZoneId: 'Mars/Base' }, 'timeZoneId'],
    [
      'signing in on a host of its own',
      { customHostSettings: { host: 'a.b' }, privateUserAuthenticationRequired: true },
      'privateUserAuthenticationRequired',
    ],
  ])('refuses %s', async (_name, change, field) => {
    const answer = await server.api.post('/status-page', { ...spec().minimal, ...change });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors as object).join()).toContain(field);
  });
});
