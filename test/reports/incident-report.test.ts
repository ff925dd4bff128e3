import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { makePerson } from '../support/keys.ts';
import { type Forty, fortyIncidents } from './forty-incidents.ts';

let forty: Forty;

beforeAll(async () => {
  forty = await fortyIncidents();
});
afterAll(() => forty.app.stop());

const week = 'From=2026-03-23&Until=2026-03-29';

interface Figure {
  value: number | null;
  previous: number | null;
  change: number | null;
  meaning: string;
}

interface Report {
  level: string;
  figures: Record<string, Figure>;
  period: { from: string; until: string; start: string; end: string };
  previousPeriod: { from: string; until: string };
  interval: string;
  buckets: {
    start: string;
    total: number;
    bySeverity: Record<string, number>;
    byStatus: Record<string, number>;
  }[];
  teams: { team: { id: string; displayName: string }; total: number }[];
}

async function report(query: string, path = ''): Promise<Report> {
  const answer = await forty.app.api.get(`${path}/incident-report?${query}`);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body as unknown as Report;
}

const figure = (value: unknown, previous: unknown, change: unknown, meaning: string) => ({
  value,
  previous,
  change,
  meaning,
});

describe('a team', () => {
  it('has the figures that the fixture was computed to have, by hand', async () => {
    const { figures, period, previousPeriod, teams } = await report(`${week}`, `/team/${forty.a}`);
    expect(period).toEqual({
      from: '2026-03-23',
      until: '2026-03-29',
      start: '2026-03-22T23:00:00.000Z',
      end: '2026-03-29T22:00:00.000Z',
    });
    expect(previousPeriod).toMatchObject({ from: '2026-03-16', until: '2026-03-22' });
    expect(figures).toEqual({
      total: figure(23, 4, 475, 'Neutral'),
      resolved: figure(15, 2, 650, 'Neutral'),
      resolvedPercent: figure(65.2, 50, 15.2, 'Better'),
      acknowledged: figure(14, 2, 600, 'Neutral'),
      // 360,120 s of 14, and 36,300 s of 13.
      mttaSeconds: figure(25722.857, 900, 2758.1, 'Worse'),
      ttaMedianSeconds: figure(600, 900, -33.3, 'Better'),
      mttrSeconds: figure(2792.308, 2700, 3.4, 'Worse'),
      ttrMedianSeconds: figure(2400, 2700, -11.1, 'Better'),
      transient: figure(0, 0, null, 'Neutral'),
    });
    expect(teams).toEqual([]);
  });

  it('counts what was assigned to it from then on, by its own acknowledgement', async () => {
    const { figures } = await report(`TimeZoneId=Europe/Berlin&${week}`, `/team/${forty.b}`);
    // Two of its own, eight in a row, one of both teams and one that it was given.
    expect(figures.total?.value).toBe(12);
    // 240; 60 to 480; 360; 900.
    expect(figures.mttaSeconds?.value).toBe(332.727 /* 3660 / 11 */);
    expect(figures.ttaMedianSeconds?.value).toBe(300);
    // 600 to 4800; 3600.
    expect(figures.mttrSeconds?.value).toBe(2800);
  });

  it('shows every interval, also without incidents, and each incident in one of them', async () => {
    const { interval, buckets } = await report(`${week}`, `/team/${forty.a}`);
    expect(interval).toBe('Day');
    expect(buckets.map(({ total }) => total)).toEqual([1, 4, 4, 4, 5, 3, 2]);
    expect(buckets.map(({ bySeverity }) => bySeverity.Critical)).toEqual([1, 1, 3, 1, 1, 1, 0]);
    expect(buckets.map(({ byStatus }) => byStatus.Open)).toEqual([0, 1, 1, 2, 1, 1, 2]);
    // The last day has 23 hours.
    expect(buckets.map(({ start }) => start.slice(11, 16))).toEqual([...Array(7).fill('23:00')]);
    const hours = await report(`From=2026-03-29&Until=2026-03-29`, `/team/${forty.a}`);
    expect(hours.interval).toBe('Hour');
    expect(hours.buckets).toHaveLength(23);
  });

  it('filters by severity and status as they are now', async () => {
    const severe = await report(`${week}&Severities=Critical`, `/team/${forty.a}`);
    expect(severe.figures.total?.value).toBe(8);
    const open = await report(`${week}&Statuses=Open`, `/team/${forty.a}`);
    expect(open.figures).toMatchObject({
      total: { value: 8 },
      resolvedPercent: { value: 0 },
      mttrSeconds: { value: null, previous: null, change: null, meaning: 'Neutral' },
    });
  });

  it('without incidents has no times and nothing to compare', async () => {
    const { figures } = await report(`From=2026-02-01&Until=2026-02-02`, `/team/${forty.a}`);
    expect(figures.total).toEqual(figure(0, 0, null, 'Neutral'));
    for (const name of ['resolvedPercent', 'mttaSeconds', 'ttaMedianSeconds', 'mttrSeconds'])
      expect(figures[name]).toEqual(figure(null, null, null, 'Neutral'));
  });
});

describe('the organization', () => {
  it('counts an incident of several teams once', async () => {
    const { figures, teams } = await report(`TimeZoneId=Europe/Berlin&${week}`);
    // 22 of team A were created in these days, and ten of team B alone.
    expect(figures.total?.value).toBe(32);
    expect(teams.map(({ team, total }) => [team.displayName, total])).toEqual([
      ['Team A', 22],
      ['Team B', 12],
    ]);
    const both = await report(
      `TimeZoneId=Europe/Berlin&${week}&TeamIds=${forty.a}&TeamIds=${forty.b.toUpperCase()}`,
    );
    expect(both.figures.total?.value).toBe(32);
    const one = await report(`TimeZoneId=Europe/Berlin&${week}&TeamIds=${forty.b}`);
    expect(one.figures.total?.value).toBe(12);
  });

  it('is the same from the blocks of days as from single facts', async () => {
    const query = 'TimeZoneId=Europe/Berlin&From=2026-03-01&Until=2026-04-01&Interval=Day';
    const before = await report(query);
    forty.app.clock.set('2026-05-01T10:00:00.000Z');
    const packing = await report(query);
    expect(packing).toEqual(before);
    await forty.app.app.jobs.runAll((task) => task === 'incident-facts');
    expect(await report(query)).toEqual(before);
    // A change of an incident of a day that is over shows at once.
    const intent = { appendIntent: { intent: 'Resolved' } };
    await forty.app.api.patch(`/incident/${forty.ids.get(30)}`, { operations: intent });
    const after = await report(query);
    expect(after.figures.resolved?.value).toBe((before.figures.resolved?.value ?? 0) + 1);
    await forty.app.api.patch(`/incident/${forty.ids.get(30)}`, {
      operations: { appendIntent: { intent: 'Unresolved' } },
    });
    expect(await report(query)).toEqual(before);
    forty.app.clock.set('2026-04-01T10:00:00.000Z');
  });
});

describe('an integration', () => {
  it('has its own incidents', async () => {
    const { figures, level } = await report(week, `/inbound-integration/${forty.webhook}`);
    expect(level).toBe('Integration');
    expect(figures).toMatchObject({
      total: { value: 2 },
      resolved: { value: 1 },
      mttrSeconds: { value: 3000 },
    });
  });
});

describe('who may see it', () => {
  it('members see their team, administrators their integrations, organization administrators all', async () => {
    const statuses = async (client: ApiClient) => [
      (await client.get(`/team/${forty.a}/incident-report`)).status,
      (await client.get(`/team/${forty.b}/incident-report`)).status,
      (await client.get(`/inbound-integration/${forty.webhook}/incident-report`)).status,
      (await client.get('/incident-report')).status,
    ];
    const { app, a } = forty;
    const as = async (options: Parameters<typeof makePerson>[1]) =>
      statuses((await makePerson(app, options)).api);
    expect(await as({ teams: { [a]: 'Member' } })).toEqual([200, 404, 403, 403]);
    expect(await as({ teams: { [a]: 'Administrator' } })).toEqual([200, 404, 200, 403]);
    expect(await as({ organizationRole: 'Member' })).toEqual([200, 200, 403, 403]);
    expect(await as({ organizationRole: 'Administrator' })).toEqual([200, 200, 200, 200]);
    expect(await as({ organizationRole: 'Owner' })).toEqual([200, 200, 200, 200]);
  });
});

it('says which parameter is wrong', async () => {
  const fields = async (query: string) => {
    const { status, body } = await forty.app.api.get(`/incident-report?${query}`);
    expect(status).toBe(400);
    return Object.keys(body.errors as object);
  };
  expect(await fields('From=2026-03-02&Until=2026-03-01')).toEqual(['Until']);
  expect(await fields('From=2026-02-30&Until=2026-03-01')).toEqual(['From']);
  expect(await fields('From=2025-01-01&Until=2026-03-01')).toEqual(['Until']);
  expect(await fields('From=2026-01-01&Until=2026-03-01&Interval=Hour')).toEqual(['Interval']);
  expect(await fields('TimeZoneId=Mars/Base')).toEqual(['TimeZoneId']);
});

it('covers the last seven days with today unless other days are named', async () => {
  const { period } = await report('', `/team/${forty.a}`);
  expect(period).toMatchObject({ from: '2026-03-26', until: '2026-04-01' });
});
