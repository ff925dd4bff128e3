/**
 * The provider as a single executable: a Node with the script inside, for machines that have none.
 *
 * Each lies in `dist/executables` with the sum of its script beside it; one that was built
 * from other sources than these is not handed out. To have more than the platform of this machine, run
 * the build on each and collect the files.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { PackageFile } from './bundle.ts';
import { executableName, providerScript } from './bundle.ts';
import type { Platform } from './platform.ts';
import { platformName } from './platform.ts';
import { zipFiles } from './zip.ts';

const builtHere = join(dirname(dirname(fileURLToPath(import.meta.url))), 'dist/executables');

/** Needs a Node that knows `--build-sea` (25.5 or later). */
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

/** Keeps the package, packed: that of a hundred megabytes is no work for a server. */
export async function keepExecutable(
  platform: Platform,
  executable: PackageFile,
  script: Buffer,
  directory = builtHere,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  await writeFile(packagePath(directory, platform), zipFiles([executable]));
  await writeFile(sumPath(directory, platform), sumOf(script));
}

/** The zip with the executable for a platform; undefined when none was built from these sources. */
export async function executablePackage(
  platform: Platform,
  directory = builtHere,
): Promise<Buffer | undefined> {
  const sum = await readFile(sumPath(directory, platform), 'utf8').catch(() => undefined);
  if (sum === undefined || sum !== sumOf(await providerScript())) return undefined;
  return readFile(packagePath(directory, platform));
}

const packagePath = (directory: string, platform: Platform) =>
  join(directory, `${platformName(platform)}.zip`);
const sumPath = (directory: string, platform: Platform) =>
  join(directory, `${platformName(platform)}.script.sha256`);
const sumOf = (script: Buffer) => createHash('sha256').update(script).digest('hex');
