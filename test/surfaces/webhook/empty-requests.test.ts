import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCatalogue } from '../../../src/catalogue/index.ts';
import { receivesRequests } from '../../../src/integrations/index.ts';
import type { TestApp } from '../../support/app.ts';
import { decisionsOf, incidentsOf, makeIntegration, payloadsOf } from '../../support/incidents.ts';
import { sharedTestApp } from '../../support/shared-app.ts';
import { send, sendTo } from '../../support/webhook.ts';

/** A browser, a link preview or a port scan that finds a webhook URL is no alert. */

const { types } = await loadCatalogue(join(import.meta.dirname, '../../../templates'));
// Where every request is a sign of life, none is a payload.
const fed = types.filter((type) => receivesRequests(type) && type.source !== 'heartbeat');

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

const methods = ['GET', 'HEAD', 'OPTIONS', 'PUT', 'POST', 'DELETE'];

test('a request with neither body nor query is stored and opens nothing, for every type but the plain webhook', async () => {
  const teamId = await server.api.make('/team', { displayName: 'Team' });
  await Promise.all(
    fed.map(async ({ id: type }, index) => {
      const id = await server.api.make('/inbound-integration', {
        displayName: type,
        teamId,
        type,
      });
      const method = methods[index % methods.length] ?? 'GET';
      const { status } = await send(server, id, { method });
      expect(status, type).toBe(200);
      const payloads = await payloadsOf(server, id);
      expect(payloads.map(({ outcome }) => outcome)).toEqual([
        type === 'Webhook' ? 'Opened' : 'Discarded',
      ]);
      if (type === 'Webhook') return;
      for (const { id: payloadId, reason } of payloads) {
        expect(reason, type).toContain('neither a body nor a query');
        const decisions = await decisionsOf(server, id, payloadId);
        expect(decisions, type).toContainEqual(
          expect.objectContaining({ step: 'set-aside', result: reason }),
        );
      }
    }),
  );
  expect(await incidentsOf(server, teamId)).toHaveLength(1);
});

describe('of one type', () => {
  test.each(methods)(
    '%s without content is discarded, with content it is an alert',
    async (method) => {
      const { id, webhook } = await makeIntegration(server.api, 'Grafana');
      const outcomeOf = async (url: string) => {
        await sendTo(url, { method });
        return (await payloadsOf(server, id)).at(-1)?.outcome;
      };
      expect(await outcomeOf(webhook)).toBe('Discarded');
      // Only a key that the sender was told to put there.
      expect(await outcomeOf(`${webhook}?token=abc`)).toBe('Discarded');
      expect(await outcomeOf(`${webhook}?ruleName=disk`)).toBe('Opened');
    },
  );
});

test('an event whose attributes stand in headers has content', async () => {
  const { webhook } = await makeIntegration(server.api, 'CloudEvents');
  const { body } = await sendTo(webhook, {
    headers: {
      'ce-specversion': '1.0',
      'ce-type': 'com.example.down',
      'ce-source': '/db',
      'ce-id': '1',
    },
  });
  expect(body.outcome).toBe('Opened');
});

test('what only announces a problem beyond the first of a list is shown by a dry run of its type', async () => {
  for (const type of ['CloudEvents', 'AlertmanagerApiV2']) {
    const events = ['a', 'b', 'c'].map((id) => ({
      specversion: '1.0',
      id,
      type: 'down',
      source: `/${id}`,
      labels: { alertname: id },
    }));
    const answer = await server.api.post('/inbound-integration-mapping/evaluate', {
      type,
      payload: { jsonBody: events, headers: {}, method: 'POST' },
    });
    expect(answer.body.furtherAlerts, type).toHaveLength(2);
  }
});
