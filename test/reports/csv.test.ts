import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readCsv } from '../support/read-csv.ts';
import { type Forty, fortyIncidents } from './forty-incidents.ts';

let forty: Forty;
beforeAll(async () => {
  forty = await fortyIncidents();
});
afterAll(() => forty.app.stop());

const week = 'From=2026-03-23&Until=2026-03-29';
const columns =
  'incident_id,title,team,integration,severity,status,started_at,first_ack_at,resolved_at,tta_seconds,ttr_seconds,link';

async function rows(path: string): Promise<Record<string, string>[]> {
  const { app } = forty.app;
  const answer = await fetch(`${app.url}/api/public/v1${path}`, {
    headers: { 'x-api-key': forty.app.key },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  // The byte order mark, by which spreadsheets know UTF-8.
  expect([answer.status, bytes.toString('hex', 0, 3)]).toEqual([200, 'efbbbf']);
  const [names = [], ...lines] = readCsv(bytes.toString('utf8', 3));
  expect(names.join(',')).toBe(columns);
  return lines.map((line) => Object.fromEntries(line.map((cell, at) => [names[at] ?? '', cell])));
}

describe('the CSV of an incident report', () => {
  it('has every incident that the report counts, oldest first, in the time zone of the team', async () => {
    const found = await rows(`/team/${forty.a}/incident-report/csv?${week}`);
    expect(found).toHaveLength(23);
    const of = (n: number) => found.find((row) => row.incident_id === forty.ids.get(n));
    expect(of(1)).toEqual({
      incident_id: forty.ids.get(1),
      title: 'Incident 1',
      team: 'Team A',
      integration: '',
      severity: 'Critical',
      status: 'Resolved',
      started_at: '2026-03-23T00:00:00+01:00',
      first_ack_at: '2026-03-23T00:05:00+01:00',
      resolved_at: '2026-03-23T01:05:00+01:00',
      tta_seconds: '300',
      ttr_seconds: '3900',
      link: `${forty.app.app.url}/incidents/${forty.ids.get(1)}`,
    });
    // Summer time.
    expect(of(20)?.started_at).toBe('2026-03-29T23:59:59+02:00');
    // From the moment it was assigned.
    expect(of(17)).toMatchObject({
      started_at: '2026-03-25T13:00:00+01:00',
      tta_seconds: '900',
      team: 'Team B; Team A',
    });
    // Discarded: resolved, and no time.
    expect(of(15)).toMatchObject({ status: 'Resolved', ttr_seconds: '' });
    // What is deleted by now.
    expect(of(22)?.title).toBe('Incident 22');
    expect(of(23)?.integration).toBe('Old tool');
  });

  it('is filtered as the report is', async () => {
    expect(
      await rows(`/team/${forty.a}/incident-report/csv?${week}&Severities=Critical`),
    ).toHaveLength(8);
    expect(await rows(`/incident-report/csv?TimeZoneId=Europe/Berlin&${week}`)).toHaveLength(32);
    expect(
      await rows(`/incident-report/csv?TimeZoneId=Europe/Berlin&${week}&TeamIds=${forty.b}`),
    ).toHaveLength(12);
    expect(
      await rows(`/inbound-integration/${forty.webhook}/incident-report/csv?${week}`),
    ).toHaveLength(2);
    expect(
      await rows(`/team/${forty.a}/incident-report/csv?From=2026-02-01&Until=2026-02-02`),
    ).toEqual([]);
  });

  it('gives back hostile titles whole, and none of them as a formula', async () => {
    const { api, clock } = forty.app;
    const team = await api.make('/team', { displayName: '@team, "quoted"' });
    const hostile = [
      '=HYPERLINK("http://evil.example","x")',
      '+1+1',
      '-1+1',
      '@SUM(A1)',
      'a "quoted", comma',
      'two\nlines',
      'carriage\rreturn',
      'Ünïcode 🔥 \u202Eevil',
      "'already",
      '<b>bold</b>',
    ];
    clock.set('2026-06-01T10:00:00.000Z');
    for (const title of hostile) {
      await api.make('/incident', { title, status: 'Open', severity: 'Minor', teamIds: [team] });
      clock.advance(1);
    }
    const found = await rows(`/team/${team}/incident-report/csv?From=2026-06-01&Until=2026-06-01`);
    expect(found.map(({ title }) => title)).toEqual(
      hostile.map((title) => (/^[=+\-@]/.test(title) ? `'${title}` : title)),
    );
    expect(found.map((row) => row.team)).toEqual(hostile.map(() => `'@team, "quoted"`));
  });
});
