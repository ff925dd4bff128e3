/**
 * What Terraform writes for import blocks (`plan -generate-config-out`): of one of every type, as the documents
 * describe them.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, readOrganization } from '../../cdktf-provider/export/as-code.ts';
import { exportSchema } from '../../cdktf-provider/export/schema.ts';
import { resolved } from '../../cdktf-provider/provider.ts';
import type { TestApp } from '../support/app.ts';
import { makeFixtures, makeMoreFixtures } from '../support/fixtures.ts';
import { documentedOperations } from '../support/operations.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { workingRequest } from '../support/working-requests.ts';
import { requirement } from './support/lifecycle.ts';
import { type ProviderAt, startProviderAt } from './support/provider-at.ts';
import { terraformPath, type Workspace } from './support/terraform.ts';

/** Their secrets were shown once, and nothing reads them again. */
const withoutReading = new Set(['tocsin_api_key']);

describe.skipIf(terraformPath === undefined)('under Terraform', () => {
  let server: TestApp;
  let provider: ProviderAt;
  let workspace: Workspace;
  /** Type and id of every object. */
  let found: (readonly [type: string, id: string])[];

  beforeAll(async () => {
    server = await sharedTestApp();
    const fixtures = await makeFixtures(server);
    Object.assign(fixtures, await makeMoreFixtures(server, fixtures));
    const creations = new Set(Object.values(exportSchema).map((one) => one.operations.create.id));
    for (const operation of documentedOperations()) {
      if (!creations.has(operation.operationId)) continue;
      const { address, body } = workingRequest(operation, fixtures);
      await server.api.post(address, body);
    }
    const client = clientOf(server.app.url, (url, init) =>
      fetch(url, { ...init, headers: { ...init.headers, 'x-api-key': server.key } }),
    );
    const exported = await readOrganization(client);
    found = [
      ...exported.flatMap(({ type, objects }) =>
        objects.map(({ id }) => [type, String(id)] as const),
      ),
      ['tocsin_user_incident_notification_settings', String(fixtures.user)],
      ['tocsin_organization', server.organizationId],
    ];
    provider = await startProviderAt(server.app.url, server.key);
    workspace = provider.workspace;
  });
  afterAll(async () => {
    await provider?.stop();
  });

  test('every type of resource is imported without a change by what Terraform writes of it', async () => {
    const types = new Set(found.map(([type]) => type));
    expect(Object.keys(resolved.resources).filter((type) => !types.has(type))).toEqual([
      ...withoutReading,
    ]);
    const blocks = found.map(
      ([type, id], index) => `import {\n  to = ${type}.object_${index}\n  id = "${id}"\n}\n`,
    );
    await workspace.write('main.tf', `${requirement}${blocks.join('')}`);
    await workspace.succeed(['plan', '-generate-config-out=generated.tf']);
    const generated = await readFile(join(workspace.directory, 'generated.tf'), 'utf8');
    expect(generated).toMatch(/= null # sensitive/);
    const { stdout } = await workspace.succeed(['apply', '-auto-approve']);
    expect(stdout).toContain(`${found.length} imported, 0 added, 0 changed, 0 destroyed`);
    await workspace.succeed(['plan', '-detailed-exitcode']);
  });
});
