/** What an import of a whole account writes, applied by our provider to a server. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tocsinProvider } from '../../../cdktf-provider/provider.ts';
import { type PluginServer, startPlugin } from '../../../cdktf-provider/runtime/serve.ts';
import { importInto } from '../../../src/cli/import-into.ts';
import { opsgenieImporter } from '../../../src/migration/products/opsgenie/importer.ts';
import {
  createWorkspace,
  terraformPath,
  type Workspace,
} from '../../cdktf-provider/support/terraform.ts';
import type { TestApp } from '../../support/app.ts';
import { sharedTestApp } from '../../support/shared-app.ts';
import { savedAccount, wholeAccount } from './fixtures/whole.ts';

const product = { name: 'opsgenie', displayName: 'Opsgenie', importer: opsgenieImporter };

describe.skipIf(terraformPath === undefined)('an import of a whole account', () => {
  let server: TestApp;
  let plugin: PluginServer;
  let workspace: Workspace;

  beforeAll(async () => {
    server = await sharedTestApp();
    const env = {
      TOCSIN_ENDPOINT: server.app.url,
      TOCSIN_API_KEY: server.key,
      TOCSIN_PACE_REQUESTS: 'false',
    };
    plugin = await startPlugin(tocsinProvider(), { env, writeLog: () => {}, onShutdown: () => {} });
    workspace = await createWorkspace({ reattach: [plugin.reattach] });
  });
  afterAll(async () => {
    await workspace?.remove();
    await plugin?.stop();
  });

  it('is accepted, and a second plan is empty', async () => {
    await importInto(
      product,
      savedAccount(wholeAccount),
      {
        ...{ into: workspace.directory, since: '2026-11-01', force: true },
        secrets: join(workspace.directory, 'secrets.tfvars'),
      },
      { print: () => undefined, columns: 100 },
      { now: () => new Date('2026-11-01T12:00:00Z'), ask: async () => null },
    );
    const secrets = '-var-file=secrets.tfvars';
    const { stdout } = await workspace.succeed(['apply', '-auto-approve', secrets]);
    expect(stdout).toContain(' added, 0 changed, 0 destroyed');
    await workspace.succeed(['plan', '-detailed-exitcode', secrets]);
    const values = await workspace.values();
    expect(values['tocsin_schedule.shop']?.time_zone_id).toBe('Europe/Berlin');
  });
});
