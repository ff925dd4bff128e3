import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedExamples } from '../../cdktf-provider/build/docs.ts';
import { toProvidersSchema } from '../../cdktf-provider/build/schema-json.ts';
import { tocsinProvider } from '../../cdktf-provider/provider.ts';
import type { PluginServer } from '../../cdktf-provider/runtime/serve.ts';
import { startPlugin } from '../../cdktf-provider/runtime/serve.ts';
import type { Workspace } from './support/terraform.ts';
import { createWorkspace, terraformPath } from './support/terraform.ts';

const requirement =
  'terraform {\n  required_providers {\n    tocsin = { source = "tocsin/tocsin" }\n  }\n}\n';

describe.skipIf(terraformPath === undefined)('documentation', () => {
  let plugin: PluginServer;
  let workspace: Workspace;

  beforeAll(async () => {
    const options = { env: {}, writeLog: () => {}, onShutdown: () => {} };
    plugin = await startPlugin(tocsinProvider(), options);
    workspace = await createWorkspace({ reattach: [plugin.reattach] });
  });
  afterAll(async () => {
    await workspace.remove();
    await plugin.stop();
  });

  test('every example of every page is formatted and valid', async () => {
    const examples = documentedExamples();
    const variables = /^variable "(\w+)"/gm;
    const modules: string[] = [];
    for (const [name, content] of examples) {
      await mkdir(join(workspace.directory, name));
      await workspace.write(join(name, 'example.tf'), `${content}\n`);
      await workspace.write(join(name, 'versions.tf'), requirement);
      const inputs = [...content.matchAll(variables)].map(([, input]) => `  ${input} = null\n`);
      modules.push(`module "${name}" {\n  source = "./${name}"\n${inputs.join('')}}\n`);
    }
    await workspace.succeed(['fmt', '-check', '-recursive']);
    await workspace.write('main.tf', `${requirement}${modules.join('')}`);
    await workspace.succeed(['init']);
    await workspace.succeed(['validate']);
    expect(examples.size).toBeGreaterThan(30);
  });

  test('the schema that documentation and bindings are made from is the one terraform sees', async () => {
    await workspace.write('main.tf', requirement);
    const printed = await workspace.succeed(['providers', 'schema', '-json']);
    const seen = JSON.parse(printed.stdout) as ReturnType<typeof toProvidersSchema>;
    const address = tocsinProvider().address;
    const made = toProvidersSchema(tocsinProvider()).provider_schemas[address];
    expect(seen.provider_schemas[address]).toMatchObject(made ?? {});
    expect(Object.keys(seen.provider_schemas[address]?.resource_schemas ?? {}).sort()).toEqual(
      Object.keys(made?.resource_schemas ?? {}).sort(),
    );
  });
});
