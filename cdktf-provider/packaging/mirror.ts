/**
 * The provider in a local mirror: `terraform init` then needs no registry. The default directory is
 * one Terraform looks into by itself.
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { providerAddress, providerNamespace, providerType, providerVersion } from '../version.ts';
import { scriptPackage } from './bundle.ts';
import { currentPlatform, platformName } from './platform.ts';

export interface InstalledProvider {
  /** Where the executable lies now. */
  readonly directory: string;
  readonly version: string;
  /** What to write into `required_providers`. */
  readonly requirement: string;
  /** Lines for the CLI configuration; empty when Terraform looks there anyway. */
  readonly cliConfig: string;
}

/**
 * Puts the provider into a mirror, replacing the same version there. Without `directory` that is
 * `~/.terraform.d/plugins`. Throws when the provider can neither be found built nor be built.
 */
export async function installProvider(
  options: { readonly directory?: string; readonly node?: string } = {},
): Promise<InstalledProvider> {
  const implied = join(homedir(), '.terraform.d/plugins');
  const mirror = resolve(options.directory ?? implied);
  const directory = join(mirror, providerAddress, providerVersion, platformName(currentPlatform()));
  const files = await scriptPackage({ node: options.node ?? process.execPath });

  // Aside first, then into place: a terraform that runs meanwhile sees a whole provider.
  const aside = `${directory}.new`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(aside, { recursive: true });
  for (const { name, content, mode } of files)
    await writeFile(join(aside, name), content, { mode });
  await rm(directory, { recursive: true, force: true });
  await rename(aside, directory);

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
