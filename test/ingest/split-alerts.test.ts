import { beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { incidentsOf, makeIntegration, payloadsOf } from '../support/incidents.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

const alert = (instance: string, status = 'firing') => ({
  status,
  labels: { alertname: 'DiskFull', instance, severity: 'critical' },
  annotations: { summary: `Disk of ${instance} is full` },
  fingerprint: `fp-${instance}`,
});

const group = (...alerts: ReturnType<typeof alert>[]) => ({
  version: '4',
  groupKey: '{}:{alertname="DiskFull"}',
  status: alerts.some(({ status }) => status === 'firing') ? 'firing' : 'resolved',
  commonLabels: { alertname: 'DiskFull', severity: 'critical' },
  commonAnnotations: {},
  alerts,
});

async function post(webhook: string, body: unknown): Promise<Record<string, unknown>> {
  const answer = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

describe('with the switch on', () => {
  test('one request opens one incident per alert, and one of them can end', async () => {
    const { id, teamId, webhook } = await makeIntegration(server.api, 'PrometheusAlertmanager', {
      splitAlerts: true,
    });
    const answer = await post(webhook, group(alert('db-1'), alert('db-2'), alert('db-3')));
    expect(answer).toMatchObject({ outcome: 'Opened' });
    const opened = await incidentsOf(server, teamId);
    expect(opened.map(({ title }) => title).sort()).toEqual([
      'Disk of db-1 is full',
      'Disk of db-2 is full',
      'Disk of db-3 is full',
    ]);
    expect(opened.map(({ id: incidentId }) => incidentId)).toContain(answer.incidentId);

    await post(webhook, group(alert('db-1'), alert('db-2', 'resolved'), alert('db-3')));
    const states = (await incidentsOf(server, teamId)).map(({ title, status }) => [title, status]);
    expect(Object.fromEntries(states)).toEqual({
      'Disk of db-1 is full': 'Open',
      'Disk of db-2 is full': 'Resolved',
      'Disk of db-3 is full': 'Open',
    });
    // One request is one payload, whatever is in it.
    expect(await payloadsOf(server, id)).toHaveLength(2);
  });

  test('an alert that comes back after its end is a new incident', async () => {
    const { teamId, webhook } = await makeIntegration(server.api, 'PrometheusAlertmanager', {
      splitAlerts: true,
    });
    await post(webhook, group(alert('db-1'), alert('db-2')));
    await post(webhook, group(alert('db-1', 'resolved'), alert('db-2')));
    await post(webhook, group(alert('db-1'), alert('db-2')));
    const incidents = await incidentsOf(server, teamId);
    expect(incidents.map(({ title, status }) => `${title}: ${status}`).sort()).toEqual([
      'Disk of db-1 is full: Open',
      'Disk of db-1 is full: Resolved',
      'Disk of db-2 is full: Open',
    ]);
  });
});

test('with the switch off, which is how it starts, the group is one incident', async () => {
  const { teamId, webhook } = await makeIntegration(server.api, 'PrometheusAlertmanager');
  await post(webhook, group(alert('db-1'), alert('db-2')));
  await post(webhook, group(alert('db-1', 'resolved'), alert('db-2')));
  expect(await incidentsOf(server, teamId)).toMatchObject([{ status: 'Open' }]);
  await post(webhook, group(alert('db-1', 'resolved'), alert('db-2', 'resolved')));
  expect(await incidentsOf(server, teamId)).toMatchObject([{ status: 'Resolved' }]);
});

test('what a receiver type gets at its webhook is split whatever the switch says', async () => {
  const { teamId, webhook } = await makeIntegration(server.api, 'AlertmanagerApiV2', {
    splitAlerts: false,
  });
  await post(webhook, [alert('db-1'), alert('db-2')]);
  expect(await incidentsOf(server, teamId)).toHaveLength(2);
});
