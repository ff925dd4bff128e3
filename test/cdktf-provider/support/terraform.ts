/**
 * The real Terraform binary in a directory of its own. Its CLI configuration is the workspace's,
 * its home is the workspace, and nothing is downloaded.
 */
import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { childEnvironment } from '../../support/child-environment.ts';

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Workspace {
  readonly directory: string;
  write(name: string, content: string): Promise<void>;
  terraform(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Run>;
  /** Starts terraform and leaves it to the caller to interrupt it. */
  start(args: readonly string[]): ChildProcess;
  /** As `terraform`, failing loudly with its whole output unless it succeeds. */
  succeed(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Run>;
  /** Steps of a job in bash, as code hosts run them. */
  shell(script: string, env: NodeJS.ProcessEnv): Promise<Run>;
  /** The state as it lies on disk; empty before the first apply. */
  state(): Promise<State>;
  /** Puts another state in its place, as somebody with an editor might. */
  writeState(state: State): Promise<void>;
  /** Of the state: values of resources of the root module, by address. */
  values(): Promise<Record<string, Record<string, unknown>>>;
  remove(): Promise<void>;
}

export const terraformPath = (process.env.PATH ?? '')
  .split(delimiter)
  .map((directory) => join(directory, 'terraform'))
  .find((path) => existsSync(path));

if (terraformPath === undefined) {
  process.stderr.write('SKIPPED: no terraform on the PATH; the provider is not proven here.\n');
}

export interface WorkspaceOptions {
  /** Providers that already run, as `PluginServer.reattach` describes them. */
  readonly reattach?: readonly string[];
  /** Lines of the CLI configuration, such as dev_overrides or a mirror. */
  readonly cliConfig?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export async function createWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const directory = await mkdtemp(join(tmpdir(), 'tocsin-tf-'));
  await writeFile(join(directory, 'cli.tfrc'), options.cliConfig ?? '');
  const base: NodeJS.ProcessEnv = {
    ...childEnvironment,
    HOME: directory,
    TMPDIR: directory,
    TF_CLI_CONFIG_FILE: join(directory, 'cli.tfrc'),
    TF_IN_AUTOMATION: '1',
    TF_INPUT: '0',
    // Each run is over before its memory could run out: a tenth of what it takes is looking for what nobody needs any
    // more.
    GOGC: '400',
    CHECKPOINT_DISABLE: '1',
    ...(options.reattach === undefined ? {} : { TF_REATTACH_PROVIDERS: merged(options.reattach) }),
    ...options.env,
  };
  const terraform = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    run(args, directory, { ...base, ...env });
  const succeed = async (args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const result = await terraform(args, env);
    if (result.code === 0) return result;
    throw new Error(
      `terraform ${args.join(' ')} ended with ${result.code}\n${result.stdout}\n${result.stderr}`,
    );
  };
  return {
    directory,
    write: (name, content) => writeFile(join(directory, name), content),
    terraform,
    start: (args) => spawn(terraformPath ?? 'terraform', args, { cwd: directory, env: base }),
    succeed,
    shell: (script, env) =>
      execute('bash', ['-eo', 'pipefail', '-c', script], directory, { ...base, ...env }),
    state: () => readState(directory),
    writeState: (state) => writeFile(join(directory, stateFile), JSON.stringify(state)),
    values: async () => valuesOf(await readState(directory)),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

function merged(descriptions: readonly string[]): string {
  return JSON.stringify(
    Object.assign({}, ...descriptions.map((text) => JSON.parse(text) as object)),
  );
}

function run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Run> {
  const [command, ...rest] = args;
  const flags = command === undefined ? [] : [command, ...colourless(command), ...rest];
  return execute(terraformPath ?? 'terraform', flags, cwd, env);
}

function execute(
  file: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<Run> {
  return new Promise((resolve) => {
    execFile(file, args, { cwd, env, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, stdout, stderr });
    });
  });
}

function colourless(command: string): string[] {
  return ['show', 'plan', 'apply', 'destroy', 'validate', 'init', 'import', 'refresh'].includes(
    command,
  )
    ? ['-no-color']
    : [];
}

const stateFile = 'terraform.tfstate';

export interface State {
  readonly serial: number;
  readonly outputs?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly resources: readonly StateResource[];
}

export interface StateResource {
  readonly module?: string;
  readonly mode: 'managed' | 'data';
  readonly type: string;
  readonly name: string;
  readonly provider: string;
  readonly instances: readonly {
    readonly index_key?: string | number;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
}

async function readState(directory: string): Promise<State> {
  const text = await readFile(join(directory, stateFile), 'utf8').catch(() => undefined);
  return text === undefined ? { serial: 0, resources: [] } : (JSON.parse(text) as State);
}

function valuesOf({ resources }: State): Record<string, Record<string, unknown>> {
  const own = resources.filter(({ module }) => module === undefined);
  return Object.fromEntries(
    own.flatMap(({ mode, type, name, instances }) =>
      instances.map(({ index_key, attributes }) => {
        const index = index_key === undefined ? '' : `[${JSON.stringify(index_key)}]`;
        return [`${mode === 'data' ? 'data.' : ''}${type}.${name}${index}`, { ...attributes }];
      }),
    ),
  );
}
