import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderDefaultMapping } from '../../cdktf-provider/default-mapping.ts';
import type { FakeServer } from './support/fake-server.ts';
import { fakeKey, startFakeServer } from './support/fake-server.ts';
import { type ProviderAt, startProviderAt } from './support/provider-at.ts';
import type { Workspace } from './support/terraform.ts';
import { terraformPath } from './support/terraform.ts';

const templates = new URL('../../templates/', import.meta.url);

interface TypeRecord {
  readonly id: string;
  readonly displayName: string;
  readonly callRouting?: { readonly refusal?: string };
  readonly mapping: Parameters<typeof renderDefaultMapping>[1];
}

async function typeRecords(): Promise<TypeRecord[]> {
  const names = (await readdir(templates, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  return Promise.all(
    names.map(
      async (name) =>
        load(await readFile(new URL(`${name}/type.yaml`, templates), 'utf8')) as TypeRecord,
    ),
  );
}

/** Those of which there can be an integration. */
async function takenTypes(): Promise<TypeRecord[]> {
  return (await typeRecords()).filter(({ callRouting }) => callRouting?.refusal === undefined);
}

describe.skipIf(terraformPath === undefined)(
  'the default mapping of every type as Terraform',
  () => {
    let server: FakeServer;
    let provider: ProviderAt;
    let workspace: Workspace;

    beforeAll(async () => {
      server = await startFakeServer();
      provider = await startProviderAt(server.url, fakeKey);
      workspace = provider.workspace;
    });
    afterAll(async () => {
      await provider?.stop();
      await server.close();
    });

    test('is formatted, valid, and makes that very mapping when it is applied', async () => {
      const types = await takenTypes();
      server.intercept = ({ path }) =>
        path.endsWith('/inbound-integration/types')
          ? { status: 200, body: { items: types.map(({ id }) => ({ id })) } }
          : undefined;
      const modules: string[] = [];
      for (const { id, displayName, mapping } of types) {
        await mkdir(join(workspace.directory, id));
        await workspace.write(
          join(id, 'default.tf'),
          renderDefaultMapping({ id, displayName }, mapping),
        );
        modules.push(
          `module "${id}" {\n  source  = "./${id}"\n  team_id = "3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90"\n}\n`,
        );
      }
      await workspace.write('main.tf', modules.join('\n'));
      await workspace.succeed(['fmt', '-check', '-recursive']);
      await workspace.succeed(['init']);
      await workspace.succeed(['apply', '-auto-approve']);
      for (const { id, mapping } of types) {
        const integration = [...server.stored.values()].find(({ type }) => type === id);
        const stored = server.stored.get(`/inbound-integration-mapping/${integration?.id}`);
        expect(withoutNulls(stored?.attributesMapping), id).toEqual(withoutNulls(mapping));
      }
    });
  },
);

test('text that Terraform would read as a template is written as text', () => {
  const text = 'a "quoted" \\d+ ${x} %{ if } \n end';
  const mapping = { attributes: [{ name: 'Title', mappings: [{ static: text }] }] };
  expect(renderDefaultMapping({ id: 'X', displayName: 'X' }, mapping)).toContain(
    'static = "a \\"quoted\\" \\\\d+ $${x} %%{ if } \\n end"',
  );
});

test('a member the provider does not know is refused', () => {
  const mapping = { attributes: [{ name: 'Title', mappings: [], colour: 'red' }] };
  expect(() => renderDefaultMapping({ id: 'X', displayName: 'X' }, mapping)).toThrow(
    'no attribute for "colour"',
  );
});

function withoutNulls(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_name, member: unknown) => (member === null ? undefined : member)),
  );
}
