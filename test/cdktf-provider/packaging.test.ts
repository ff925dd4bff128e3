import { execFile } from 'node:child_process';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { bundleProvider, providerScript } from '../../cdktf-provider/packaging/bundle.ts';
import {
  executablePackage,
  keepExecutable,
  singleExecutable,
} from '../../cdktf-provider/packaging/executables.ts';
import { installProvider } from '../../cdktf-provider/packaging/mirror.ts';
import { createSigner, createSigningKey } from '../../cdktf-provider/packaging/openpgp.ts';
import { currentPlatform, platformName } from '../../cdktf-provider/packaging/platform.ts';
import { createRegistry } from '../../cdktf-provider/packaging/registry.ts';
import { checksums, scriptAssets, sha256 } from '../../cdktf-provider/packaging/release.ts';
import { zipFiles } from '../../cdktf-provider/packaging/zip.ts';
import { createPluginCertificate } from '../../cdktf-provider/runtime/certificate.ts';
import { createWorkspace, terraformPath } from './support/terraform.ts';

const run = promisify(execFile);

async function hasProgram(name: string): Promise<boolean> {
  return run(name, ['--version']).then(
    () => true,
    () => false,
  );
}
const hasGpg = await hasProgram('gpg');
const hasPython = await hasProgram('python3');

let scratch: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'tocsin-packaging-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

test.skipIf(!hasPython)(
  'a zip keeps names, contents and the executable bit, and is the same every time',
  async () => {
    const files = [
      { name: 'run', content: Buffer.from('#!/bin/sh\necho ran\n'), mode: 0o755 },
      { name: 'großes/data.txt', content: Buffer.alloc(100_000, 'ab'), mode: 0o644 },
    ];
    const zip = zipFiles(files);
    // The bytes are those of fflate, whatever Node and its zlib are, in every time zone.
    const sums = ['UTC', 'Pacific/Auckland', 'America/New_York'].map((TZ) => {
      vi.stubEnv('TZ', TZ);
      return sha256(zipFiles(files));
    });
    vi.unstubAllEnvs();
    expect(sums).toEqual(
      sums.map(() => '3a1ce149673eee2b7f8bd8d6f40149ed93e7369d42f3c3d4d3380556d87502cb'),
    );
    await writeFile(join(scratch, 'a.zip'), zip);
    const script =
      'import sys, zipfile, json; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps([[i.filename, i.file_size, oct(i.external_attr >> 16)] for i in z.infolist()]))';
    const { stdout } = await run('python3', ['-c', script, join(scratch, 'a.zip')]);
    expect(JSON.parse(stdout)).toEqual([
      ['run', 19, '0o100755'],
      ['großes/data.txt', 100_000, '0o100644'],
    ]);
  },
);

test('sums are those of the packages, in the form sha256sum reads', async () => {
  const assets = await scriptAssets();
  for (const { name, content } of [...assets, checksums(assets)]) {
    await writeFile(join(scratch, name), content);
  }
  const { stdout } = await run('sha256sum', ['-c', checksums(assets).name], { cwd: scratch });
  expect(stdout.match(/: OK/g)).toHaveLength(assets.length);
  expect(assets.map(({ name }) => name)).toContain(
    `terraform-provider-tocsin_0.1.0_${platformName(currentPlatform())}.zip`,
  );
});

test.skipIf(!hasGpg)('the signature of the sums is one that GnuPG believes', async () => {
  const key = await createSigningKey(new Date('2026-01-01T00:00:00Z'), 'Tocsin test');
  const signer = await createSigner(key);
  const document = Buffer.from('sums');
  const home = await mkdtemp(join(tmpdir(), 'gpg-'));
  const gpg = (...args: string[]) => run('gpg', ['--homedir', home, '--batch', ...args]);
  await writeFile(join(home, 'key.asc'), signer.armouredPublicKey);
  await writeFile(join(home, 'doc'), document);
  const signature = await signer.sign(document);
  expect(await signer.sign(document), 'the same for everybody who asks').toEqual(signature);
  await writeFile(join(home, 'doc.sig'), signature);
  await gpg('--import', join(home, 'key.asc'));
  const { stderr } = await gpg('--verify', join(home, 'doc.sig'), join(home, 'doc'));
  expect(stderr).toContain('Good signature from "Tocsin test"');
  await writeFile(join(home, 'doc'), 'other sums');
  await expect(gpg('--verify', join(home, 'doc.sig'), join(home, 'doc'))).rejects.toThrow(
    'BAD signature',
  );
  await run('gpgconf', ['--homedir', home, '--kill', 'all']).catch(() => {});
  await rm(home, { recursive: true, force: true });
});

test('the single executable runs without any Node on the PATH', async () => {
  const { name, content, mode } = await singleExecutable(await bundleProvider());
  const path = join(scratch, name);
  await writeFile(path, content, { mode });
  const { stdout } = await run(path, ['--version'], { env: { PATH: '' } });
  expect(stdout).toBe('terraform-provider-tocsin 0.1.0\n');
});

test('an executable is handed out only while it holds the script of these sources', async () => {
  const directory = join(scratch, 'executables');
  const platform = { os: 'windows', arch: 'amd64' } as const;
  const file = {
    name: 'terraform-provider-tocsin_v0.1.0.exe',
    content: Buffer.from('MZ'),
    mode: 0o755,
  };
  expect(await executablePackage(platform, directory)).toBeUndefined();
  await keepExecutable(platform, file, await providerScript(), directory);
  expect(await executablePackage(platform, directory)).toEqual(zipFiles([file]));
  await keepExecutable(platform, file, Buffer.from('an older script'), directory);
  expect(await executablePackage(platform, directory)).toBeUndefined();
});

test('the package is the same bytes from every checkout, for the mirror and for the registry', async () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const other = join(scratch, "somebody else's checkout");
  await mkdir(other);
  for (const name of ['cdktf-provider', 'openapi', 'src', 'package.json'])
    await cp(join(root, name), join(other, name), {
      recursive: true,
      filter: (path) => !path.includes('/dist'),
    });
  await symlink(join(root, 'node_modules'), join(other, 'node_modules'));
  const program = `const { installProvider } = await import(${JSON.stringify(pathToFileURL(join(other, 'cdktf-provider/packaging/mirror.ts')).href)}); console.log((await installProvider({ home: process.argv[1] })).directory);`;
  // From another folder, with another Node in front, as a colleague's machine would.
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '-e', program, join(scratch, 'home of a colleague')],
    { cwd: scratch },
  );
  const theirs = stdout.trim();
  const ours = (await installProvider({ home: join(scratch, 'home') })).directory;
  const names = (await readdir(ours)).sort();
  expect(names).toEqual(['provider.cjs', 'terraform-provider-tocsin_v0.1.0']);
  expect((await readdir(theirs)).sort()).toEqual(names);
  const served = (await scriptAssets())[0]?.content ?? Buffer.alloc(0);
  for (const name of names) {
    const content = await readFile(join(ours, name));
    expect(content.equals(await readFile(join(theirs, name))), name).toBe(true);
    expect(Buffer.from(unzipSync(served)[name] ?? []).equals(content), name).toBe(true);
    for (const path of [root, process.execPath, scratch])
      expect(content.includes(path), `${name} names ${path}`).toBe(false);
  }
});

describe('the registry', () => {
  test('answers nothing outside of its paths and 404 for what it does not have', async () => {
    const registry = createRegistry({ assets: async () => [] });
    const get = (path: string) => registry.answer({ method: 'GET', path });
    expect(await get('/console')).toBeUndefined();
    expect(await get('/.well-known/terraform.json')).toMatchObject({ status: 200 });
    expect(
      await get('/terraform/providers/v1/tocsin/tocsin/9.9.9/download/linux/amd64'),
    ).toMatchObject({ status: 404 });
    expect(await get('/terraform/providers/v1/other/other/versions')).toMatchObject({
      status: 404,
    });
    expect(await get('/terraform/providers/v1/files/../../etc/passwd')).toMatchObject({
      status: 404,
    });
    expect(
      await registry.answer({ method: 'POST', path: '/.well-known/terraform.json' }),
    ).toMatchObject({ status: 405 });
  });

  test.skipIf(terraformPath === undefined)(
    'lets terraform init install the provider from this host, signed and locked',
    async () => {
      const registry = createRegistry();
      const { keyPem, certificatePem } = createPluginCertificate();
      const server = createServer({ key: keyPem, cert: certificatePem }, (request, response) => {
        const path = new URL(request.url ?? '/', 'https://localhost').pathname;
        void registry.answer({ method: request.method ?? 'GET', path }).then((answer) => {
          response.writeHead(answer?.status ?? 404, answer?.headers).end(answer?.body);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const host = `localhost:${(server.address() as AddressInfo).port}`;
      const workspace = await createWorkspace();
      await workspace.write('ca.pem', certificatePem);
      await workspace.write(
        'main.tf',
        `terraform {\n  required_providers {\n    tocsin = { source = "${host}/tocsin/tocsin" }\n  }\n}\noutput "x" { value = provider::tocsin::seconds("1m") }\n`,
      );
      const env = { SSL_CERT_FILE: join(workspace.directory, 'ca.pem') };
      const init = await workspace.succeed(['init'], env);
      expect(init.stdout).toMatch(
        /Installed .*\/tocsin\/tocsin v0\.1\.0 \(self-signed, key ID [0-9A-F]{16}\)/,
      );
      const applied = await workspace.succeed(['apply', '-auto-approve'], env);
      expect(applied.stdout).toContain('x = 60');

      const lock = await readFile(join(workspace.directory, '.terraform.lock.hcl'), 'utf8');
      const own = (await scriptAssets()).find(
        ({ platform }) => platform?.os === currentPlatform().os,
      );
      expect(lock).toContain(`zh:${sha256(own?.content ?? Buffer.alloc(0))}`);
      const executable = join(
        workspace.directory,
        `.terraform/providers/${host}/tocsin/tocsin/0.1.0`,
        platformName(currentPlatform()),
        'terraform-provider-tocsin_v0.1.0',
      );
      expect((await stat(executable)).mode & 0o111).toBe(0o111);
      await workspace.remove();
      server.closeAllConnections();
      server.close();
    },
  );
});
