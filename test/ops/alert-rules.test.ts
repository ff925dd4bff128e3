import { readFile } from 'node:fs/promises';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, withUpkeep } from '../support/app.ts';
import { openEvents } from '../support/events.ts';
import { signIn } from '../support/sessions.ts';
import { alert, makeIntegration, map, send } from '../support/webhook.ts';

let server: TestApp;
let integration: string;

beforeAll(async () => {
  server = await startTestApp();
  integration = await makeIntegration(server);
  await map(server, integration);
  await alert(server, integration, {});
  await alert(server, integration, { status: 'Resolved' });
  await alert(server, integration, { id: 'other', severity: 'Critical' });
  await send(server, '00000000-0000-4000-8000-000000000000', { body: '{}' });
  await server.app.jobs.runAll(withUpkeep);
});
afterAll(() => server.stop());

const read = (file: string) => readFile(new URL(`../../ops/${file}`, import.meta.url), 'utf8');
const metrics = async () => (await fetch(`${server.app.url}/metrics`)).text();

interface Rule {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

async function rules(): Promise<Rule[]> {
  const { groups } = load(await read('alert-rules.yaml')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap((group) => group.rules);
}

async function panelQueries(): Promise<string[]> {
  const { panels } = JSON.parse(await read('grafana-dashboard.json')) as {
    panels: { targets: { expr: string }[] }[];
  };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

/** Names of metrics in a query, and the labels that it selects or groups by. */
function partsOf(query: string): { names: string[]; labels: string[] } {
  const names = query.match(/\b(?:tocsin|process|nodejs)_\w+/g) ?? [];
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list?.split(', '));
  const selected = [...query.matchAll(/(\w+)(?:=~|!~|!=|=)"/g)].map(([, name]) => name);
  return { names, labels: [...grouped, ...selected].filter((name) => name !== undefined) };
}

describe('what operators import', () => {
  it('asks only for metrics and labels that the server has', async () => {
    const text = await metrics();
    const queries = [...(await rules()).map(({ expr }) => expr), ...(await panelQueries())];
    expect(queries.length).toBeGreaterThan(15);
    const typed = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
    const known = typed.flatMap(([, name = '', kind]) =>
      kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    );
    const sources = ['metric-groups.ts', 'task-metrics.ts'].map((file) =>
      readFile(new URL(`../../src/http/${file}`, import.meta.url), 'utf8'),
    );
    const source = (await Promise.all(sources)).join('\n');
    const declared = [...source.matchAll(/labelNames: \[(.*)\]/g)].flatMap(([, list]) =>
      list?.replaceAll("'", '').split(', '),
    );
    for (const query of queries) {
      const { names, labels } = partsOf(query);
      for (const name of names) expect(known, query).toContain(name);
      // `le` is of all histograms, `job` of Prometheus.
      for (const label of labels) expect([...declared, 'le', 'job'], query).toContain(label);
    }
  });

  it('every rule says how urgent it is and what is wrong', async () => {
    const all = await rules();
    expect(new Set(all.map((rule) => rule.alert)).size).toBe(all.length);
    for (const { alert: name, expr, labels, annotations } of all) {
      expect(name).toMatch(/^Tocsin[A-Z]\w+$/);
      expect(expr).toMatch(/[<>=]/);
      expect(['page', 'ticket']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/\w/);
      expect(annotations.description).toMatch(/\w/);
    }
  });
});

describe('payloads are counted', () => {
  it('by integration and outcome, until the integration is deleted', async () => {
    const counted = async () =>
      (await metrics()).split('\n').filter((line) => line.startsWith('tocsin_payloads_total{'));
    expect(await counted()).toEqual([
      `tocsin_payloads_total{integration="${integration}",outcome="Opened"} 2`,
      `tocsin_payloads_total{integration="${integration}",outcome="Resolved"} 1`,
    ]);
    expect((await server.api.delete(`/inbound-integration/${integration}`)).status).toBe(200);
    await server.app.jobs.runAll(withUpkeep);
    expect(await counted()).toEqual([]);
  });
});

it('pages that are told what changes are counted while they are open', async () => {
  const streams = async () => /^tocsin_event_streams (\d+)$/m.exec(await metrics())?.[1];
  expect(await streams()).toBe('0');
  const userId = await server.api.make('/user', { email: 'reader@example.com' });
  const { cookie } = await signIn(server, { userId });
  const events = await openEvents(server.app.url, cookie);
  await events.next(({ name }) => name === 'ready');
  expect(await streams()).toBe('1');
  events.close();
  await expect.poll(streams).toBe('0');
});
