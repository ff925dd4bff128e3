import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultMappingTemplates } from '../../generate/default-mapping-template.ts';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import { type ProviderAt, startProviderAt } from '../cdktf-provider/support/provider-at.ts';
import { terraformPath, type Workspace } from '../cdktf-provider/support/terraform.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

const root = join(import.meta.dirname, '../..');
const { types } = await loadCatalogue(join(root, 'templates'));

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

const get = (name: string, init?: RequestInit) =>
  fetch(`${server.app.url}/api/integrations/terraform/default/${name}`, init);

test('every type has its template, and it is what its mapping says', async () => {
  const outputs = await defaultMappingTemplates.outputs();
  expect(outputs.size).toBe(types.length);
  expect(outputs.size).toBeGreaterThanOrEqual(120);
  for (const [path, content] of outputs)
    expect(await readFile(join(root, path), 'utf8'), path).toBe(content);
});

test('the server hands out the committed file to everyone, by id or alias, in any casing', async () => {
  const file = await readFile(join(root, 'templates/PrometheusAlertmanager/default.tf'), 'utf8');
  for (const name of ['PrometheusAlertmanager', 'prometheusalertmanager', 'Prometheus']) {
    const answer = await get(`${name}.tf`);
    expect(answer.status, name).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toBe(file);
  }
});

test.each(['NoSuchType.tf', 'Datadog', '..%2F..%2Fpackage.json.tf', '.tf', '%00.tf'])(
  '%s is not found',
  async (name) => {
    const answer = await get(name);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'not-found', status: 404 });
  },
);

test('other methods are told which one is right', async () => {
  const answer = await get('Datadog.tf', { method: 'POST' });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe('GET, HEAD');
});

describe.skipIf(terraformPath === undefined)('applied to a real server', () => {
  let provider: ProviderAt;
  let workspace: Workspace;

  beforeAll(async () => {
    provider = await startProviderAt(server.app.url, server.key);
    workspace = provider.workspace;
  });
  afterAll(async () => {
    await provider?.stop();
  });

  test.each(['Datadog', 'GitHub', 'Zabbix', 'HttpMonitoring'])(
    'the file of %s makes an integration with the very mapping of its type',
    async (id) => {
      const type = types.find((one) => one.id === id);
      const teamId = await server.api.make('/team', { displayName: id });
      await workspace.write('main.tf', await (await get(`${id}.tf`)).text());
      await workspace.succeed(['init']);
      await workspace.succeed(['validate']);
      await workspace.succeed(['apply', '-auto-approve', `-var=team_id=${teamId}`]);
      const made = Object.values(await workspace.values()).find(({ type: of }) => of === id);
      const stored = await server.api.get(`/inbound-integration/${made?.id}/mapping`);
      expect(withoutNulls(stored.body.attributesMapping)).toEqual(withoutNulls(type?.mapping));
      await workspace.succeed(['destroy', '-auto-approve', `-var=team_id=${teamId}`]);
    },
  );
});

function withoutNulls(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_name, member: unknown) => (member === null ? undefined : member)),
  );
}
