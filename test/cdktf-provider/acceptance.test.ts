/** The provider against the product: the same life as against the API in memory. */
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installProvider } from '../../cdktf-provider/packaging/mirror.ts';
import { tocsinProvider } from '../../cdktf-provider/provider.ts';
import type { PluginServer } from '../../cdktf-provider/runtime/serve.ts';
import { startPlugin } from '../../cdktf-provider/runtime/serve.ts';
import { createLifecycle } from './support/lifecycle.ts';
import { originalProvider } from './support/probe-provider.ts';
import type { RealServer } from './support/real-server.ts';
import { startRealServer } from './support/real-server.ts';
import type { Workspace } from './support/terraform.ts';
import { createWorkspace, terraformPath } from './support/terraform.ts';

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = `
terraform {
  required_providers {
    tocsin = { source = "tocsin/tocsin" }
  }
}
resource "tocsin_api_key" "stays" {
  display_name = "Stays, of the test"
  kind         = "organization"
  scopes       = [{ resource = "teams", permissions = ["get", "list"] }]
  public_key   = <<-PEM
    ${publicKey.export({ type: 'spki', format: 'pem' }).toString().trim().replaceAll('\n', '\n    ')}
  PEM
}
ephemeral "tocsin_api_key" "run" {
  display_name = "For the run, of the test"
  scopes       = [{ resource = "teams", permissions = ["get", "list"] }]
}
provider "tocsin" {
  alias   = "narrow"
  api_key = ephemeral.tocsin_api_key.run.key
}
data "tocsin_teams" "all" {
  provider = tocsin.narrow
}
`;

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

  test('drift is repaired, what was deleted elsewhere is made again, and so is what depends on it', async () => {
    await life.repairDrift();
    await life.recreateDeleted();
    await life.replaceFoundations();
  });

  test('everything is imported equal, taken over from the original, and destroyed', async () => {
    await life.importEverything();
    await life.takeOver();
    await life.destroyEverything();
  });

  test('keys are made, work, and are revoked: one for good, one for the run', async () => {
    // Two configurations of one provider are two processes: a running one would serve only the last.
    const alone = await createWorkspace({
      env: { TOCSIN_ENDPOINT: server.url, TOCSIN_API_KEY: server.key },
    });
    await installProvider({ directory: join(alone.directory, '.terraform.d/plugins') });
    await alone.write('main.tf', keys);
    await alone.succeed(['init']);
    await alone.succeed(['apply', '-auto-approve']);
    await alone.succeed(['plan', '-detailed-exitcode']);
    const values = await alone.values();
    expect(values['tocsin_api_key.stays']?.encrypted_key).toMatch(/^[A-Za-z0-9+/]{342}==$/);
    await alone.succeed(['destroy', '-auto-approve']);
    const left = await fetch(
      `${server.url}/api/public/v1/api-key/search/list?DisplayName=of the test`,
      {
        headers: { 'x-api-key': server.key },
      },
    );
    expect(await left.json()).toMatchObject({ apiKeys: [] });
    await alone.remove();
  });
});
