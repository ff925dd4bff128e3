/** Operating systems and processors, as Terraform (that is, Go) names them. */

export interface Platform {
  readonly os: 'linux' | 'darwin' | 'windows' | 'freebsd';
  readonly arch: 'amd64' | 'arm64';
}

/** Platforms with a shell and a Node, which the script package runs on. */
export const scriptPlatforms: readonly Platform[] = [
  { os: 'linux', arch: 'amd64' },
  { os: 'linux', arch: 'arm64' },
  { os: 'darwin', arch: 'amd64' },
  { os: 'darwin', arch: 'arm64' },
  { os: 'freebsd', arch: 'amd64' },
];

/** The script platforms, and those that only an executable can serve. */
export const allPlatforms: readonly Platform[] = [
  ...scriptPlatforms,
  { os: 'freebsd', arch: 'arm64' },
  { os: 'windows', arch: 'amd64' },
  { os: 'windows', arch: 'arm64' },
];

const systems: Readonly<Record<string, Platform['os']>> = {
  linux: 'linux',
  darwin: 'darwin',
  win32: 'windows',
  freebsd: 'freebsd',
};
const processors: Readonly<Record<string, Platform['arch']>> = { x64: 'amd64', arm64: 'arm64' };

/** Throws on a machine the provider has no package for. */
export function currentPlatform(): Platform {
  const os = systems[process.platform];
  const arch = processors[process.arch];
  if (os === undefined || arch === undefined) {
    throw new Error(`There is no provider package for ${process.platform} on ${process.arch}.`);
  }
  return { os, arch };
}

export const platformName = ({ os, arch }: Platform): string => `${os}_${arch}`;
