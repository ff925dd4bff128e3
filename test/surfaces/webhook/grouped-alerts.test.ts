/**
 * A group of alerts is one incident: its title says which of them it was opened by, and an attribute which of them
 * still fire.
 */
import { beforeAll, expect, test } from 'vitest';
import { loadCatalogue } from '../../../src/catalogue/index.ts';
import type { TestApp } from '../../support/app.ts';
import { incidentsOf, makeIntegration } from '../../support/incidents.ts';
import { sharedTestApp } from '../../support/shared-app.ts';
import { send } from '../../support/webhook.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

const { types } = await loadCatalogue('templates');
const grouping = types.filter(({ preParser }) => preParser === 'alert-group').map(({ id }) => id);

const hosts = ['db-1', 'db-2', 'db-3', 'db-4'];

/** What Alertmanager posts when these of the hosts have a full disk and the others no longer. */
function group(...full: string[]) {
  const body = {
    version: '4',
    groupKey: '{}:{alertname="DiskAlmostFull"}',
    status: full.length > 0 ? 'firing' : 'resolved',
    commonLabels: { alertname: 'DiskAlmostFull', severity: 'critical' },
    commonAnnotations: {},
    alerts: hosts.map((instance) => ({
      status: full.includes(instance) ? 'firing' : 'resolved',
      labels: { alertname: 'DiskAlmostFull', severity: 'critical', instance },
      annotations: { summary: `Disk of ${instance} is 96 % full` },
      fingerprint: instance,
    })),
  };
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

test('the types that group alerts are known', () => {
  expect(grouping.length).toBeGreaterThan(3);
  const splitting = types.filter(({ split }) => split?.path === 'jsonBody.alerts');
  expect(splitting.map(({ id }) => id)).toEqual(grouping);
});

test.each(grouping)('%s: the title stays, and what fires is kept up to date', async (type) => {
  const { id, teamId } = await makeIntegration(server.api, type);
  const steps: [string[], string, string][] = [
    [hosts, 'Open', '4 of 4: db-1, db-2, db-3, db-4'],
    [['db-1', 'db-3'], 'Open', '2 of 4: db-1, db-3'],
    [['db-3'], 'Open', '1 of 4: db-3'],
    [[], 'Resolved', 'none of 4'],
  ];
  for (const [full, status, firing] of steps) {
    await send(server, id, group(...full));
    const incidents = await incidentsOf(server, teamId);
    expect(incidents).toMatchObject([
      { title: 'DiskAlmostFull (4): db-1, db-2, db-3 and 1 more', status },
    ]);
    expect(incidents[0]?.attributes).toContainEqual(
      expect.objectContaining({ name: 'Firing', value: firing }),
    );
  }
});

test.each(grouping)('%s: split alerts have titles of their own', async (type) => {
  const { id, teamId } = await makeIntegration(server.api, type, { splitAlerts: true });
  await send(server, id, group(...hosts));
  const incidents = await incidentsOf(server, teamId);
  const titles = incidents.map(({ title }) => title).toSorted();
  expect(titles).toEqual(hosts.map((host) => `Disk of ${host} is 96 % full`));
  for (const { attributes } of incidents)
    expect(attributes.map(({ name }) => name)).not.toContain('Firing');
});
