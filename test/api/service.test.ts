import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { type EchoSpec, expectEcho, oddlySpelled, variations } from '../support/echo.ts';
import { makeKey, makePerson } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await sharedTestApp();
  const { api } = server;
  team = await api.make('/team', { displayName: 'Payments' });
  integration = await api.make('/inbound-integration', {
    displayName: 'Alerts',
    teamId: team,
    type: 'Webhook',
  });
  service = await api.make('/service', { displayName: 'Shop', publicTitle: 'Shop' });
});

interface Item {
  id: string;
  [member: string]: unknown;
}

let team: string;
let integration: string;
let service: string;
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

function withoutIds(items: unknown): unknown {
  return Array.isArray(items) ? items.map(({ id: _, ...sent }: Item) => sent) : items;
}

const templates = [
  { displayName: 'Investigating', message: 'We are looking into it.' },
  { displayName: 'Fixed', message: '' },
];

function spec(): EchoSpec {
  return {
    path: '/service',
    minimal: { displayName: 'Checkout', publicTitle: 'Shop' },
    shown: (member, answered) =>
      member === 'templates' || member === 'integrations' ? withoutIds(answered) : answered,
    optional: {
      publicDescription: [null, '', 'Carts and payments.'],
      templates: [null, [], templates],
      integrations: [
        null,
        [],
        [
          { integrationId: integration, severities: ['Minor', 'Critical'] },
          { integrationId: integration.toUpperCase(), severities: [] },
          { integrationId: integration, severities: null },
        ],
      ],
      teamConnectionSettings: [
        null,
        { teamConnectionMode: 'OrganizationTeams', teamIds: null },
        { teamConnectionMode: 'SelectedTeams', teamIds: [team] },
      ],
    },
    replacement: {
      displayName: 'Checkout, renamed',
      publicTitle: 'Web shop',
      publicDescription: 'All of it.',
      templates: templates.slice(0, 1),
      integrations: [{ integrationId: integration, severities: ['Warning'] }],
      teamConnectionSettings: { teamConnectionMode: 'SelectedTeams', teamIds: [] },
    },
  };
}

describe('/service', () => {
  it('answers what was sent, each member left out, null, empty and set', async () => {
    for (const body of variations(spec())) await expectEcho(server.api, spec(), body);
  });

  it('takes any letter case', async () => {
    const { replacement } = spec();
    const plain = await server.api.post('/service', replacement);
    const location = `/service/${String(plain.body.id)}`;
    expect((await server.api.put(location, oddlySpelled(replacement))).text).toBe(plain.text);
    await server.api.delete(location);
  });

  it('keeps ids of templates by position, new ones for those that are added', async () => {
    const { api } = server;
    const { minimal } = spec();
    const idsOf = (answer: { body: Record<string, unknown> }) =>
      (answer.body.templates as Item[]).map(({ id }) => id);
    const created = await api.post('/service', {
      ...minimal,
      templates: templates.map((template) => ({ id: null, ...template })),
    });
    const location = `/service/${String(created.body.id)}`;
    const [first, second] = idsOf(created);
    expect([first, second]).toEqual([uuid, uuid]);
    const reversed = await api.put(location, { ...minimal, templates: templates.toReversed() });
    expect(idsOf(reversed)).toEqual([first, second]);
    const grown = await api.put(location, { ...minimal, templates: [...templates, templates[0]] });
    expect(idsOf(grown)).toEqual([first, second, uuid]);
    expect(new Set(idsOf(grown)).size).toBe(3);
    await api.delete(location);
  });

  it('keeps the id of an integration link that is sent, wherever it is, and makes the others', async () => {
    const { api } = server;
    const { minimal } = spec();
    const link = { integrationId: integration, severities: ['Minor'] };
    const own = randomUUID().toUpperCase();
    const created = await api.post('/service', {
      ...minimal,
      integrations: [link, { id: own, ...link }],
    });
    const location = `/service/${String(created.body.id)}`;
    const idsOf = (answer: { body: Record<string, unknown> }) =>
      (answer.body.integrations as Item[]).map(({ id }) => id);
    const [made] = idsOf(created);
    expect(idsOf(created)).toEqual([uuid, own]);
    // The first one goes: the link with an id keeps it, though its position had another.
    const moved = await api.put(location, {
      ...minimal,
      integrations: [{ id: own, ...link }, link],
    });
    expect(idsOf(moved)).toEqual([own, uuid]);
    expect(idsOf(moved)[1]).not.toBe(own);
    const without = await api.put(location, { ...minimal, integrations: [link] });
    expect(idsOf(without)).toEqual([own]);
    expect(made).not.toBe(own);
    await api.delete(location);
  });

  it('goes although a status page lists it', async () => {
    const { api } = server;
    const id = await api.make('/service', spec().minimal);
    const page = await api.post('/status-page', {
      displayName: 'p',
      publicTitle: 'p',
      slug: 'lists-it',
      historyInDays: 90,
      disablePublicSubscription: false,
      serviceIds: [id],
    });
    expect((await api.delete(`/service/${id}`)).status).toBe(200);
    const left = await api.get(`/status-page/${String(page.body.id)}`);
    expect(left.text).toBe(page.text);
  });

  it('is found by name, and by the status page that shows it', async () => {
    const { api } = server;
    const listed = await api.make('/service', { displayName: 'Search', publicTitle: 's' });
    const grouped = await api.make('/service', { displayName: 'Search too', publicTitle: 's' });
    await api.make('/service', { displayName: 'Search not', publicTitle: 's' });
    const page = await api.make('/status-page', {
      displayName: 'p',
      publicTitle: 'p',
      slug: 'shows-two',
      historyInDays: 90,
      disablePublicSubscription: false,
      serviceIds: [listed.toUpperCase()],
      serviceGroups: [{ publicDisplayName: 'g', serviceIds: [grouped] }],
    });
    expect((await api.get('/service/search?displayName=Search')).body.id).toBe(listed);
    expect((await api.get('/service/search?displayName=Sear')).status).toBe(404);
    const idsIn = async (query: string) => {
      const { body } = await api.get(`/service/search/list?${query}`);
      return (body.services as Item[]).map(({ id }) => id);
    };
    expect(await idsIn('DisplayName=search')).toHaveLength(3);
    expect(await idsIn(`StatusPageId=${page.toUpperCase()}`)).toEqual([listed, grouped]);
    expect(await idsIn(`StatusPageId=${page}&DisplayName=too`)).toEqual([grouped]);
    expect((await api.get(`/service/search/list?StatusPageId=${randomUUID()}`)).status).toBe(404);
  });

  it('members of the organization see it, administrators change it, keys for teams do neither', async () => {
    const location = `/service/${await server.api.make('/service', spec().minimal)}`;
    const member = await makePerson(server, { organizationRole: 'Member' });
    const administrator = await makePerson(server, { organizationRole: 'Administrator' });
    expect((await member.api.get(location)).status).toBe(200);
    expect((await member.api.put(location, spec().minimal)).status).toBe(403);
    expect((await administrator.api.put(location, spec().minimal)).status).toBe(200);
    const teamId = await server.api.make('/team', { displayName: 'Payments' });
    const ofTeam = server.as(await makeKey(server, { teamIds: [teamId] }));
    expect((await ofTeam.get(location)).status).toBe(403);
    expect((await administrator.api.delete(location)).status).toBe(200);
  });
});

const monthly = {
  rule: 'FREQ=MONTHLY;BYDAY=-1FR',
  startsAt: '2026-01-30T22:00',
  minutes: 60,
  timeZoneId: 'Europe/Berlin',
};

describe('/service-maintenance', () => {
  function maintenance(): EchoSpec {
    return {
      path: '/service-maintenance',
      minimal: {
        displayName: 'Database upgrade',
        serviceIds: [],
        start: '2026-03-02T12:00:00Z',
        end: '2026-03-02T14:00:00Z',
      },
      optional: {
        serviceIds: [[service, service.toUpperCase()]],
        timeZoneId: [null, 'Europe/Berlin', 'Asia/Calcutta'],
        publicDescription: [null, '', 'Some minutes offline.'],
        recurrences: [null, [], [monthly]],
        // No length at all, and another offset.
        start: ['2026-03-02T14:00:00Z', '2026-03-02T14:00:00+02:00'],
      },
      replacement: {
        displayName: 'Moved',
        serviceIds: [service],
        timeZoneId: 'UTC',
        publicDescription: 'Later.',
        start: '2027-01-01T00:00:00Z',
        end: '2027-01-02T00:00:00Z',
        recurrences: [{ ...monthly, rule: 'FREQ=DAILY' }],
      },
      kept: ['recurrences'],
    };
  }

  it('answers what was sent, each member left out, null, empty and set', async () => {
    for (const body of variations(maintenance())) await expectEcho(server.api, maintenance(), body);
  });

  it('takes any letter case', async () => {
    const { replacement } = maintenance();
    const plain = await server.api.post('/service-maintenance', replacement);
    const location = `/service-maintenance/${String(plain.body.id)}`;
    expect((await server.api.put(location, oddlySpelled(replacement))).text).toBe(plain.text);
    await server.api.delete(location);
  });

  it('is listed by service, and by whether it is over', async () => {
    const { api } = server;
    const { minimal } = maintenance();
    const serviceId = await api.make('/service', { displayName: 'Bank', publicTitle: 'Bank' });
    const make = (displayName: string, start: string, end: string) =>
      api.make('/service-maintenance', {
        ...minimal,
        displayName,
        serviceIds: [serviceId],
        start,
        end,
      });
    // The clock stands at 2026-03-02T10:00Z; the offset makes the first one end then.
    const over = await make('over', '2026-03-02T01:00:00Z', '2026-03-02T12:00:00+02:00');
    const current = await make('current', '2026-03-02T01:00:00Z', '2026-03-02T10:00:01Z');
    const upcoming = await make('upcoming', '2027-03-02T01:00:00Z', '2027-03-02T10:00:01Z');
    const idsIn = async (query: string) => {
      const { body } = await api.get(
        `/service-maintenance/search/list?ServiceId=${serviceId}${query}`,
      );
      return (body.serviceMaintenances as Item[]).map(({ id }) => id);
    };
    expect(await idsIn('')).toEqual([over, current, upcoming]);
    expect(await idsIn('&OnlyCurrentAndUpcoming=false')).toEqual([over, current, upcoming]);
    expect(await idsIn('&onlyCurrentAndUpcoming=true')).toEqual([current, upcoming]);
    expect(await idsIn('&DisplayName=COM')).toEqual([upcoming]);
  });

  it.each<[string, object, string]>([
    ['an end before the start', { end: '2026-03-02T11:59:59Z' }, 'end'],
    ['a time zone that is none', { timeZoneId: 'Berlin' }, 'timeZoneId'],
    ['a month 13', { start: '2026-13-02T12:00:00Z' }, 'start'],
    [
      'a rule without days',
      { recurrences: [{ ...monthly, rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }] },
      'recurrences[0].rule',
    ],
    [
      'a rule of minutes',
      { recurrences: [{ ...monthly, rule: 'FREQ=MINUTELY' }] },
      'recurrences[0].rule',
    ],
  ])('refuses %s', async (_name, change, field) => {
    const body = { ...maintenance().minimal, ...change };
    const answer = await server.api.post('/service-maintenance', body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveProperty(field);
  });
});
