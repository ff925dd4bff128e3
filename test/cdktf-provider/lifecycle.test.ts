import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tocsinProvider } from '../../cdktf-provider/provider.ts';
import type { PluginServer } from '../../cdktf-provider/runtime/serve.ts';
import { startPlugin } from '../../cdktf-provider/runtime/serve.ts';
import type { FakeServer } from './support/fake-server.ts';
import { fakeKey, startFakeServer } from './support/fake-server.ts';
import { createLifecycle, requirement } from './support/lifecycle.ts';
import { originalProvider } from './support/probe-provider.ts';
import type { Workspace } from './support/terraform.ts';
import { createWorkspace, terraformPath } from './support/terraform.ts';

describe.skipIf(terraformPath === undefined)('every resource, from creation to destruction', () => {
  let server: FakeServer;
  let plugin: PluginServer;
  let original: PluginServer;
  let workspace: Workspace;
  let life: ReturnType<typeof createLifecycle>;

  beforeAll(async () => {
    server = await startFakeServer();
    const env = {
      TOCSIN_ENDPOINT: `${server.url}/`,
      TOCSIN_API_KEY: fakeKey,
      TOCSIN_PACE_REQUESTS: 'false',
    };
    const options = { env, writeLog: () => {}, onShutdown: () => {} };
    plugin = await startPlugin(tocsinProvider(), options);
    original = await startPlugin(originalProvider, options);
    workspace = await createWorkspace({ reattach: [plugin.reattach, original.reattach] });
    life = createLifecycle(workspace, { url: `${server.url}/api/public/v1`, key: fakeKey });
  });
  afterAll(async () => {
    await workspace.remove();
    await plugin.stop();
    await original.stop();
    await server.close();
  });

  test('is created with references unknown at plan, updated in place, replaced where immutable', async () => {
    const created = await life.createEverything();
    const output = await workspace.succeed(['output', '-json']);
    expect(JSON.parse(output.stdout)).toMatchObject({
      found: {
        value: {
          team: created['tocsin_team.platform']?.id,
          users: ['Alice.Hofer@example.com', 'bob@example.com'],
          types: true,
          outbound_types: true,
          zones: true,
          window: 90,
          map: 'ok->Resolved,->Open',
        },
      },
    });
    const state = (await workspace.succeed(['state', 'pull'])).stdout;
    expect(state).not.toContain('only-the-server-knows');
    expect(created['tocsin_status_page.public']).toMatchObject({
      is_password_protection_configured: true,
      password_protection_password: null,
    });
    await life.updateInPlace(created);
    await life.replaceImmutable();
  });

  test('offers the default mapping of a type, and says so when there is no such type', async () => {
    const other = await createWorkspace({ reattach: [plugin.reattach] });
    const config = (type: string) =>
      `${requirement}data "tocsin_default_mapping" "a" {\n  type = "${type}"\n}\noutput "a" { value = data.tocsin_default_mapping.a.template }\n`;
    await other.write('main.tf', config('Datadog'));
    expect((await other.succeed(['apply', '-auto-approve'])).stdout).toContain(
      'a = "the template"',
    );
    await other.write('main.tf', config('NoSuchType'));
    const failed = await other.terraform(['apply', '-auto-approve']);
    expect(failed.stderr).toContain(
      'GET /api/integrations/terraform/default/NoSuchType.tf answered 404',
    );
    await other.remove();
  });

  test('is repaired after drift and recreated after deletion elsewhere', async () => {
    await life.repairDrift();
    await life.recreateDeleted();
  });

  test('is imported equal, taken over from the original, and destroyed', async () => {
    await life.importEverything();
    await life.takeOver();
    await life.destroyEverything();
    expect(server.stored.size).toBe(0);
  });
});
