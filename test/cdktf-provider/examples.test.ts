/** The examples of the repository, and the constructs they are written with: synthesised, applied, destroyed. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildConstructs,
  countEnumerations,
  flavours,
  withUnions,
  writeSources,
} from '../../cdktf-provider/build/constructs.ts';
import { tocsinProvider } from '../../cdktf-provider/provider.ts';
import type { PluginServer } from '../../cdktf-provider/runtime/serve.ts';
import { startPlugin } from '../../cdktf-provider/runtime/serve.ts';
import { nullProvider } from './support/probe-provider.ts';
import type { RealServer } from './support/real-server.ts';
import { startRealServer } from './support/real-server.ts';
import { createWorkspace, terraformPath } from './support/terraform.ts';

const home = fileURLToPath(new URL('../../cdktf-provider/', import.meta.url));
const run = promisify(execFile);

let server: RealServer;
let plugins: PluginServer[];
/** Below the project, so that the CDK libraries are found. */
let scratch: string;

beforeAll(async () => {
  // The generator of bindings looks at the CLI configuration when it is loaded.
  process.env.TF_CLI_CONFIG_FILE = '/dev/null';
  server = await startRealServer();
  const env = {
    TOCSIN_ENDPOINT: server.url,
    TOCSIN_API_KEY: server.key,
    TOCSIN_PACE_REQUESTS: 'false',
  };
  const options = { env, writeLog: () => {}, onShutdown: () => {} };
  plugins = [
    await startPlugin(tocsinProvider(), options),
    await startPlugin(nullProvider, options),
  ];
  await mkdir(join(home, 'dist'), { recursive: true });
  scratch = await mkdtemp(join(home, 'dist/test-'));
});
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true });
  for (const plugin of plugins) await plugin.stop();
  await server.stop();
});

const countTeams = async (): Promise<number> => {
  const response = await fetch(`${server.url}/api/public/v1/team/search/list`, {
    headers: { 'x-api-key': server.key },
  });
  return ((await response.json()) as { teams: unknown[] }).teams.length;
};

const workspaceFor = () => createWorkspace({ reattach: plugins.map(({ reattach }) => reattach) });

test.skipIf(terraformPath === undefined)(
  'the HCL example is applied, settles, and is destroyed',
  async () => {
    const workspace = await workspaceFor();
    await cp(join(home, 'examples/hcl'), workspace.directory, { recursive: true });
    await workspace.succeed(['fmt', '-check']);
    await workspace.succeed(['apply', '-auto-approve']);
    await workspace.succeed(['plan', '-detailed-exitcode']);
    await workspace.succeed(['destroy', '-auto-approve']);
    expect(await countTeams()).toBe(0);
    await workspace.remove();
  },
);

describe('constructs', () => {
  beforeAll(async () => {
    await buildConstructs(join(scratch, 'package'));
    await mkdir(join(scratch, 'node_modules'));
    await symlink(join(scratch, 'package'), join(scratch, 'node_modules/tocsin-cdk-provider'));
  }, 60_000);

  /** Runs the example's program with a library and returns the directory of its stack. */
  const synthesise = async (library: string, env: NodeJS.ProcessEnv = {}): Promise<string> => {
    const source = await readFile(join(home, 'examples/cdk/main.ts'), 'utf8');
    const retargeted = source
      .replace("from 'cdktn'", `from '${library}'`)
      .replace("from 'tocsin-cdk-provider'", `from 'tocsin-cdk-provider/${library}'`);
    const { code } = await transform(retargeted, { loader: 'ts', format: 'cjs', target: 'node20' });
    const program = join(scratch, `${library}.cjs`);
    await writeFile(program, code);
    const outdir = join(scratch, `${library}.out`);
    // The stack's state lies where the program runs.
    const cwd = join(scratch, 'state');
    await rm(cwd, { recursive: true, force: true });
    await mkdir(cwd);
    await run(process.execPath, [program], {
      cwd,
      env: { PATH: process.env.PATH, CDK_OUTDIR: outdir, CHECKPOINT_DISABLE: '1', ...env },
    });
    return join(outdir, 'stacks/on-call');
  };

  test.skipIf(terraformPath === undefined)(
    'both libraries synthesise the same stack, and it is applied, settles, and is destroyed',
    async () => {
      const stacks: string[] = [];
      for (const { library } of flavours) {
        const stack = await readFile(join(await synthesise(library), 'cdk.tf.json'), 'utf8');
        stacks.push(stack);
        const workspace = await workspaceFor();
        await workspace.write('main.tf.json', stack);
        const env = { TOCSIN_ENDPOINT: server.url, TOCSIN_API_KEY: server.key };
        await workspace.succeed(['init']);
        const applied = await workspace.succeed(['apply', '-auto-approve'], env);
        expect(applied.stdout).toContain('the mapping gives the expected result.');
        await workspace.succeed(['plan', '-detailed-exitcode'], env);
        await workspace.succeed(['destroy', '-auto-approve'], env);
        expect(await countTeams()).toBe(0);
        await workspace.remove();
      }
      // The notes under "//" name the library's version and nothing that Terraform reads.
      const withoutNotes = stacks.map((stack) =>
        JSON.parse(stack, (name, value: unknown) => (name === '//' ? undefined : value)),
      );
      expect(withoutNotes[0]).toEqual(withoutNotes[1]);
    },
  );

  test.skipIf(terraformPath === undefined)(
    'a mapping that gives another result fails the apply and says where they differ',
    async () => {
      const workspace = await workspaceFor();
      const stack = await synthesise('cdktn', { EXPECTED_TITLE: 'something else' });
      await workspace.write('main.tf.json', await readFile(join(stack, 'cdk.tf.json'), 'utf8'));
      const env = { TOCSIN_ENDPOINT: server.url, TOCSIN_API_KEY: server.key };
      await workspace.succeed(['init']);
      const failed = await workspace.terraform(['apply', '-auto-approve'], env);
      expect(failed.code).toBe(1);
      expect(`${failed.stdout}${failed.stderr}`).toContain(
        'title: expected "something else", got "release"',
      );
      await workspace.succeed(['destroy', '-auto-approve'], env);
      await workspace.remove();
    },
  );

  test('the example compiles in strict mode, and a word that is none of the enumeration does not', async () => {
    const source = await readFile(join(home, 'examples/cdk/main.ts'), 'utf8');
    const program = join(scratch, 'typed.ts');
    await writeFile(program, source);
    expect(errorsOf(program)).toEqual([]);
    await writeFile(program, source.replace("role: 'Administrator'", "role: 'Boss'"));
    expect(errorsOf(program)).toEqual([expect.stringContaining(`Type '"Boss"' is not assignable`)]);
  }, 60_000);

  test('every enumeration of the schema is a union in the configuration of its class', async () => {
    const sources = join(scratch, 'sources');
    await writeSources(sources);
    const { resources } = tocsinProvider();
    for (const [type, { schema }] of Object.entries(resources)) {
      const folder = type.replace(/^tocsin_/, '').replaceAll('_', '-');
      const source = await readFile(join(sources, `cdktn/bindings/${folder}/index.ts`), 'utf8');
      const unions = source.match(/readonly \w+\??: \(?(?:"[^"]*"|\d+)(?: \| |[;)])/g) ?? [];
      expect(unions.length, type).toBe(countEnumerations(schema.attributes));
      expect(withUnions(source), 'nothing is left to narrow').toBe(source);
    }
  });
});

function errorsOf(program: string): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([program], options))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
