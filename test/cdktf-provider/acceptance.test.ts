/** The provider against the product: the same life as against the API in memory. */
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tocsinProvider } from '../../cdktf-provider/provider.ts';
import type { PluginServer } from '../../cdktf-provider/runtime/serve.ts';
import { startPlugin } from '../../cdktf-provider/runtime/serve.ts';
import { createLifecycle } from './support/lifecycle.ts';
import { originalProvider } from './support/probe-provider.ts';
import type { RealServer } from './support/real-server.ts';
import { startRealServer } from './support/real-server.ts';
import type { Workspace } from './support/terraform.ts';
import { createWorkspace, terraformPath } from './support/terraform.ts';

const examples = fileURLToPath(new URL('../../cdktf-provider/examples/hcl', import.meta.url));

describe.skipIf(terraformPath === undefined)('with the Tocsin server', { timeout: 60_000 }, () => {
  let server: RealServer;
  let plugins: PluginServer[];
  let workspace: Workspace;
  let life: ReturnType<typeof createLifecycle>;

  beforeAll(async () => {
    server = await startRealServer();
    const env = {
      TOCSIN_ENDPOINT: server.url,
      TOCSIN_API_KEY: server.key,
      TOCSIN_PACE_REQUESTS: 'false',
    };
    const options = { env, writeLog: () => {}, onShutdown: () => {} };
    plugins = [
      await startPlugin(tocsinProvider(), options),
      await startPlugin(originalProvider, options),
    ];
    workspace = await createWorkspace({ reattach: plugins.map(({ reattach }) => reattach) });
    life = createLifecycle(workspace, { url: `${server.url}/api/public/v1`, key: server.key });
  });
  afterAll(async () => {
    await workspace?.remove();
    for (const plugin of plugins ?? []) await plugin.stop();
    await server?.stop();
  });

  test('every resource is created, settles, is updated in place and replaced where immutable', async () => {
    await life.updateInPlace(await life.createEverything());
    await life.replaceImmutable();
  });

  test('drift is repaired and what was deleted elsewhere is made again', async () => {
    await life.repairDrift();
    await life.recreateDeleted();
  });

  test('everything is imported equal, taken over from the original, and destroyed', async () => {
    await life.importEverything();
    await life.takeOver();
    await life.destroyEverything();
  });

  test('the example repository is applied, settles, and is destroyed', async () => {
    const example = await createWorkspace({ reattach: plugins.map(({ reattach }) => reattach) });
    await cp(examples, example.directory, { recursive: true });
    const applied = await example.succeed(['apply', '-auto-approve']);
    expect(applied.stdout).toContain('builds_webhook = "http');
    await example.succeed(['plan', '-detailed-exitcode']);
    await example.succeed(['destroy', '-auto-approve']);
    await example.remove();
  });
});
