import { beforeAll, describe, expect, it } from 'vitest';
import { type IncidentDocument, incidentModel } from '../../src/incidents/index.ts';
import { payloadModel, rawBodyOf } from '../../src/ingest/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { alert, makeIntegration, map, send } from '../support/webhook.ts';

let t: TestApp;

beforeAll(async () => {
  t = await sharedTestApp();
});

function incidentsOf(integrationId: string): Promise<IncidentDocument[]> {
  return incidentModel(t.app.world.store).find({ integrationId }).sort({ _id: 1 }).lean();
}

async function fresh(settings?: Record<string, unknown>): Promise<string> {
  const id = await makeIntegration(t, settings);
  await map(t, id);
  return id;
}

describe('many at once', () => {
  it('64 identical alerts make one incident with 64 events', async () => {
    const id = await fresh();
    const answers = await Promise.all(Array.from({ length: 64 }, () => alert(t, id, {})));
    expect(answers.filter(({ body }) => body.outcome === 'Opened')).toHaveLength(1);
    expect(answers.filter(({ body }) => body.outcome === 'Updated')).toHaveLength(63);
    const incidents = await incidentsOf(id);
    expect(incidents).toHaveLength(1);
    expect(incidents[0]?.eventsTotalCount).toBe(64);
    expect(incidents[0]?.version).toBe(64);
    const events = new Set(
      incidents[0]?.events.map(({ by }) => by && 'payloadId' in by && by.payloadId),
    );
    expect(events).toEqual(new Set(answers.map(({ body }) => body.payloadId)));
  });

  it('400 of 20 problems: each has its own incident, with its payloads in order of arrival', async () => {
    const id = await fresh();
    const answers = await Promise.all(
      Array.from({ length: 400 }, (_, n) => alert(t, id, { id: `p${n % 20}`, host: String(n) })),
    );
    const incidents = await incidentsOf(id);
    expect(incidents).toHaveLength(20);
    for (const incident of incidents) {
      const ids = incident.events.map(({ by }) => (by && 'payloadId' in by ? by.payloadId : ''));
      expect(ids).toHaveLength(20);
      expect(ids).toEqual(ids.toSorted());
      const last = await payloadModel(t.app.world.store).findById(ids.at(-1)).lean();
      const { host } = JSON.parse(last ? Buffer.from(rawBodyOf(last).body).toString() : '');
      expect(incident.attributes.find(({ name }) => name === 'Host')?.value).toBe(host);
    }
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });

  it('open and resolved in turns: each answer is true, and what is open at the end is what the last one said', async () => {
    const id = await fresh();
    await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        alert(t, id, {
          id: `p${n % 4}`,
          status: Math.floor(n / 4) % 2 === 0 ? 'Open' : 'Resolved',
        }),
      ),
    );
    const payloads = await payloadModel(t.app.world.store)
      .find({ integrationId: id })
      .sort({ _id: 1 })
      .lean();
    expect(payloads).toHaveLength(120);
    const incidents = await incidentsOf(id);
    for (let n = 0; n < 4; n += 1) {
      const own = incidents.filter(({ correlationId }) => correlationId === `p${n}`);
      const ids = new Map(own.map((incident) => [incident._id, incident]));
      let open: string | null = null;
      for (const payload of payloads.filter(({ incidentId }) => ids.has(incidentId ?? ''))) {
        const expected = open === null ? ['Opened', 'Resolved'] : ['Updated', 'Resolved'];
        expect(expected).toContain(payload.outcome);
        if (open !== null) expect(payload.incidentId).toBe(open);
        open = payload.outcome === 'Resolved' ? null : payload.incidentId;
      }
      expect(own.filter(({ status }) => status === 'Open').map(({ _id }) => _id)).toEqual(
        open === null ? [] : [open],
      );
    }
  });

  it('a person works on the incident while alerts come in: nothing of either is lost', async () => {
    const id = await fresh();
    const { body } = await alert(t, id, {});
    const comment = (n: number) =>
      t.api.patch(`/incident/${body.incidentId}`, {
        operations: { appendIntent: { intent: 'Commented', message: `comment ${n}` } },
      });
    const [alerts, comments] = await Promise.all([
      Promise.all(Array.from({ length: 30 }, () => alert(t, id, {}))),
      (async () => {
        const statuses: number[] = [];
        for (let n = 0; n < 10; n += 1) statuses.push((await comment(n)).status);
        return statuses;
      })(),
    ]);
    const written = comments.filter((status) => status === 200).length;
    expect(comments.every((status) => status === 200 || status === 409)).toBe(true);
    expect(alerts.every(({ body: { outcome } }) => outcome === 'Updated')).toBe(true);
    const [incident] = await incidentsOf(id);
    expect(incident?.events.filter(({ intent }) => intent === 'Updated')).toHaveLength(30);
    expect(incident?.events.filter(({ intent }) => intent === 'Commented')).toHaveLength(written);
    expect(incident?.eventsTotalCount).toBe(31 + written);
  });

  it('bodies of 3 MB from eight at once', async () => {
    const id = await fresh();
    const host = 'x'.repeat(3 * 1024 * 1024 - 200);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => alert(t, id, { id: `big${n}`, ignored: host })),
    );
    expect(answers.map(({ status, body }) => [status, body.outcome])).toEqual(
      Array.from({ length: 8 }, () => [200, 'Opened']),
    );
  });
});

describe('groups at once', () => {
  it('50 problems of one rack are 50 subincidents of one incident', async () => {
    const id = await makeIntegration(t);
    await map(t, id, [
      { name: 'Status', mappings: [{ jsonPath: '$.jsonBody.status' }] },
      { name: 'Severity', mappings: [{ static: 'Minor' }] },
      { name: 'CorrelationId', mappings: [{ jsonPath: '$.jsonBody.id' }] },
      { name: 'Rack', isGroupingKey: true, mappings: [{ static: 'r1' }] },
    ]);
    await Promise.all(Array.from({ length: 50 }, (_, n) => alert(t, id, { id: `n${n}` })));
    const incidents = await incidentsOf(id);
    expect(incidents).toHaveLength(1);
    expect(incidents[0]?.subIncidents).toHaveLength(50);
    await Promise.all(
      Array.from({ length: 50 }, (_, n) => alert(t, id, { id: `n${n}`, status: 'Resolved' })),
    );
    const [resolved] = await incidentsOf(id);
    expect(resolved?.status).toBe('Resolved');
    const again = await alert(t, id, { id: 'n1' });
    expect(again.body.outcome).toBe('Opened');
    expect(again.body.incidentId).not.toBe(resolved?._id);
  });
});

describe('payloads of several alerts', () => {
  const alertmanager = (alerts: object[]) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ version: '4', status: 'firing', groupKey: 'g', alerts }),
  });
  const firing = (name: string, status = 'firing') => ({
    status,
    fingerprint: name,
    labels: { alertname: name, severity: 'critical' },
    annotations: { summary: `${name} is down` },
  });

  it('each alert has its incident; the payload names them all', async () => {
    const id = await makeIntegration(t, { type: 'PrometheusAlertmanager', splitAlerts: true });
    const sent = await send(t, id, alertmanager([firing('a'), firing('b'), firing('a')]));
    expect(sent.body.outcome).toBe('Opened');
    const incidents = await incidentsOf(id);
    expect(incidents.map(({ title }) => title).toSorted()).toEqual(['a is down', 'b is down']);
    const payload = await payloadModel(t.app.world.store)
      .findById(sent.body.payloadId as string)
      .lean();
    expect(payload?.incidentIds).toHaveLength(3);
    expect(payload?.incidentIds?.[0]).toBe(payload?.incidentIds?.[2]);
    expect(new Set(payload?.incidentIds)).toEqual(new Set(incidents.map(({ _id }) => _id)));
    await send(t, id, alertmanager([firing('a', 'resolved')]));
    const open = (await incidentsOf(id)).filter(({ status }) => status === 'Open');
    expect(open.map(({ title }) => title)).toEqual(['b is down']);
  });

  it('of very many the first thousand are read, the payload says so, and others are answered meanwhile', async () => {
    const id = await makeIntegration(t, { type: 'PrometheusAlertmanager', splitAlerts: true });
    const other = await fresh();
    const [sent, meanwhile] = await Promise.all([
      send(t, id, alertmanager(Array.from({ length: 1_100 }, (_, n) => firing(`n${n}`)))),
      alert(t, other, {}),
    ]);
    expect([sent.status, meanwhile.status]).toEqual([200, 200]);
    const titles = (await incidentsOf(id)).map(({ title }) => title);
    expect(titles.filter((title) => title.endsWith(' is down'))).toHaveLength(1_000);
    // Alarms that nobody has read are one themselves.
    expect(titles).toHaveLength(1_001);
    const { body } = await t.api.get(`/inbound-integration/${id}/payloads/${sent.body.payloadId}`);
    expect(JSON.stringify(body.decisions)).toContain('only the first 1000');
  });
});
