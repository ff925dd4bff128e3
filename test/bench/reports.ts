/**
 * Reports of an organization that has had many incidents: a team's week, and the organization's year beside the year before. The facts are
 * built directly in the store, a year of them in twenty teams. The floor is a request that reads nothing. `node test/bench/reports.ts [facts]`
 */
import { randomUUID } from 'node:crypto';
import { factsOf, type IncidentFact, positionsOf } from '../../src/reports/model.ts';
import { startTestApp } from '../support/app.ts';

const facts = Number(process.argv[2] ?? 1_000_000);
const day = 86_400_000;
const now = new Date('2026-11-02T10:00:00.000Z');
const teamCount = 20;
const batch = 5000;

const app = await startTestApp({ clock: now.toISOString() });
try {
  const { api, organizationId } = app;
  const { world } = app.app;
  const teams: string[] = [];
  for (let n = 0; n < teamCount; n += 1)
    teams.push(await api.make('/team', { displayName: `Team ${n}` }));
  const integrations = teams.map(() => randomUUID());
  const first = now.getTime() - 365 * day;
  const severities = ['Critical', 'Warning', 'Minor'] as const;
  const pick = <Item>(items: readonly Item[], n: number): Item => items[n % items.length] as Item;

  const storing = performance.now();
  for (let from = 0; from < facts; from += batch) {
    const documents = Array.from(
      { length: Math.min(batch, facts - from) },
      (_, index): IncidentFact => {
        const n = from + index;
        const createdAt = new Date(first + Math.floor((n / facts) * 365 * day));
        const teamId = pick(teams, n);
        const isResolved = n % 10 !== 0;
        return {
          _id: randomUUID(),
          organizationId,
          version: 3,
          integrationId: pick(integrations, n),
          integrationName: 'Probes',
          title: `Disk ${n % 977} of host ${n % 131} is full`,
          severity: pick(severities, n),
          status: isResolved ? 'Resolved' : 'Open',
          createdAt,
          held: [`${teamId} ${createdAt.toISOString()}`],
          acknowledgedAt: n % 4 === 0 ? [] : [new Date(createdAt.getTime() + (n % 3600) * 1000)],
          ...(isResolved
            ? { resolvedAt: new Date(createdAt.getTime() + (n % 86_400) * 1000) }
            : {}),
          escalatedAt: [],
          acts: [],
        };
      },
    );
    await factsOf(world).insertMany(documents, { ordered: false });
  }
  await positionsOf(world).insertOne({ _id: organizationId, from: now });
  console.log(`${facts} facts stored in ${seconds(storing)} s`);

  const packing = performance.now();
  await app.app.jobs.runAll((task) => task === 'incident-fact-days');
  console.log(
    `the days of them packed in ${seconds(packing)} s, which a task does in the background`,
  );

  const team = teams[0];
  const rows: Record<string, object> = {};
  await measure('(floor: a team by its id)', `/team/${team}`, 20);
  await measure('a team, a week', `/team/${team}/incident-report`, 20);
  await measure('a team, a week, engagement', `/team/${team}/engagement-report`, 10);
  await measure(
    'a team, 90 days',
    `/team/${team}/incident-report?From=2026-08-05&Until=2026-11-02`,
    5,
  );
  await measure('the organization, a week', '/incident-report', 5);
  await measure(
    'the organization, a year',
    '/incident-report?From=2025-11-02&Until=2026-11-02&TimeZoneId=Europe/Berlin',
    5,
  );
  console.table(rows);

  async function measure(name: string, path: string, times: number): Promise<void> {
    const took: number[] = [];
    let total: unknown;
    for (let n = 0; n < times; n += 1) {
      const begun = performance.now();
      const { status, body, text } = await api.get(path);
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
      took.push(performance.now() - begun);
      total = (body as { figures?: { total: { value: number } } }).figures?.total.value;
    }
    took.sort((a, b) => a - b);
    rows[name] = {
      incidents: total ?? '',
      'p50 ms': at(took, 0.5),
      'max ms': at(took, 1),
    };
  }
} finally {
  await app.stop();
}

function at(sorted: readonly number[], part: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
