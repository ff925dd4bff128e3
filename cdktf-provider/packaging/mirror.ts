/**
 * The provider in a local mirror: `terraform init` then needs no registry. The default directory is
 * one Terraform looks into by itself.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { providerAddress, providerNamespace, providerType, providerVersion } from '../version.ts';
import { nodeFile, scriptPackage } from './bundle.ts';
import { executablePackage } from './executables.ts';
import { currentPlatform, platformName } from './platform.ts';
import { unzipExecutables } from './zip.ts';

export interface InstalledProvider {
  /** Where the executable lies now. */
  readonly directory: string;
  readonly version: string;
  /** The text for `required_providers`. */
  readonly requirement: string;
  /** Lines for the CLI configuration; empty when Terraform looks there anyway. */
  readonly cliConfig: string;
}

export interface InstallOptions {
  /** Default: `.terraform.d/plugins` in the home. */
  readonly directory?: string;
  /** Default: the home of the user. */
  readonly home?: string;
}

/**
 * Puts the provider into a mirror, replacing the same version there, and notes the Node that runs this
 * as the one to run the provider with. Throws when the provider can neither be found built nor be built.
 */
export async function installProvider(options: InstallOptions = {}): Promise<InstalledProvider> {
  const home = options.home ?? homedir();
  const implied = join(home, '.terraform.d/plugins');
  const mirror = resolve(options.directory ?? implied);
  const directory = join(mirror, providerAddress, providerVersion, platformName(currentPlatform()));
  const executable = await executablePackage(currentPlatform());
  const files = executable === undefined ? await scriptPackage() : unzipExecutables(executable);

  // Aside first, then into place: a terraform that runs meanwhile sees a whole provider.
  const aside = `${directory}.new`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  for (const { name, content, mode } of files)
    await writeFile(join(aside, name), content, { mode });
  await rm(directory, { recursive: true, force: true });
  await rename(aside, directory);
  await keepNode(home);

  const source = `${providerNamespace}/${providerType}`;
  return {
    directory,
    version: providerVersion,
    requirement: `${providerType} = { source = "${source}", version = "${providerVersion}" }`,
    cliConfig:
      mirror === implied
        ? ''
        : `provider_installation {\n  filesystem_mirror {\n    path    = ${JSON.stringify(mirror)}\n    include = ["${source}"]\n  }\n  direct {\n    exclude = ["${source}"]\n  }\n}\n`,
  };
}

/** Outside of the package, whose hash must not depend on it. */
async function keepNode(home: string): Promise<void> {
  const configured = home === homedir() ? process.env.XDG_CONFIG_HOME : undefined;
  const path = join(configured || join(home, '.config'), nodeFile);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${process.execPath}\n`);
}
