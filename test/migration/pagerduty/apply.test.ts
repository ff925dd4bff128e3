/** The whole account of the fixtures, as files that our provider applies to a server. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tocsinProvider } from '../../../cdktf-provider/provider.ts';
import { type PluginServer, startPlugin } from '../../../cdktf-provider/runtime/serve.ts';
import { importInto } from '../../../src/cli/import-into.ts';
import { pagerdutyImporter } from '../../../src/migration/products/pagerduty/importer.ts';
import {
  createWorkspace,
  terraformPath,
  type Workspace,
} from '../../cdktf-provider/support/terraform.ts';
import type { TestApp } from '../../support/app.ts';
import { sharedTestApp } from '../../support/shared-app.ts';
import { savedOf } from './collected.ts';
import { account } from './fixtures/account.ts';

describe.skipIf(terraformPath === undefined)('the account of the fixtures', () => {
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

  it('is applied, and a second plan is empty', async () => {
    await importInto(
      { name: 'pagerduty', displayName: 'PagerDuty', importer: pagerdutyImporter },
      {
        product: 'pagerduty',
        url: 'https://api.pagerduty.com',
        savedAt: '2026-11-01T00:00:00Z',
        results: savedOf(account),
      },
      {
        ...{ into: workspace.directory, since: '2026-11-01', force: true },
        secrets: join(workspace.directory, 'secrets.tfvars'),
      },
      { print: () => undefined, columns: 100 },
      { now: () => new Date('2026-11-01T12:00:00Z'), ask: async () => null },
    );
    const secrets = '-var-file=secrets.tfvars';
    await workspace.succeed(['apply', '-auto-approve', secrets]);
    await workspace.succeed(['plan', '-detailed-exitcode', secrets]);
    const values = await workspace.values();
    expect(values['tocsin_escalation_policy.critical']?.loops).toBe(2);
  });
});
