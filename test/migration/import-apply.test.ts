/** What an import writes, applied by our provider to a server. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importInto } from '../../src/cli/import-into.ts';
import { type ProviderAt, startProviderAt } from '../cdktf-provider/support/provider-at.ts';
import { terraformPath, type Workspace } from '../cdktf-provider/support/terraform.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { smallAccount, smallKey, smallProduct, smallSaved } from './small-product.ts';

describe.skipIf(terraformPath === undefined)('an import', () => {
  let server: TestApp;
  let provider: ProviderAt;
  let workspace: Workspace;

  beforeAll(async () => {
    server = await sharedTestApp();
    provider = await startProviderAt(server.app.url, server.key);
    workspace = provider.workspace;
  });
  afterAll(async () => {
    await provider?.stop();
  });

  const bring = (account = smallAccount()) =>
    importInto(
      smallProduct,
      smallSaved(account),
      {
        ...{ into: workspace.directory, since: '2026-03-01', force: true },
        secrets: join(workspace.directory, 'secrets.tfvars'),
      },
      { print: () => undefined, columns: 100 },
      {
        now: () => new Date('2026-03-01T12:00:00Z'),
        ask: async () => null,
        people: async () => new Map(),
      },
    );
  const secrets = '-var-file=secrets.tfvars';
  const apply = async () => (await workspace.succeed(['apply', '-auto-approve', secrets])).stdout;

  it('I5: is applied once, and a second one changes nothing', async () => {
    await bring();
    expect(await apply()).toContain('7 added, 0 changed, 0 destroyed');
    await workspace.succeed(['plan', '-detailed-exitcode', secrets]);
    await bring();
    await workspace.succeed(['plan', '-detailed-exitcode', secrets]);
    const values = await workspace.values();
    expect(values['tocsin_user.ada']?.phone_number).toBe('+4930901820');
    expect(JSON.stringify(values['tocsin_integration.checkout']?.accepted_keys)).toContain(
      smallKey,
    );
  });

  it('I4: only renames what was renamed at the source', async () => {
    const account = smallAccount();
    Object.assign(Object(account.schedules?.[0]), { name: 'Checkout: nights' });
    await bring(account);
    expect(await apply()).toContain('0 added, 1 changed, 0 destroyed');
  });
});
