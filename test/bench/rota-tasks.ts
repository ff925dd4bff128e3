import { startTestApp, type TestApp } from '../support/app.ts';
import { endDatabaseThreads } from '../support/database-threads.ts';
import { heapKept } from './process-figures.ts';
import { quantile } from './quantile.ts';
import { populate } from './rota-population.ts';

/** Sunday; at 08:00 UTC of the next day it is nine o'clock in Berlin, where most shifts of a week begin. */
const sunday = '2026-03-08T12:00:00.000Z';
const night = '2026-03-09T07:58:10.000Z';
const monday = '2026-03-09T08:00:10.000Z';
const alerts = 100;

/** Prints what looks at all schedules of a store, and what an alert costs by a policy and by tiers. */
export async function measureTasks(schedules: number): Promise<void> {
  const server = await startTestApp({
    clock: sunday,
    env: { TOCSIN_PUBLIC_URL: 'https://example.com' },
  });
  try {
    const teams = await populate(server, {
      schedules,
      people: 2 * schedules,
      policies: Math.ceil(0.3 * schedules),
      teams: Math.ceil(schedules / 5),
    });
    const run = (task: string) => measured(() => server.app.jobs.runAll((name) => name === task));
    const rows = [];
    rows.push({ task: 'versions of settings, first look', ...(await run('on-call-versions')) });
    await server.api.make('/user', { email: 'new@example.com', displayName: 'New' });
    rows.push({ task: 'versions, after a change', ...(await run('on-call-versions')) });
    const before = heapKept();
    rows.push({ task: 'hand-overs, first look', ...(await run('on-call-hand-overs')) });
    server.clock.advance(60);
    rows.push({ task: 'hand-overs, nothing due', ...(await run('on-call-hand-overs')) });
    // All schedules have changed hands since noon.
    server.clock.set(night);
    rows.push({ task: 'hand-overs, after a pause', ...(await run('on-call-hand-overs')) });
    server.clock.advance(60);
    await run('on-call-hand-overs');
    server.clock.set(monday);
    rows.push({ task: 'hand-overs, Monday at nine', ...(await run('on-call-hand-overs')) });
    // The last minute is looked at twice.
    server.clock.advance(120);
    await run('on-call-hand-overs');
    server.clock.advance(60);
    rows.push({ task: 'hand-overs, nothing due', ...(await run('on-call-hand-overs')) });
    console.table(rows);
    const kept = (heapKept() - before) / schedules / 1000;
    console.log(`${kept.toFixed(1)} kB of heap kept for each schedule since before the first look`);
    await measureAlerts(server, teams);
  } finally {
    await server.stop();
    await endDatabaseThreads();
  }
}

async function measureAlerts(
  server: TestApp,
  teams: { policyTeam: string; tierTeam: string },
): Promise<void> {
  const times: Record<keyof typeof teams, number[]> = { tierTeam: [], policyTeam: [] };
  for (let n = 0; n < alerts + 10; n += 1)
    for (const kind of ['tierTeam', 'policyTeam'] as const) {
      await server.api.make('/incident', {
        title: `Alert ${n}`,
        status: 'Open',
        severity: 'Critical',
        teamIds: [teams[kind]],
      });
      const { seconds } = await measured(() =>
        server.app.jobs.runAll((name) => name === 'alerting'),
      );
      if (n >= 10) times[kind].push(seconds * 1000);
    }
  console.table(
    Object.entries(times).map(([who, own]) => ({
      'an alert decided by': who === 'tierTeam' ? 'five tiers' : 'five steps, five schedules',
      'p50 ms': quantile(own, 0.5).toFixed(1),
      'p99 ms': quantile(own, 0.99).toFixed(1),
    })),
  );
}

async function measured(run: () => Promise<void>) {
  const cpu = process.cpuUsage();
  const startedAt = performance.now();
  // A turn of the loop that takes longer keeps requests waiting. By the processor, which others may use meanwhile.
  let longest = 0;
  let last = millisecondsOfThread();
  const watch = setInterval(() => {
    const now = millisecondsOfThread();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await run();
  clearInterval(watch);
  const used = process.cpuUsage(cpu);
  return {
    seconds: Number(((performance.now() - startedAt) / 1000).toFixed(4)),
    'seconds of processor': Number(((used.user + used.system) / 1e6).toFixed(3)),
    'longest turn, ms': Number(longest.toFixed(1)),
  };
}

function millisecondsOfThread(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
