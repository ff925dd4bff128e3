import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { incidentModel } from '../../src/incidents/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { alert, makeIntegration, map, send } from '../support/webhook.ts';

/** An alarm that the mapping of an integration cannot read is an alarm. */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t?.stop());

const broken = { status: 'DB IS DOWN', id: 'db' };
const readable = { status: 'Open', id: 'disk', title: 'Disk full' };

async function integration(settings: Record<string, unknown> = {}): Promise<string> {
  const id = await makeIntegration(t, { displayName: 'Hook', ...settings });
  await map(t, id);
  return id;
}

const title = 'Hook sent something that its mapping cannot read';
const incidentsOf = (integrationId: string) =>
  incidentModel(t.app.world.store).find({ integrationId, title }).sort({ _id: 1 }).lean();
const statesOf = async (id: string) => (await incidentsOf(id)).map(({ status }) => status);

async function minutesLater(minutes: number): Promise<void> {
  t.clock.advance(minutes * 60);
  await t.app.jobs.runAll();
}

test('a payload that cannot be read opens one incident, which the next ones update', async () => {
  const id = await integration();
  const first = await alert(t, id, broken);
  expect(first.body).toMatchObject({ outcome: 'Failed', incidentId: expect.any(String) });
  const second = await alert(t, id, { status: 'gone', id: 'x' });
  expect(second.body).toMatchObject({ outcome: 'Failed', incidentId: first.body.incidentId });
  const [incident, ...others] = await incidentsOf(id);
  expect(others).toEqual([]);
  expect(incident).toMatchObject({ status: 'Open', severity: 'Warning' });
  const values = new Map(incident?.attributes.map(({ name, value }) => [name, value]));
  expect(values.get('Reason')).toContain('Status has no valid value');
  expect(values.get('Payload')).toBe(second.body.payloadId);
  const path = `/inbound-integration/${id}/payloads/${first.body.payloadId}`;
  const { body } = await t.api.get(path);
  expect(body).toMatchObject({ outcome: 'Failed', incidentId: first.body.incidentId });
  expect(body.reason).toContain('“DB IS DOWN” is not Open or Resolved');
});

test('what a mapping says of anything else is said of nothing, too: the alert opens', async () => {
  const id = await makeIntegration(t, { displayName: 'Fallback' });
  const step = (path: string, map: string) => [{ jsonPath: `$.jsonBody.${path}` }, { map }];
  await map(t, id, [
    { name: 'Status', mappings: step('st', 'r->Resolved,->Open') },
    { name: 'Severity', mappings: step('sev', 'P1->Critical,->Warning') },
    { name: 'Id', mappings: [{ jsonPath: '$.jsonBody.id' }] },
  ]);
  for (const [index, body] of [{ st: '' }, { status: 'DB IS DOWN', sev: 'P1' }].entries()) {
    const { body: answer } = await alert(t, id, { ...body, id: index });
    expect(answer, JSON.stringify(body)).toMatchObject({
      outcome: 'Opened',
      incidentId: expect.any(String),
    });
  }
});

test('it ends by itself once payloads are read again, and says so', async () => {
  const id = await integration();
  await alert(t, id, broken);
  await minutesLater(10);
  expect(await statesOf(id), 'nothing was read').toEqual(['Open']);
  expect((await alert(t, id, readable)).body.outcome).toBe('Opened');
  await minutesLater(0);
  expect(await statesOf(id)).toEqual(['Resolved']);
  const [incident] = await incidentsOf(id);
  expect(incident?.attributes[0]).toMatchObject({
    name: 'Reason',
    value: expect.stringContaining('was read'),
  });
});

test('one that is read in between does not end it while others fail', async () => {
  const id = await integration();
  for (let turn = 0; turn < 3; turn += 1) {
    await alert(t, id, broken);
    await alert(t, id, readable);
    await minutesLater(1);
  }
  expect(await statesOf(id)).toEqual(['Open']);
  await minutesLater(5);
  expect(await statesOf(id)).toEqual(['Resolved']);
  // It comes back as the same incident.
  await alert(t, id, broken);
  expect(await statesOf(id)).toEqual(['Open']);
});

test('a request that asks no mapping does not end it', async () => {
  const id = await integration({ type: 'Grafana' });
  await alert(t, id, broken);
  t.clock.advance(600);
  await send(t, id, { method: 'GET' });
  await minutesLater(0);
  expect(await statesOf(id)).toEqual(['Open']);
});

test('a person may end it; the next one opens another', async () => {
  const id = await integration();
  const { body } = await alert(t, id, broken);
  const path = `/incident/${body.incidentId}`;
  const operations = { appendIntent: { intent: 'Resolved' } };
  expect((await t.api.patch(path, { operations })).status).toBe(200);
  await alert(t, id, broken);
  expect(await statesOf(id)).toEqual(['Resolved', 'Open']);
});

test('an alert that is read beside one that is not has its own incident, which the payload names', async () => {
  const id = await makeIntegration(t, {
    displayName: 'Hook',
    type: 'PrometheusAlertmanager',
    splitAlerts: true,
  });
  await map(t, id, [
    { name: 'Status', mappings: [{ jsonPath: '$.jsonBody.status' }, { map: 'firing->Open' }] },
    { name: 'Severity', mappings: [{ static: 'Critical' }] },
    { name: 'CorrelationId', mappings: [{ jsonPath: '$.jsonBody.groupKey' }] },
  ]);
  const labels = { alertname: 'A' };
  const alerts = [
    { status: 'strange', labels, fingerprint: '1' },
    { status: 'firing', labels, fingerprint: '2' },
  ];
  const { body } = await alert(t, id, { status: 'firing', groupKey: 'g', alerts });
  expect(body.outcome).toBe('Opened');
  expect((await incidentsOf(id)).map(({ _id }) => _id)).not.toContain(body.incidentId);
  expect(await statesOf(id)).toEqual(['Open']);
});

describe('nobody is told', () => {
  test.each<[string, Record<string, unknown>]>([
    ['where the integration ignores them', { unreadablePayloads: 'Ignore' }],
    ['in a maintenance', { isInMaintenance: true }],
  ])('%s', async (_where, settings) => {
    const id = await integration(settings);
    const { body } = await alert(t, id, broken);
    expect(body).toMatchObject({ outcome: 'Failed', incidentId: null });
    expect(await statesOf(id)).toEqual([]);
  });

  test('of a payload that is tried out, or replayed by somebody', async () => {
    const id = await integration({ unreadablePayloads: 'Ignore' });
    const { body } = await alert(t, id, broken);
    const settings = (await t.api.get(`/inbound-integration/${id}`)).body;
    const open = { ...settings, unreadablePayloads: 'Open' };
    expect((await t.api.put(`/inbound-integration/${id}`, open)).status).toBe(200);
    const path = `/inbound-integration/${id}/payloads/${body.payloadId}/replay`;
    const replayed = await t.api.post(path, {});
    expect(replayed.status, replayed.text).toBe(200);
    expect(replayed.body).toMatchObject({ outcome: 'Failed' });
    expect(await statesOf(id)).toEqual([]);
  });

  test('by a muted integration, which opens a muted incident', async () => {
    const id = await integration({ isMuted: true });
    await alert(t, id, broken);
    expect(await incidentsOf(id)).toMatchObject([{ isMuted: true, status: 'Open' }]);
  });
});
