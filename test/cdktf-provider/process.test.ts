import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { credentials, makeGenericClientConstructor } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installProvider } from '../../cdktf-provider/packaging/mirror.ts';
import { createPluginCertificate } from '../../cdktf-provider/runtime/certificate.ts';
import type { FakeServer } from './support/fake-server.ts';
import { fakeKey, startFakeServer } from './support/fake-server.ts';
import type { Workspace } from './support/terraform.ts';
import { createWorkspace, terraformPath } from './support/terraform.ts';

const config = `
terraform {
  required_providers {
    tocsin = { source = "tocsin/tocsin" }
  }
}
resource "tocsin_team" "a" {
  display_name = "A"
}
output "seconds" { value = provider::tocsin::seconds("2m") }
`;

describe('the provider as a process', () => {
  let server: FakeServer;
  let workspace: Workspace;
  let executable: string;

  beforeAll(async () => {
    server = await startFakeServer();
    workspace = await createWorkspace({
      env: { TOCSIN_ENDPOINT: server.url, TOCSIN_API_KEY: fakeKey },
    });
    const installed = await installProvider({ home: workspace.directory });
    await workspace.write('main.tf', config);
    if (terraformPath !== undefined) await workspace.succeed(['init']);
    executable = join(installed.directory, 'terraform-provider-tocsin_v0.1.0');
  });
  afterAll(async () => {
    await workspace.remove();
    await server.close();
  });

  test.skipIf(terraformPath === undefined)(
    'is found in the implied mirror, locked, spoken to over mutual TLS, and leaves nothing behind',
    async () => {
      await workspace.write('main.tf', config);
      const lock = await readFile(join(workspace.directory, '.terraform.lock.hcl'), 'utf8');
      expect(lock).toContain('provider "registry.terraform.io/tocsin/tocsin"');

      const log = join(workspace.directory, 'provider.log');
      const applied = await workspace.succeed(['apply', '-auto-approve'], {
        TF_LOG_PROVIDER: 'DEBUG',
        TF_LOG_PATH: log,
      });
      expect(applied.stdout).toContain('seconds = 120');
      const lines = await readFile(log, 'utf8');
      expect(lines).toMatch(
        /\[DEBUG\] provider\.terraform-provider-tocsin_v0\.1\.0: request: .*path=\/team/,
      );
      expect(lines).not.toContain(fakeKey);
      const left = await readdir(workspace.directory);
      expect(left.filter((name) => name.startsWith('tocsin-'))).toEqual([]);
    },
  );

  test('ends when the Terraform that started it is killed', async () => {
    const starting = `require('node:child_process').spawn(${JSON.stringify(executable)}, { stdio: 'inherit' })`;
    const terraform = spawn(process.execPath, ['-e', starting], {
      env: { PATH: process.env.PATH, ...cookie },
    });
    const everybodyLeft = new Promise((resolve) => terraform.once('close', resolve));
    expect(await firstLine(terraform.stdout)).toMatch(/^1\|/);
    terraform.kill('SIGKILL');
    await everybodyLeft;
  });

  describe.skipIf(terraformPath === undefined)('interrupted', () => {
    const interrupted = async (args: readonly string[]) => {
      const child = workspace.start(args);
      let printed = '';
      const seen = new Promise<void>((resolve) => {
        const read = (chunk: Buffer) => {
          printed += chunk.toString('utf8');
          if (printed.includes('Interrupt received')) resolve();
        };
        child.stdout?.on('data', read);
        child.stderr?.on('data', read);
      });
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
      return { interrupt: () => child.kill('SIGINT'), seen, ended, printed: () => printed };
    };

    test('lets the change under way end and keeps its id, and begins no other', async () => {
      await workspace.write(
        'main.tf',
        `${config}resource "tocsin_team" "next" {\n  display_name = tocsin_team.a.id\n}\n`,
      );
      await workspace.succeed(['destroy', '-auto-approve']);
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      server.intercept = async ({ method }) => {
        if (method === 'POST') {
          arrive();
          await released;
        }
        return undefined;
      };
      const run = await interrupted(['apply', '-auto-approve', '-no-color']);
      await arrived;
      run.interrupt();
      await run.seen;
      release();
      await run.ended;
      server.intercept = () => undefined;
      expect(server.stored.size).toBe(1);
      expect(Object.keys(await workspace.values())).toEqual(['tocsin_team.a']);
    });

    test('ends a read that never answers', async () => {
      await workspace.write('main.tf', `${config}data "tocsin_teams" "all" {}\n`);
      const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
      server.intercept = ({ path }) => {
        if (!path.includes('/team/')) return undefined;
        arrive();
        return new Promise(() => {});
      };
      const run = await interrupted(['plan', '-no-color']);
      await arrived;
      run.interrupt();
      await run.ended;
      server.intercept = () => undefined;
      expect(run.printed()).toContain('Terraform asked the provider to stop');
    });
  });

  test.skipIf(terraformPath === undefined)(
    'says through terraform that Node is missing, or too old',
    async () => {
      await workspace.write('main.tf', config);
      const missing = await workspace.terraform(['plan'], { TOCSIN_NODE: '/nowhere/node' });
      expect(missing.stderr.replace(/\s*\n[│\s]*/g, ' ')).toContain(
        'terraform-provider-tocsin needs Node 22 or later, and there is no /nowhere/node. Install it, or set TOCSIN_NODE to one.',
      );
      const old = join(workspace.directory, 'old-node');
      const pretend = `Object.defineProperty(process.versions, 'node', { value: '18.1.0' });`;
      await writeFile(join(workspace.directory, 'old.cjs'), pretend);
      await writeFile(
        old,
        `#!/bin/sh\nexec '${process.execPath}' -r '${join(workspace.directory, 'old.cjs')}' "$@"\n`,
        { mode: 0o755 },
      );
      const tooOld = await workspace.terraform(['plan'], { TOCSIN_NODE: old });
      expect(tooOld.stderr.replace(/\s*\n[│\s]*/g, ' ')).toContain(
        'terraform-provider-tocsin needs Node 22 or later, and',
      );
    },
  );

  test('tells a person what it is when a person starts it', async () => {
    const { code, stderr, stdout } = await run(executable, {});
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('terraform starts it by itself');
  });

  test('refuses a Terraform that does not speak protocol 6', async () => {
    const { code, stderr } = await run(executable, { ...cookie, PLUGIN_PROTOCOL_VERSIONS: '4,5' });
    expect(code).toBe(1);
    expect(stderr).toContain('speaks Terraform plugin protocol 6');
  });

  test('shuts out a client whose certificate is not the one that started it', async () => {
    const [own, stranger] = [createPluginCertificate(), createPluginCertificate()];
    const sockets = join(workspace.directory, 'sockets');
    await mkdir(sockets);
    const child = spawn(executable, [], {
      env: {
        ...process.env,
        ...cookie,
        PLUGIN_CLIENT_CERT: own.certificatePem,
        PLUGIN_UNIX_SOCKET_DIR: sockets,
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const line = await firstLine(child.stdout);
    const [core, protocol, network, address = '', kind, certificate = ''] = line.split('|');
    expect({ core, protocol, network, kind }).toEqual({
      core: '1',
      protocol: '6',
      network: 'unix',
      kind: 'grpc',
    });
    expect(address.startsWith(sockets)).toBe(true);
    expect(certificate).not.toContain('=');
    const root = new X509Certificate(Buffer.from(certificate, 'base64'));
    expect(root.checkHost('localhost')).toBe('localhost');

    const shutdown = (key: string, cert: string) =>
      callShutdown(address, root.toString(), key, cert);
    await expect(shutdown(stranger.keyPem, stranger.certificatePem)).rejects.toThrow();
    expect(child.exitCode).toBe(null);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await shutdown(own.keyPem, own.certificatePem);
    expect(await ended).toBe(0);
    expect(existsSync(address)).toBe(false);
    await rm(sockets, { recursive: true });
  });
});

const cookie = {
  TF_PLUGIN_MAGIC_COOKIE: 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2',
  PLUGIN_PROTOCOL_VERSIONS: '6,5',
};

function callShutdown(address: string, root: string, key: string, cert: string): Promise<void> {
  const none = { serialize: () => Buffer.alloc(0), deserialize: () => ({}) };
  const Controller = makeGenericClientConstructor(
    {
      shutdown: {
        path: '/plugin.GRPCController/Shutdown',
        requestStream: false,
        responseStream: false,
        requestSerialize: none.serialize,
        requestDeserialize: none.deserialize,
        responseSerialize: none.serialize,
        responseDeserialize: none.deserialize,
      },
    },
    'GRPCController',
  );
  const ssl = credentials.createSsl(Buffer.from(root), Buffer.from(key), Buffer.from(cert));
  const client = new Controller(`unix:${address}`, ssl, {
    'grpc.ssl_target_name_override': 'localhost',
  });
  return new Promise((resolve, reject) => {
    client.shutdown?.({}, (error: Error | null) => {
      client.close();
      if (error === null) resolve();
      else reject(error);
    });
  });
}

function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
  });
}

function run(
  command: string,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawn(command, [], { env: { PATH: process.env.PATH, ...env } });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}
