import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadCatalogue, receivesRequests } from '../../src/integrations/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { webhookPathOf } from '../support/webhook.ts';

const { types } = await loadCatalogue(join(import.meta.dirname, '../../templates'));
const base = 'https://alerts.example.com';
let server: TestApp;
let team: string;
beforeAll(async () => {
  server = await startTestApp({ env: { TOCSIN_PUBLIC_URL: base } });
  team = await server.api.make('/team', { displayName: 'T' });
});
afterAll(() => server.stop());

type TypeAnswer = {
  webhookUrl: string | null;
  receiverUrl: string | null;
  steps: string[];
  pasteTexts: { fileName: string; text: string }[];
  warning: string | null;
};

const ask = (path: string) => server.api.get(`/inbound-integration/types/${path}`);

describe('every type', () => {
  it.each(types.map((type) => [type.id, type] as const))(
    '%s says what to do in the tool, with an address everywhere one belongs',
    async (id, type) => {
      const { status, body, text } = await ask(id);
      expect(status, text).toBe(200);
      expect(body).toMatchObject({
        id,
        displayName: type.displayName,
        documentation: type.documentation,
        sendsResolve: type.sendsResolve,
        multiAlert: type.multiAlert,
        authentication: type.authentication,
        unconfirmed: type.unconfirmed,
      });
      expect(text).not.toMatch(/\{\{(webhook|call)Url/);
      const { webhookUrl, receiverUrl, steps, warning } = body as TypeAnswer;
      if (receivesRequests(type)) {
        expect(webhookUrl).toBe(`${base}/api/webhook/INGEST_TOKEN`);
        expect(steps.length).toBeGreaterThan(0);
      } else {
        expect(webhookUrl).toBeNull();
        const isRefused = typeof type.callRouting?.refusal === 'string';
        expect(warning !== null).toBe(type.source === 'mail' || isRefused);
      }
      expect(receiverUrl !== null).toBe(type.source === 'receiver');
    },
  );
});

it('the addresses are those of the integration that is named', async () => {
  const id = await server.api.make('/inbound-integration', {
    displayName: 'Monitors',
    teamId: team,
    type: 'Datadog',
  });
  const { body, text } = await ask(`Datadog?integrationId=${id}`);
  const { webhookUrl, steps, pasteTexts } = body as TypeAnswer;
  expect(webhookUrl).toBe(`${base}${await webhookPathOf(server.api, id)}`);
  expect(steps.join()).toContain(webhookUrl);
  expect(text).not.toMatch(/INTEGRATION_ID|INGEST_TOKEN/);
  expect(pasteTexts.map(({ fileName }) => fileName)).toEqual(['paste.json']);
});

it('a type is found by its other names, in any letter case', async () => {
  expect((await ask('grafanaalerting')).body.id).toBe('Grafana');
});

it('an unknown type, an unknown integration and one of another type are told apart', async () => {
  expect((await ask('NoSuchTool')).status).toBe(404);
  expect((await ask(`Grafana?integrationId=${randomUUID()}`)).status).toBe(404);
  const id = await server.api.make('/inbound-integration', {
    displayName: 'Hook',
    teamId: team,
    type: 'Webhook',
  });
  const other = await ask(`Grafana?integrationId=${id}`);
  expect([other.status, Object.keys(other.body.errors as object)]).toEqual([
    400,
    ['integrationId'],
  ]);
});
