import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeShop, pageOf, type Shop, say, send, statusOf } from './town.ts';

const start = '2026-03-02T10:00:00.000Z';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ clock: start });
});
afterAll(() => server.stop());

let turn = 0;
let slug = '';
beforeEach(() => {
  turn += 1;
  slug = `page-${turn}`;
});

const makePage = (shops: Shop[], more: object = {}) =>
  server.api.make(
    '/status-page',
    pageOf(
      slug,
      shops.map(({ serviceId }) => serviceId),
      more,
    ),
  );
const stateOf = async (page: string) => {
  const { overallStatus, groups } = await statusOf(server, page);
  const services = groups.flatMap((group) => group.services);
  return [overallStatus.state, ...services.map(({ status }) => status.state)];
};

describe('the state of a service', () => {
  it('is the worst of what is open, and that of the page the worst of its services', async () => {
    const [shop, bank] = [await makeShop(server, 'Shop'), await makeShop(server, 'Bank')];
    const page = await makePage([shop, bank]);
    expect(await stateOf(page)).toEqual(['operational', 'operational', 'operational']);
    const table: [Shop, string, 'Open' | 'Resolved', string, string[]][] = [
      [shop, 'a', 'Open', 'Minor', ['Minor', 'Minor', 'operational']],
      [shop, 'b', 'Open', 'Critical', ['Critical', 'Critical', 'operational']],
      [bank, 'c', 'Open', 'Warning', ['Critical', 'Critical', 'Warning']],
      [shop, 'b', 'Resolved', 'Critical', ['Warning', 'Minor', 'Warning']],
      [shop, 'a', 'Open', 'Warning', ['Warning', 'Warning', 'Warning']],
      [shop, 'a', 'Resolved', 'Warning', ['Warning', 'operational', 'Warning']],
      [bank, 'c', 'Resolved', 'Warning', ['operational', 'operational', 'operational']],
    ];
    for (const [of, title, status, severity, expected] of table) {
      server.clock.advance(60);
      await send(server, of, title, status, severity);
      expect([title, status, ...(await stateOf(page))]).toEqual([title, status, ...expected]);
    }
  });

  it('follows only the severities and teams that the service names, and whatever somebody says', async () => {
    const shop = await makeShop(server, 'Picky', ['Critical']);
    const other = await server.api.make('/team', { displayName: 'Others' });
    const connected = await makeShop(server, 'Connected', null, {
      teamConnectionSettings: { teamConnectionMode: 'SelectedTeams', teamIds: [other] },
    });
    const page = await makePage([shop, connected]);
    const minor = await send(server, shop, 'm', 'Open', 'Minor');
    await send(server, connected, 'n', 'Open', 'Critical');
    expect(await stateOf(page)).toEqual(['operational', 'operational', 'operational']);
    await server.api.patch(`/incident/${minor}`, {
      operations: { changeSeverity: { severity: 'Critical' } },
    });
    expect(await stateOf(page)).toEqual(['Critical', 'Critical', 'operational']);
    await server.api.patch(`/incident/${minor}`, {
      operations: { changeSeverity: { severity: 'Warning' } },
    });
    expect(await stateOf(page)).toEqual(['operational', 'operational', 'operational']);
    await say(server, minor, 'Affects', {
      intentOptions: {
        affectingOptions: { services: [{ id: connected.serviceId }] },
      },
    });
    expect(await stateOf(page)).toEqual(['Warning', 'operational', 'Warning']);
  });

  it('shows maintenance that comes again time by time, each by an id of its own', async () => {
    const shop = await makeShop(server, 'Shop');
    const page = await makePage([shop]);
    const start = server.clock.now().getTime();
    const at = (hours: number) => new Date(start + hours * 3_600_000).toISOString();
    const maintenanceId = await server.api.make('/service-maintenance', {
      displayName: 'Nightly',
      serviceIds: [shop.serviceId],
      start: at(0),
      end: at(60 * 24),
      recurrences: [
        { rule: 'FREQ=DAILY', startsAt: at(1).slice(0, 16), minutes: 60, timeZoneId: 'UTC' },
      ],
    });
    const ahead = (await statusOf(server, page)).maintenances;
    expect(ahead.map((one) => one.start)).toEqual([1, 25, 49, 73, 97].map((hours) => at(hours)));
    expect(new Set(ahead.map(({ id }) => id)).size).toBe(5);
    expect(ahead.every((one) => one.maintenanceId === maintenanceId)).toBe(true);
    server.clock.advance(25.5 * 3_600);
    const said = await statusOf(server, page);
    expect(said.overallStatus.state).toBe('maintenance');
    expect(said.maintenances[0]).toMatchObject({ id: ahead[1]?.id, start: at(25), end: at(26) });
    expect(said.pastMaintenances).toMatchObject([{ id: ahead[0]?.id, start: at(1), end: at(2) }]);
  });

  it('is maintenance while there is one and nothing worse', async () => {
    const shop = await makeShop(server, 'Shop');
    const [page, discreet] = [
      await makePage([shop]),
      await server.api.make(
        '/status-page',
        pageOf(`${slug}-discreet`, [shop.serviceId], { publicHideMaintenances: true }),
      ),
    ];
    const now = server.clock.now().getTime();
    const inHours = (hours: number) =>
      `${new Date(now + hours * 3_600_000).toISOString().slice(0, 19)}Z`;
    await server.api.make('/service-maintenance', {
      displayName: 'Upgrade',
      serviceIds: [shop.serviceId],
      start: inHours(1),
      end: inHours(2),
    });
    const named = async (which: string) => {
      const said = await statusOf(server, which);
      return [said.maintenances.length, said.pastMaintenances.length, said.overallStatus.state];
    };
    expect(await named(page)).toEqual([1, 0, 'operational']);
    server.clock.advance(3600);
    expect(await named(page)).toEqual([1, 0, 'maintenance']);
    expect(await named(discreet)).toEqual([0, 0, 'operational']);
    await send(server, shop, 'x', 'Open', 'Minor');
    expect(await named(page)).toEqual([1, 0, 'Minor']);
    await send(server, shop, 'x', 'Resolved', 'Minor');
    server.clock.advance(3600);
    expect(await named(page)).toEqual([0, 1, 'operational']);
  });
});

describe('what a page says of an incident', () => {
  it('is its title, its services and its public messages, newest first, and nothing of it is private', async () => {
    const shop = await makeShop(server, 'Shop');
    const page = await makePage([shop]);
    const id = await send(server, shop, 'Checkout is slow', 'Open');
    await say(server, id, 'Commented', { message: 'SECRET: Bob broke it' });
    await say(server, id, 'Commented', { message: 'We look into it.', messageIsPublic: true });
    server.clock.advance(60);
    await say(server, id, 'Resolved', { message: 'Fixed.', messageIsPublic: true });
    const answer = await server.api.get(`/status-page/status/${page}`);
    expect(answer.text).not.toContain('SECRET');
    expect(answer.text).not.toContain('internal name');
    expect((await statusOf(server, page)).pastIncidents).toMatchObject([
      {
        incidents: [{ id, title: 'Checkout is slow' }],
        status: { state: 'Critical', text: 'Major outage' },
        services: [{ publicTitle: 'Shop' }],
        messages: [{ message: 'Fixed.' }, { message: 'We look into it.' }],
      },
    ]);
  });

  it('is no detail where the page hides them, and no past where it shows the present only', async () => {
    const shop = await makeShop(server, 'Shop');
    const hiding = await makePage([shop], { publicHideIncidentDetails: true });
    const live = await server.api.make(
      '/status-page',
      pageOf(`${slug}-live`, [shop.serviceId], { publicDisplayLiveStateOnly: true }),
    );
    const id = await send(server, shop, 'db-7 is down', 'Open');
    await say(server, id, 'Commented', { message: 'A word', messageIsPublic: true });
    const hidden = await statusOf(server, hiding);
    expect(hidden.openIncidents).toMatchObject([{ incidents: [], messages: [] }]);
    await send(server, shop, 'db-7 is down', 'Resolved');
    const said = await statusOf(server, live);
    expect([said.pastIncidents, said.openIncidents]).toEqual([[], []]);
    expect(said.groups[0]?.services[0]).toMatchObject({ uptimePercent: null, days: null });
    expect((await statusOf(server, hiding)).pastIncidents).toHaveLength(1);
  });

  it('begins and ends when somebody says it did, and counts unless somebody says it does not', async () => {
    const shop = await makeShop(server, 'Shop');
    const page = await makePage([shop], { decimalPlaces: 3 });
    server.clock.advance(86_400);
    const now = server.clock.now().getTime();
    const ago = (hours: number) =>
      `${new Date(now - hours * 3_600_000).toISOString().slice(0, 19)}Z`;
    const team = await server.api.make('/team', { displayName: 'Makers' });
    const open = (more: object) =>
      server.api.make('/incident', {
        title: 'By hand',
        status: 'Open',
        severity: 'Warning',
        teamIds: [team],
        serviceIds: [shop.serviceId],
        ...more,
      });
    const uptime = async () => (await statusOf(server, page)).groups[0]?.services[0]?.uptimePercent;
    expect(await uptime()).toBe('100.000');
    await open({ excludeFromUptimeCalculation: true, statusPageStartOverride: ago(12) });
    expect(await uptime()).toBe('100.000');
    // Twelve of the 24 hours since the service is there.
    const counted = await open({ statusPageStartOverride: ago(12) });
    expect(await uptime()).toBe('50.000');
    await say(server, counted, 'Affects', {
      intentOptions: {
        affectingOptions: {
          services: [{ id: shop.serviceId }],
          overrides: { start: ago(12), end: ago(6) },
        },
      },
    });
    expect(await uptime()).toBe('75.000');
    const said = await statusOf(server, page);
    // For customers it is one time in which something was wrong.
    expect(said.openIncidents).toMatchObject([
      { start: new Date(ago(12)).toISOString(), end: null, incidents: [{}, {}] },
    ]);
    expect(said.pastIncidents).toEqual([]);
    // Told afterwards: it was over before anybody opened it here.
    await open({
      status: 'Resolved',
      statusPageStartOverride: ago(5),
      statusPageEndOverride: ago(4),
    });
    expect(await uptime()).toBe('70.833');
  });

  it('uses the words of the page, its groups and their order; what was deleted is left out', async () => {
    const [one, two, three] = [
      await makeShop(server, 'One'),
      await makeShop(server, 'Two'),
      await makeShop(server, 'Three'),
    ];
    const page = await makePage([two], {
      publicSeverityMappingMinor: 'Wobbly',
      publicSeverityMappingWarning: ' ',
      serviceGroups: [
        { publicDisplayName: 'Group', serviceIds: [three.serviceId, one.serviceId] },
        { publicDisplayName: 'Empty', serviceIds: [] },
      ],
    });
    await server.api.delete(`/service/${one.serviceId}`);
    await send(server, three, 'x', 'Open', 'Minor');
    const said = await statusOf(server, page);
    expect(said.overallStatus).toEqual({ state: 'Minor', text: 'Wobbly' });
    expect(
      said.groups.map(({ publicDisplayName, services }) => [
        publicDisplayName,
        services.map(({ id }) => id),
      ]),
    ).toEqual([
      [null, [two.serviceId]],
      ['Group', [three.serviceId]],
    ]);
    await send(server, three, 'x', 'Open', 'Warning');
    expect((await statusOf(server, page)).overallStatus.text).toBe('Partial outage');
  });
});
