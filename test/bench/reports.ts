/**
 * Reports of an organization that has had many incidents, and the first view of its status page: a year of them in
 * eight teams, and then as many again that all came within the last ten minutes. Each operation is asked for by a
 * process that has just begun to serve (`first ms`), and again. The floor is a request that reads nothing. `node
 * test/bench/reports.ts [incidents]`
 */

import { PageCache } from '../../src/status-pages/index.ts';
import { startTestApp } from '../support/app.ts';
import { endDatabaseThreads } from '../support/database-threads.ts';
import { makeTenants } from './scale-payloads.ts';
import { seedIncidents } from './scale-seed.ts';

const incidents = Number(process.argv[2] ?? 120_000);
const minute = 60_000;
const now = new Date('2026-11-02T10:00:00.000Z');

for (const [name, span] of [
  ['over a year', 364 * 86_400_000],
  ['within ten minutes', 10 * minute],
] as const)
  await measureAll(name, span);

async function measureAll(name: string, span: number): Promise<void> {
  const app = await startTestApp({ clock: now.toISOString() });
  try {
    const { api, organizationId } = app;
    const { world } = app.app;
    const { teams, integrations, quietTeam, quietIntegration } = await makeTenants(api);
    const seeding = performance.now();
    await seedIncidents(world, {
      organizationId,
      teamIds: [...teams, quietTeam],
      integrationIds: [...integrations, quietIntegration],
      incidents,
      open: 100,
      until: new Date(now.getTime() - 15 * minute),
      millisecondsBetween: span / incidents,
    });
    console.log(`\n${incidents} incidents ${name}, stored in ${seconds(seeding)} s`);
    const services: string[] = [];
    for (let n = 0; n < 10; n += 1)
      services.push(
        await api.make('/service', {
          displayName: `Service ${n}`,
          publicTitle: `Service ${n}`,
          integrations: [{ integrationId: integrations[n], severities: null }],
        }),
      );
    let page = '';
    for (const slug of ['first', 'second'])
      page = await api.make('/status-page', {
        displayName: slug,
        publicTitle: slug,
        slug,
        historyInDays: 365,
        disablePublicSubscription: false,
        serviceIds: services,
      });
    const early = new PageCache(world);
    const unkept = performance.now();
    await early.contentOf({ slug: 'first' }).catch((error) => console.log(String(error)));
    console.log(`a status page before anything is kept: ${seconds(unkept)} s`);
    const keeping = performance.now();
    for (let n = 0; n < 20; n += 1)
      await app.app.jobs.runAll((task) => task.startsWith('incident-fact'));
    console.log(`the days kept in ${seconds(keeping)} s, which tasks do in the background`);

    const [team] = teams;
    const [integration] = integrations;
    const year = 'From=2025-11-03&Until=2026-11-02&TimeZoneId=Europe/Berlin';
    const rows: Record<string, object> = {};
    const get = (path: string) => async () => {
      const { status, body, text } = await api.get(path);
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
      const { figures } = (body ?? {}) as { figures?: { total: { value: number } } };
      return figures?.total.value ?? text.length;
    };
    await measure('(floor: a team by its id)', get(`/team/${team}`));
    await measure('organization, a week', get('/incident-report'));
    await measure('organization, a year', get(`/incident-report?${year}`));
    await measure('team, a week', get(`/team/${team}/incident-report`));
    await measure('team, a year', get(`/team/${team}/incident-report?${year}`));
    await measure(
      'integration, a year',
      get(`/inbound-integration/${integration}/incident-report?${year}`),
    );
    await measure('engagement, a week', get(`/team/${team}/engagement-report`));
    await measure(
      'engagement, 92 days',
      get(`/team/${team}/engagement-report?From=2026-08-03&Until=2026-11-02`),
    );
    await measure('engagement, 92 days, CSV', async () => {
      const path = `/team/${team}/engagement-report/csv?From=2026-08-03&Until=2026-11-02`;
      return (await api.get(path)).text.length;
    });
    for (const [what, path] of [
      ['organization, a year, CSV', `/incident-report/csv?${year}`],
      ['team, a year, CSV', `/team/${team}/incident-report/csv?${year}`],
    ] as const) {
      const url = `${app.app.url}/api/public/v1${path}`;
      await measure(`${what}: first bytes`, async () => {
        const answer = await fetch(url, { headers: { 'x-api-key': app.key } });
        for await (const _ of answer.body ?? []) break;
        return answer.status;
      });
      await measure(`${what}: all of it`, async () => {
        const answer = await fetch(url, { headers: { 'x-api-key': app.key } });
        return (await answer.text()).length;
      });
    }
    await measure('on-call report, a year', get(`/on-call-report/people?${year}`));
    await measure('status page by the API', get(`/status-page/status/${page}`));
    let cache = early;
    await measure('status page, cold', async () => {
      cache = new PageCache(world);
      return (await cache.contentOf({ slug: 'second' }))?.past.length ?? 0;
    });
    await measure('status page, again after a second', async () => {
      app.clock.advance(100);
      const content = await cache.contentOf({ slug: 'second' });
      return content?.past.length ?? 0;
    });
    console.table(rows);

    async function measure(what: string, ask: () => Promise<number>): Promise<void> {
      const took: number[] = [];
      let found: number | string = '';
      try {
        for (let n = 0; n < 3; n += 1) {
          const begun = performance.now();
          found = await ask();
          took.push(performance.now() - begun);
        }
      } catch (error) {
        found = String(error).slice(0, 60);
      }
      rows[what] = {
        found,
        'first ms': took[0]?.toFixed(0) ?? '',
        'again ms': Math.min(...took.slice(1)).toFixed(0),
      };
    }
  } finally {
    await app.stop();
    await endDatabaseThreads();
  }
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
