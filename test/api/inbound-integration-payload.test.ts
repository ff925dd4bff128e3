import { beforeAll, describe, expect, it } from 'vitest';
import { parseJsonBody } from '../../src/mapping/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { attribute, makeIntegration, map, plainMapping, send } from '../support/webhook.ts';

let t: TestApp;
let integrationId: string;

beforeAll(async () => {
  t = await sharedTestApp();
  integrationId = await makeIntegration(t);
  await map(t, integrationId);
});

const json = { 'content-type': 'application/json' };
const post = (body: object) =>
  send(t, integrationId, { headers: json, body: JSON.stringify(body) });
const payloads = `/inbound-integration/`;

describe('payloads of an integration', () => {
  it('are listed newest first and paged by id, with data only when asked for', async () => {
    const sent: string[] = [];
    for (let n = 0; n < 3; n += 1)
      sent.unshift(
        String((await post({ status: 'Open', title: 'x', id: `list-${n}` })).body.payloadId),
      );
    const list = async (query: string) =>
      (await t.api.get(`${payloads}${integrationId}/payloads/search/list?${query}`))
        .body as unknown as {
        payloads: { id: string; data: unknown; outcome: string }[];
        hasMore: boolean;
      };
    const first = await list('Limit=2');
    expect(first.payloads.map(({ id }) => id)).toEqual(sent.slice(0, 2));
    expect(first.hasMore).toBe(true);
    expect(first.payloads[0]).toMatchObject({ outcome: 'Opened', data: null });
    const rest = await list(`Limit=2&IdLessThan=${sent[1]}&IncludeData=true`);
    expect(rest.payloads[0]).toMatchObject({ id: sent[2], data: { jsonBody: { id: 'list-0' } } });
    expect(
      (await t.api.get(`${payloads}${integrationId}/payloads/search/list?IdLessThan=x`)).status,
    ).toBe(400);
  });

  it('say why: every step of the mapping and what became of it', async () => {
    const answer = await post({ status: 'Open', severity: 'odd', title: 'why', id: 'trace' });
    const { body } = await t.api.get(
      `${payloads}${integrationId}/payloads/${answer.body.payloadId}`,
    );
    expect(body).toMatchObject({ outcome: 'Opened', incidentId: answer.body.incidentId });
    expect(body.trace).toContainEqual(
      expect.objectContaining({ attribute: 'Severity', reason: 'invalid-value' }),
    );
    expect(body.trace).toContainEqual(
      expect.objectContaining({ attribute: 'Title', evaluation: 'jsonPath', result: 'why' }),
    );
    expect(JSON.stringify(body.decisions)).toContain('No open incident had this correlation');
  });

  it('keep the digits of numbers that a double would change', async () => {
    const { body } = await send(t, integrationId, {
      headers: json,
      body: '{"status":"Open","title":"n","id":12345678901234567890,"host":1.10}',
    });
    const stored = await t.api.get(`${payloads}${integrationId}/payloads/${body.payloadId}`);
    expect(stored.text).toContain('"id":12345678901234567890');
    const incident = await t.api.get(`/incident/search/${body.incidentId}`);
    expect(incident.body.attributes).toContainEqual(
      expect.objectContaining({ name: 'Host', value: '1.10' }),
    );
  });

  it('can be replayed through the mapping as it is saved now', async () => {
    const failed = await post({ title: 'replay', id: 'replay', state: 'Open' });
    expect(failed.body.outcome).toBe('Failed');
    await t.api.put(`/inbound-integration/${integrationId}/mapping`, {
      attributesMapping: {
        attributes: [{ name: 'Status', mappings: [{ static: 'Open' }] }, ...plainMapping.slice(1)],
      },
    });
    const replayed = await t.api.post(
      `${payloads}${integrationId}/payloads/${failed.body.payloadId}/replay`,
    );
    expect(replayed.body).toMatchObject({ outcome: 'Opened' });
    expect(replayed.body.payloadId).not.toBe(failed.body.payloadId);
    const audit = await t.api.get('/auditlog/list?Action=payload.replay');
    expect(audit.body.items).toHaveLength(1);
    await t.api.put(`/inbound-integration/${integrationId}/mapping`, {
      attributesMapping: { attributes: plainMapping },
    });
  });

  it('are not found under another integration, and not shown to another organization or a mere member', async () => {
    const { body } = await post({ status: 'Open', title: 'x', id: 'foreign' });
    const other = await makeIntegration(t);
    expect((await t.api.get(`${payloads}${other}/payloads/${body.payloadId}`)).status).toBe(404);
    expect(
      (await t.api.get(`${payloads}${integrationId}/payloads/000000000000000000000000`)).status,
    ).toBe(404);
    expect((await t.api.get(`${payloads}${integrationId}/payloads/no-object-id`)).status).toBe(404);
  });
});

describe('POST /inbound-integration-mapping/evaluate', () => {
  const path = '/inbound-integration-mapping/evaluate';
  const request = (body: object) => ({
    contentType: 'application/json',
    body: JSON.stringify(body),
  });

  it('evaluates the default mapping of a type, and changes nothing', async () => {
    const { body } = await t.api.post(path, {
      type: 'prometheus',
      request: request({
        status: 'firing',
        groupKey: 'g',
        commonLabels: { severity: 'page', alertname: 'A' },
      }),
    });
    expect(body).toMatchObject({
      outcome: 'Open',
      status: 'Open',
      severity: 'Critical',
      title: 'A',
      correlationId: 'g',
      failure: null,
      effect: null,
    });
    expect(body.trace).toContainEqual(
      expect.objectContaining({ attribute: 'Status', evaluation: 'jsonPath' }),
    );
  });

  it.each([
    ['a small payload', ''],
    ['a large one', 'x'.repeat(70_000)],
  ])('reads %s in the charset that the call is in', async (_, filler) => {
    const call = {
      attributesMapping: {
        attributes: [
          { name: 'Status', mappings: [{ static: 'Open' }] },
          { name: 'Severity', mappings: [{ static: 'Minor' }] },
          { name: 'Title', mappings: [{ jsonPath: '$.jsonBody.title' }] },
        ],
      },
      payload: { jsonBody: { title: 'Größe €', filler } },
    };
    const answer = await fetch(`${t.app.url}/api/public/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-16le', 'x-api-key': t.key },
      body: Buffer.from(JSON.stringify(call), 'utf16le'),
    });
    expect([answer.status, await answer.json()]).toEqual([
      200,
      expect.objectContaining({ outcome: 'Open', title: 'Größe €' }),
    ]);
  });

  it('prefers the mapping given, and takes a payload that is wrapped already', async () => {
    const { body } = await t.api.post(path, {
      integrationId,
      attributesMapping: {
        attributes: [
          { name: 'Status', mappings: [{ static: 'Resolved' }] },
          { name: 'Severity', mappings: [{ static: 'Minor' }] },
          { name: 'Id', mappings: [{ regex: '\\d+' }] },
        ],
      },
      payload: { textBody: 'number 42' },
    });
    expect(body).toMatchObject({ outcome: 'Resolved', severity: 'Minor' });
    expect(body.effect).toMatchObject({ outcome: 'Resolved', incidentId: null });
  });

  it('reads a stored payload again, digits and all', async () => {
    const { body } = await send(t, integrationId, {
      headers: json,
      body: '{"status":"Open","title":"n","id":12345678901234567890,"host":1.10}',
    });
    const stored = { integrationId, payloadId: body.payloadId };
    const answer = await t.api.post(path, stored);
    expect(answer.body).toMatchObject({ correlationId: '12345678901234567890', title: 'n' });
    const { used, limit } = answer.body.budget as { used: number; limit: number };
    expect(used).toBeGreaterThan(0);
    expect(limit).toBeGreaterThan(used);
    expect((await t.api.post(path, { payloadId: body.payloadId })).status).toBe(400);
    const other = await makeIntegration(t);
    expect((await t.api.post(path, { ...stored, integrationId: other })).status).toBe(404);
  });

  it('keeps the digits of numbers in a wrapped payload, as the webhook does', async () => {
    const digits = '[1.10,12345678901234567890,-0,1e5]';
    const { body } = await t.api.post(path, {
      attributesMapping: {
        attributes: [
          { name: 'Status', mappings: [{ static: 'Open' }] },
          { name: 'Severity', mappings: [{ static: 'Minor' }] },
          { name: 'Digits', mappings: [{ jsonPath: '$.jsonBody' }] },
        ],
      },
      payload: parseJsonBody(`{"jsonBody":${digits}}`),
    });
    expect(body.attributes).toMatchObject([{ name: 'Digits', value: digits }]);
  });

  it('tells what would happen at an integration: to which incident, under which quiet time', async () => {
    const alarm = { status: 'Open', title: 'x', id: 'dry' };
    const effect = async (body: object) =>
      (await t.api.post(path, { integrationId, request: request(body) })).body.effect;
    expect(await effect(alarm)).toMatchObject({
      outcome: 'Opened',
      incidentId: null,
      isRateLimited: false,
    });
    const { incidentId } = (await post(alarm)).body;
    expect(await effect(alarm)).toMatchObject({ outcome: 'Updated', incidentId });
    expect(await effect({ ...alarm, status: 'Resolved' })).toMatchObject({
      outcome: 'Resolved',
      incidentId,
    });
    await t.api.make('/inbound-integration-maintenance-windows', {
      integrationId,
      start: null,
      end: null,
      type: 'maintenance',
    });
    expect(await effect(alarm)).toMatchObject({
      outcome: 'Maintenance',
      maintenance: 'maintenance',
    });
    expect((await t.api.get(`/incident/search/${incidentId}`)).body).toMatchObject({
      eventsTotalCount: 1,
    });
  });

  it('refuses a mapping that cannot be saved, with the place of each fault', async () => {
    const { status, body } = await t.api.post(path, {
      attributesMapping: { attributes: [{ name: 'Status', mappings: [{ regex: '(' }] }] },
      payload: {},
    });
    expect(status).toBe(400);
    expect(Object.keys(body.errors as object)).toContain(
      'attributesMapping.attributes[0].mappings[0].regex',
    );
  });

  it('says what is missing, and refuses unknown types and integrations', async () => {
    expect((await t.api.post(path, { type: 'Webhook' })).status).toBe(400);
    expect((await t.api.post(path, { type: 'NoSuchTool', payload: {} })).status).toBe(400);
    expect(
      (
        await t.api.post(path, {
          integrationId: '00000000-0000-4000-8000-000000000000',
          payload: {},
        })
      ).status,
    ).toBe(404);
  });
});

describe('POST /inbound-integration/{id}/payloads', () => {
  it('takes the sample of the type, and a request of the caller, as if they had been sent', async () => {
    const grafana = await makeIntegration(t, {
      type: 'Grafana',
      webhookAuthentication: { type: 'bearer', bearer: { token: 'tool-only' } },
    });
    const path = `${payloads}${grafana}/payloads`;
    const sample = await t.api.post(path, {});
    expect(sample.body).toMatchObject({ outcome: 'Opened' });
    const type = await t.api.get('/inbound-integration/types/Grafana');
    expect(type.body.sample).toMatchObject({ contentType: 'application/json' });
    const again = await t.api.post(path, { request: type.body.sample });
    expect(again.body).toMatchObject({ outcome: 'Updated', incidentId: sample.body.incidentId });
    const audit = await t.api.get('/auditlog/list?Action=payload.test');
    expect(audit.body.items).toHaveLength(2);
  });

  it('refuses types that receive no requests', async () => {
    const monitor = await makeIntegration(t, { type: 'HeartbeatMonitor' });
    expect((await t.api.post(`${payloads}${monitor}/payloads`, {})).status).toBe(400);
  });
});

describe('POST /inbound-integration/{id}/payloads/evaluate', () => {
  interface Evaluation {
    payloads: {
      id: string;
      outcome: string;
      before: { outcome: string; title: string | null };
      after: { outcome: string; title: string | null };
      changedAttributes: string[];
    }[];
    before: object;
    after: object;
    stoppedBy: string | null;
  }
  const evaluate = async (id: string, body: object) => {
    const answer = await t.api.post(`${payloads}${id}/payloads/evaluate`, body);
    if (answer.status !== 200) throw new Error(JSON.stringify(t.log.slice(-1)).slice(0, 1500));
    expect(answer.status).toBe(200);
    return answer.body as unknown as Evaluation;
  };
  const sendAll = async (id: string, bodies: readonly object[]) => {
    for (const body of bodies) {
      const { status } = await send(t, id, { headers: json, body: JSON.stringify(body) });
      expect(status).toBe(200);
    }
  };

  it('says what another mapping would have made of them, and changes nothing', async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    await sendAll(id, [
      { status: 'Open', title: 'Disk', id: 'a', host: 'db-1' },
      { status: 'Open', title: 'Disk', id: 'b', host: 'db-1' },
      { status: 'Resolved', title: 'Disk', id: 'a', host: 'db-1' },
    ]);
    const incidents = (await t.api.get('/incident/search/list')).text;
    const attributes = plainMapping.map((one) =>
      one.name === 'CorrelationId' ? { ...one, mappings: [{ jsonPath: '$.jsonBody.host' }] } : one,
    );
    const renamed = attributes.map((one) => (one.name === 'Host' ? { ...one, name: 'Node' } : one));
    const result = await evaluate(id, { attributesMapping: { attributes: renamed } });
    expect(result.payloads.map(({ before, after }) => [before.outcome, after.outcome])).toEqual([
      ['Resolved', 'Resolved'],
      ['Opened', 'Updated'],
      ['Opened', 'Opened'],
    ]);
    expect(result.payloads.map(({ outcome }) => outcome)).toEqual(['Resolved', 'Opened', 'Opened']);
    expect(result.payloads[0]?.changedAttributes.toSorted()).toEqual(['Host', 'Node']);
    expect(result.before).toMatchObject({ opened: 2, updated: 0, resolved: 1 });
    expect(result.after).toMatchObject({ opened: 1, updated: 1, resolved: 1 });
    expect(result.stoppedBy).toBeNull();
    expect((await t.api.get('/incident/search/list')).text).toBe(incidents);
  });

  it('tries the default of the type, and as many as it is asked for', async () => {
    const id = await makeIntegration(t);
    await map(t, id, [attribute('Status', '$.jsonBody.nothing')]);
    await sendAll(id, [
      { status: 'Open', title: 'One', id: 'a' },
      { status: 'Open', title: 'Two', id: 'b' },
    ]);
    const { payloads: tried, before, after } = await evaluate(id, { limit: 1 });
    expect(tried).toHaveLength(1);
    expect(tried[0]).toMatchObject({ before: { outcome: 'Failed' }, after: { title: 'Two' } });
    expect(before).toMatchObject({ failed: 1 });
    expect(after).toMatchObject({ failed: 0, opened: 1 });
  });

  it('stops where there is more than it may read, and says so', async () => {
    const id = await makeIntegration(t);
    await map(t, id);
    const big = 'x'.repeat(1_700_000);
    await sendAll(id, [
      { status: 'Open', title: 'One', id: 'a', big },
      { status: 'Open', title: 'Two', id: 'b', big },
    ]);
    const { payloads: tried, stoppedBy } = await evaluate(id, {});
    expect(tried.map(({ after }) => after.title)).toHaveLength(1);
    expect(stoppedBy).toBe('size');
  });

  it('names the mistakes of a mapping', async () => {
    const answer = await t.api.post(`${payloads}${integrationId}/payloads/evaluate`, {
      attributesMapping: { attributes: [{ name: 'Title', mappings: [{ regex: '(' }] }] },
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors ?? {})).toEqual([
      'attributesMapping.attributes[0].mappings[0].regex',
    ]);
  });
});
