/**
 * `node test/bench/provider.ts [count]`: how long Terraform takes to create, refresh, plan and
 * destroy `count` teams (default 1,000) with the provider as a process against the product, beside
 * the same number of Terraform's own `terraform_data`, which has no provider process and no server.
 * A paced plan keeps to the request limits of a key, which a refresh by single reads could not.
 */
import { rm } from 'node:fs/promises';
import { installProvider } from '../../cdktf-provider/packaging/mirror.ts';
import { createWorkspace, terraformPath } from '../cdktf-provider/support/terraform.ts';
import { newDataFolder } from '../support/data-folder.ts';
import { startServerProcess } from '../support/server-process.ts';

const count = Number(process.argv[2] ?? 1000);
if (!Number.isSafeInteger(count) || count < 1) {
  console.error('Give the number of resources, such as 1000.');
  process.exit(2);
}
if (terraformPath === undefined) {
  console.error('There is no terraform on the PATH.');
  process.exit(1);
}

const requirement =
  'terraform {\n  required_providers {\n    tocsin = { source = "tocsin/tocsin" }\n  }\n}\n';
const contenders = {
  tocsin_team: `${requirement}resource "tocsin_team" "a" {\n  count        = ${count}\n  display_name = "Team \${count.index}"\n}\n`,
  terraform_data: `resource "terraform_data" "a" {\n  count = ${count}\n  input = "Team \${count.index}"\n}\n`,
};

interface Figures {
  readonly resource: string;
  readonly [step: string]: string;
}

const dataDir = await newDataFolder('tocsin-bench-');
const server = await startServerProcess(dataDir);
const figures: Figures[] = [];
try {
  for (const [resource, configuration] of Object.entries(contenders)) {
    const workspace = await createWorkspace({
      env: {
        TOCSIN_ENDPOINT: server.url,
        TOCSIN_API_KEY: server.key,
        TOCSIN_PACE_REQUESTS: 'false',
      },
    });
    try {
      await installProvider({ home: workspace.directory });
      await workspace.write('main.tf', configuration);
      await workspace.succeed(['init']);
      const timed = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
        const startedAt = performance.now();
        await workspace.succeed(args, env);
        return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
      };
      figures.push({
        resource,
        'first plan': await timed(['plan']),
        apply: await timed(['apply', '-auto-approve']),
        'plan, refreshed': await timed(['plan', '-detailed-exitcode']),
        'same, paced': await timed(['plan', '-detailed-exitcode'], {
          TOCSIN_PACE_REQUESTS: 'true',
        }),
        'plan, not refreshed': await timed(['plan', '-refresh=false']),
        destroy: await timed(['destroy', '-auto-approve']),
      });
    } finally {
      await workspace.remove();
    }
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
console.log(`${count} resources`);
console.table(Object.fromEntries(figures.map(({ resource, ...steps }) => [resource, steps])));
