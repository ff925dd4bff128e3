/**
 * `node cdktf-provider/packaging/release.ts`: everything a registry wants, in `dist/provider`, and the
 * npm package of constructs, in `dist/constructs`.
 *
 * The zip of this machine's platform holds a single executable that needs no Node, and so do those of
 * the platforms whose executables were copied into `dist/executables`; the other Unix platforms get the
 * script, which needs one.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { providerType, providerVersion } from '../version.ts';
import { bundleProvider, scriptPackage } from './bundle.ts';
import { executablePackage, keepExecutable, singleExecutable } from './executables.ts';
import type { Platform } from './platform.ts';
import { allPlatforms, currentPlatform, platformName, scriptPlatforms } from './platform.ts';
import { zipFiles } from './zip.ts';

const dist = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist');
const prefix = `terraform-provider-${providerType}_${providerVersion}`;

export interface ReleaseAsset {
  readonly name: string;
  readonly content: Buffer;
  /** Set for packages, not for manifests and sums. */
  readonly platform?: Platform;
}

const registryManifest = `${JSON.stringify({ version: 1, metadata: { protocol_versions: ['6.0'] } }, null, 2)}\n`;

/** A package for every platform: the executable where one was built here, else the script. */
export async function servedAssets(): Promise<ReleaseAsset[]> {
  const built: ReleaseAsset[] = [];
  for (const platform of allPlatforms) {
    const content = await executablePackage(platform);
    if (content !== undefined) built.push({ name: assetName(platform), content, platform });
  }
  const scripts = await scriptAssets();
  return [...built, ...scripts.filter(({ name }) => built.every((asset) => asset.name !== name))];
}

/** The script package for every platform that can run it. */
export async function scriptAssets(): Promise<ReleaseAsset[]> {
  const content = zipFiles(await scriptPackage());
  return scriptPlatforms.map((platform) => ({ name: assetName(platform), content, platform }));
}

const assetName = (platform: Platform) => `${prefix}_${platformName(platform)}.zip`;

/** Sums of all assets, as `sha256sum` prints them. */
export function checksums(assets: readonly ReleaseAsset[]): ReleaseAsset {
  const lines = assets.map(({ name, content }) => `${sha256(content)}  ${name}\n`);
  return { name: `${prefix}_SHA256SUMS`, content: Buffer.from(lines.join('')) };
}

export function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

async function buildRelease(directory: string): Promise<ReleaseAsset[]> {
  const script = await bundleProvider();
  await mkdir(directory, { recursive: true });
  await writeFile(join(dist, 'provider.cjs'), script);
  await keepExecutable(currentPlatform(), await singleExecutable(script), script);
  const served = await servedAssets();
  const scripts = await scriptAssets();
  const anyPlatform = scripts[0];
  const assets: ReleaseAsset[] = [
    ...served,
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
