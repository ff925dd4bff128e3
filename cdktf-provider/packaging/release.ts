/**
 * `node cdktf-provider/packaging/release.ts`: everything a registry wants, in `dist/provider`, and the
 * npm package of constructs, in `dist/constructs`.
 *
 * The zip of this machine's platform holds a single executable that needs no Node; those of the
 * other Unix platforms hold the script, which needs one. Run it on each platform and collect the
 * zips to have executables for all.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { providerType, providerVersion } from '../version.ts';
import type { PackageFile } from './bundle.ts';
import { bundleProvider, executableName, scriptPackage } from './bundle.ts';
import type { Platform } from './platform.ts';
import { currentPlatform, platformName, scriptPlatforms } from './platform.ts';
import { zipFiles } from './zip.ts';

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');
const prefix = `terraform-provider-${providerType}_${providerVersion}`;

export interface ReleaseAsset {
  readonly name: string;
  readonly content: Buffer;
  /** Set for packages, not for manifests and sums. */
  readonly platform?: Platform;
}

export const registryManifest = `${JSON.stringify({ version: 1, metadata: { protocol_versions: ['6.0'] } }, null, 2)}\n`;

/** The script package for every platform that can run it. */
export async function scriptAssets(): Promise<ReleaseAsset[]> {
  const content = zipFiles(await scriptPackage());
  return scriptPlatforms.map((platform) => ({
    name: `${prefix}_${platformName(platform)}.zip`,
    content,
    platform,
  }));
}

/** Sums of all assets, as `sha256sum` prints them. */
export function checksums(assets: readonly ReleaseAsset[]): ReleaseAsset {
  const lines = assets.map(({ name, content }) => `${sha256(content)}  ${name}\n`);
  return { name: `${prefix}_SHA256SUMS`, content: Buffer.from(lines.join('')) };
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** A Node with the provider inside. Needs a Node that knows `--build-sea` (25.5 or later). */
export async function singleExecutable(script: Buffer): Promise<PackageFile> {
  const directory = await mkdtemp(join(tmpdir(), 'tocsin-sea-'));
  try {
    const name = process.platform === 'win32' ? `${executableName}.exe` : executableName;
    const output = join(directory, name);
    await writeFile(join(directory, 'provider.cjs'), script);
    const config = {
      main: join(directory, 'provider.cjs'),
      output,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
    };
    await writeFile(join(directory, 'sea.json'), JSON.stringify(config));
    await promisify(execFile)(process.execPath, ['--build-sea', join(directory, 'sea.json')]);
    if (process.platform === 'darwin')
      await promisify(execFile)('codesign', ['--sign', '-', output]);
    return { name, content: await readFile(output), mode: 0o755 };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

export async function buildRelease(directory: string): Promise<ReleaseAsset[]> {
  const script = await bundleProvider();
  await mkdir(directory, { recursive: true });
  await writeFile(join(dist, 'provider.cjs'), script);
  const own = currentPlatform();
  const executable: ReleaseAsset = {
    name: `${prefix}_${platformName(own)}.zip`,
    content: zipFiles([await singleExecutable(script)]),
    platform: own,
  };
  const scripts = await scriptAssets();
  const anyPlatform = scripts[0];
  const assets: ReleaseAsset[] = [
    executable,
    ...scripts.filter(({ name }) => name !== executable.name),
    ...(anyPlatform === undefined
      ? []
      : [{ name: `${prefix}_script.zip`, content: anyPlatform.content }]),
    { name: `${prefix}_manifest.json`, content: Buffer.from(registryManifest) },
  ];
  const all = [...assets, checksums(assets)];
  for (const { name, content } of all) await writeFile(join(directory, name), content);
  return all;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { buildConstructs } = await import('../build/constructs.ts');
  await buildConstructs(join(dist, 'constructs'), join(dist, 'constructs-sources'));
  const assets = await buildRelease(join(dist, 'provider'));
  for (const { name, content } of assets) {
    process.stdout.write(`${name}  ${(content.length / 1e6).toFixed(1)} MB\n`);
  }
}
