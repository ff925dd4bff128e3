/** The examples of the repository, and the constructs they are written with: synthesised, applied, destroyed. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  buildConstructs,
  countEnumerations,
  flavours,
  withUnions,
} from '../../cdktf-provider/build/constructs.ts';
import {
  clientOf,
  readOrganization,
  toConfiguration,
  toProgram,
} from '../../cdktf-provider/export/as-code.ts';
import { tocsinProvider } from '../../cdktf-provider/provider.ts';
import type { PluginServer } from '../../cdktf-provider/runtime/serve.ts';
import { startPlugin } from '../../cdktf-provider/runtime/serve.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { everything } from './support/lifecycle.ts';
import { createWorkspace, terraformPath } from './support/terraform.ts';

const home = fileURLToPath(new URL('../../cdktf-provider/', import.meta.url));
const run = promisify(execFile);

/** Terraform, a server and a compiler: on a busy machine each takes its time. */
const hangs = 240_000;

let server: { url: string; key: string };
let plugin: PluginServer;
/** Below the project, so that the CDK libraries are found. */
let scratch: string;

beforeAll(async () => {
  // The generator of bindings looks at the CLI configuration when it is loaded, and sets the other one.
  vi.stubEnv('TF_CLI_CONFIG_FILE', '/dev/null').stubEnv('CHECKPOINT_DISABLE', '1');
  const { app, key } = await sharedTestApp();
  server = { url: app.url, key };
  const env = {
    TOCSIN_ENDPOINT: server.url,
    TOCSIN_API_KEY: server.key,
    TOCSIN_PACE_REQUESTS: 'false',
  };
  plugin = await startPlugin(tocsinProvider(), { env, writeLog: () => {}, onShutdown: () => {} });
  await mkdir(join(home, 'dist'), { recursive: true });
  scratch = await mkdtemp(join(home, 'dist/test-'));
}, hangs);
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(scratch, { recursive: true, force: true });
  await plugin?.stop();
});

const namesOfTeams = async (): Promise<string[]> => {
  const response = await fetch(`${server.url}/api/public/v1/team/search/list`, {
    headers: { 'x-api-key': server.key },
  });
  const { teams } = (await response.json()) as { teams: { displayName: string }[] };
  return teams.map(({ displayName }) => displayName).sort();
};

/** Nothing is downloaded here: with any other provider than ours, init would fail. */
const noRegistry =
  'provider_installation {\n  filesystem_mirror {\n    path = "/nowhere"\n  }\n}\n';
const workspaceFor = () => createWorkspace({ reattach: [plugin.reattach], cliConfig: noRegistry });

test.skipIf(terraformPath === undefined)(
  'the HCL example is applied, settles, and is destroyed',
  { timeout: hangs },
  async () => {
    const workspace = await workspaceFor();
    await cp(join(home, 'examples/hcl'), workspace.directory, { recursive: true });
    await workspace.succeed(['fmt', '-check']);
    await workspace.succeed(['init']);
    const applied = await workspace.succeed(['apply', '-auto-approve']);
    expect(applied.stdout).toMatch(/Apply complete! Resources: \d+ added, 0 changed, 0 destroyed/);
    expect(await namesOfTeams()).toEqual(['Payments', 'Platform', 'Shop']);
    const settled = await workspace.terraform(['plan', '-detailed-exitcode']);
    expect(settled.code, settled.stdout).toBe(0);
    await workspace.succeed(['destroy', '-auto-approve']);
    expect(await namesOfTeams()).toEqual([]);
    await workspace.remove();
  },
);

describe('constructs', { timeout: hangs }, () => {
  let sources: string;
  beforeAll(async () => {
    sources = join(scratch, 'sources');
    await buildConstructs(join(scratch, 'package'), sources);
    await mkdir(join(scratch, 'node_modules'));
    await symlink(join(scratch, 'package'), join(scratch, 'node_modules/tocsin-cdk-provider'));
  }, hangs);

  /** The program, with the change to its imports that its own head asks for. */
  const exampleFor = async (library: string): Promise<string> => {
    const source = await readFile(join(home, 'examples/cdk/main.ts'), 'utf8');
    if (library === 'cdktn') return source;
    const changes = [...source.matchAll(/`('[^'`]+')` instead of `('[^'`]+')`/g)];
    expect(changes).toHaveLength(2);
    return changes.reduce(
      (text, [, to, from]) => text.replace(`from ${from};`, `from ${to};`),
      source,
    );
  };

  /** Runs the example's program with a library; gives back the stack it makes. */
  const synthesise = async (library: string, env: NodeJS.ProcessEnv = {}): Promise<string> => {
    const source = await exampleFor(library);
    const { code } = await transform(source, { loader: 'ts', format: 'cjs', target: 'node20' });
    const program = join(scratch, `${library}.cjs`);
    await writeFile(program, code);
    const outdir = join(scratch, `${library}.out`);
    // The stack's state lies where the program runs.
    const cwd = join(scratch, 'state');
    await mkdir(cwd, { recursive: true });
    await run(process.execPath, [program], {
      cwd,
      env: { ...childEnvironment, CDK_OUTDIR: outdir, CHECKPOINT_DISABLE: '1', ...env },
    });
    return readFile(join(outdir, 'stacks/on-call/cdk.tf.json'), 'utf8');
  };

  test('both libraries synthesise the same stack', async () => {
    const stacks = await Promise.all(flavours.map(({ library }) => synthesise(library)));
    // The notes under "//" name the library's version and nothing that Terraform reads.
    const [one, other] = stacks.map((stack) =>
      JSON.parse(stack, (name, value: unknown) => (name === '//' ? undefined : value)),
    );
    expect(one).toEqual(other);
    expect(Object.keys(one.resource)).toContain('tocsin_team_escalations');
  });

  test.skipIf(terraformPath === undefined)(
    'the stack is applied without a registry, settles, tells when a mapping gives another result, and is destroyed',
    async () => {
      const workspace = await workspaceFor();
      const env = { TOCSIN_ENDPOINT: server.url, TOCSIN_API_KEY: server.key };
      await workspace.write('main.tf.json', await synthesise('cdktn'));
      await workspace.succeed(['init']);
      const applied = await workspace.succeed(['apply', '-auto-approve'], env);
      expect(applied.stdout).toContain('the mapping gives the expected result.');
      const settled = await workspace.terraform(['plan', '-detailed-exitcode'], env);
      expect(settled.code, settled.stdout).toBe(0);

      const wrong = await synthesise('cdktn', { EXPECTED_TITLE: 'something else' });
      await workspace.write('main.tf.json', wrong);
      const failed = await workspace.terraform(['apply', '-auto-approve'], env);
      expect(failed.code).toBe(1);
      expect(`${failed.stdout}${failed.stderr}`).toContain(
        'title: expected "something else", got "release"',
      );

      await workspace.succeed(['destroy', '-auto-approve'], env);
      expect(await namesOfTeams()).toEqual([]);
      await workspace.remove();
    },
  );

  test.skipIf(terraformPath === undefined)(
    'one of everything, exported as a program, compiles and is imported without a change',
    async () => {
      const workspace = await workspaceFor();
      const env = { TOCSIN_ENDPOINT: server.url, TOCSIN_API_KEY: server.key };
      await workspace.write('main.tf', await readFile(everything, 'utf8'));
      await workspace.succeed(['apply', '-auto-approve'], env);

      const client = clientOf(server.url, (url, init) =>
        fetch(url, { ...init, headers: { ...init.headers, 'x-api-key': server.key } }),
      );
      const organization = await readOrganization(client);
      const { secrets } = toConfiguration(organization);
      const source = toProgram(organization);
      const program = join(scratch, 'exported.ts');
      await writeFile(program, source);
      expect(errorsOf([program])).toEqual([]);

      const { code } = await transform(source, { loader: 'ts', format: 'cjs', target: 'node20' });
      await writeFile(join(scratch, 'exported.cjs'), code);
      await run(process.execPath, [join(scratch, 'exported.cjs')], {
        cwd: scratch,
        env: { ...childEnvironment, CHECKPOINT_DISABLE: '1' },
      });
      const stack = await readFile(join(scratch, 'cdktf.out/stacks/tocsin/cdk.tf.json'), 'utf8');
      const importing = await workspaceFor();
      await importing.write('main.tf.json', stack);
      await importing.succeed(['init']);
      const variables = secrets.map((name) => [
        `TF_VAR_${name}`,
        name.endsWith('headers') ? '{"Accept":"text/html"}' : 'chosen',
      ]);
      const planned = await importing.succeed(['plan'], {
        ...env,
        ...Object.fromEntries(variables),
      });
      // Secrets are asked for, and these are others.
      const changed = new Set(
        [...planned.stdout.matchAll(/# (tocsin_\w+)\.\S+ will be updated/g)].map(
          ([, type]) => type,
        ),
      );
      const withSecrets = [
        'tocsin_shadow_run',
        'tocsin_person_calendar',
        'tocsin_integration',
        'tocsin_outbound_integration',
        'tocsin_oidc_connection',
      ];
      expect([...changed].filter((type) => !withSecrets.includes(type ?? ''))).toEqual([]);
      expect(planned.stdout).toMatch(/Plan: \d+ to import, 0 to add, \d to change, 0 to destroy\./);

      await importing.remove();
      await workspace.succeed(['destroy', '-auto-approve'], env);
      await workspace.remove();
    },
  );

  test('the example compiles in strict mode, and a word that is none of the enumeration does not', async () => {
    const source = await readFile(join(home, 'examples/cdk/main.ts'), 'utf8');
    const [right, wrong] = [join(scratch, 'right.ts'), join(scratch, 'wrong.ts')];
    await writeFile(right, source);
    await writeFile(wrong, source.replace("role: 'Administrator'", "role: 'Boss'"));
    expect(errorsOf([right, wrong])).toEqual([
      `wrong.ts: Type '"Boss"' is not assignable to type 'TeamRole | undefined'.`,
    ]);
  });

  test('the project of the example compiles as npm installs it, with libraries of its own', async () => {
    const project = join(scratch, 'project/examples/cdk');
    await cp(join(home, 'examples/cdk'), project, { recursive: true });
    await cp(join(scratch, 'package'), join(scratch, 'project/dist/constructs'), {
      recursive: true,
    });
    const manifest = join(project, 'package.json');
    const { dependencies, ...others } = JSON.parse(await readFile(manifest, 'utf8'));
    const own = { 'tocsin-cdk-provider': dependencies['tocsin-cdk-provider'] };
    // Nothing is downloaded here: what would be lies in the checkout, and is put where npm would put it.
    await writeFile(
      manifest,
      JSON.stringify({ ...others, dependencies: own, devDependencies: {} }),
    );
    const options = ['--offline', '--legacy-peer-deps', '--no-audit', '--no-fund'];
    await run('npm', ['install', ...options], {
      cwd: project,
      env: { ...process.env, HOME: scratch },
    });
    for (const library of ['cdktn', 'constructs', '@types/node']) {
      const copy = join(project, 'node_modules', library);
      await cp(join(home, '../node_modules', library), copy, { recursive: true });
      // A project has other releases than the checkout; equal ones are one library to the compiler.
      const release = join(copy, 'package.json');
      const described = JSON.parse(await readFile(release, 'utf8'));
      await writeFile(release, JSON.stringify({ ...described, version: '99.0.0' }));
    }
    const tsc = join(home, '../node_modules/typescript/bin/tsc');
    const compiled = await run(process.execPath, [tsc, '--project', project]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    );
    expect(compiled.stdout).toBe('');
  });

  test('every enumeration of the schema is a union in the configuration of its class', async () => {
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

/** `file: message` of every error in any of the programs. */
function errorsOf(programs: readonly string[]): string[] {
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
    .getPreEmitDiagnostics(ts.createProgram([...programs], options))
    .map(
      ({ file, messageText }) =>
        `${file?.fileName.split('/').at(-1)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
}
