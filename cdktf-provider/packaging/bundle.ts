/**
 * The provider as one script: everything it needs, for any Unix with Node 22 or later. A launcher
 * carries the name Terraform looks for; the script beside it must not begin with that name.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { providerType, providerVersion } from '../version.ts';

const home = dirname(dirname(fileURLToPath(import.meta.url)));
const builtBundle = join(home, 'dist/provider.cjs');

export interface PackageFile {
  readonly name: string;
  readonly content: Buffer;
  readonly mode: number;
}

const scriptName = 'provider.cjs';
/** Terraform takes the first file that begins so; `.exe` on Windows. */
export const executableName = `terraform-provider-${providerType}_v${providerVersion}`;

/** The files of the script package. With `node`, that very Node runs it; else the one on the PATH. */
export async function scriptPackage(
  options: { readonly node?: string } = {},
): Promise<PackageFile[]> {
  return [
    { name: executableName, content: Buffer.from(launcher(options.node)), mode: 0o755 },
    { name: scriptName, content: await providerScript(), mode: 0o644 },
  ];
}

/** The bundled script: made from the sources where esbuild is there, else as built for the release. */
export async function providerScript(): Promise<Buffer> {
  try {
    return await bundleProvider();
  } catch (error) {
    const built = await readFile(builtBundle).catch(() => undefined);
    if (built === undefined) throw error;
    return built;
  }
}

export async function bundleProvider(): Promise<Buffer> {
  const { build } = await import('esbuild').catch((cause: unknown) => {
    throw new Error(
      'The provider is not built and esbuild is not installed: run "npm ci" without --omit=dev, or copy dist/provider.cjs from a release.',
      { cause },
    );
  });
  const result = await build({
    entryPoints: [join(home, 'main.ts')],
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    minify: true,
    keepNames: true,
    legalComments: 'eof',
    write: false,
    // XPath steps are not compiled by the provider, so its WebAssembly engine stays out.
    external: ['libxml2-wasm'],
    logLevel: 'error',
  });
  const [output] = result.outputFiles;
  if (output === undefined) throw new Error('esbuild wrote nothing');
  return Buffer.from(output.contents);
}

/**
 * A shell script and not `#!/usr/bin/env node`: it says what is missing instead of failing as
 * "Unrecognized remote plugin message". The compile cache takes a fifth off the start; it lies in the
 * home of the user because it holds code that will run.
 */
function launcher(node: string | undefined): string {
  return `#!/bin/sh
node=${shellQuoted(node ?? 'node')}
here=$(dirname -- "$0")
if [ -L "$0" ]; then here=$(dirname -- "$(readlink -f -- "$0")"); fi
command -v "$node" >/dev/null 2>&1 || { echo "terraform-provider-tocsin needs Node 22 or later, and there is no $node." >&2; exit 1; }
if [ -n "$HOME" ]; then export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-\${XDG_CACHE_HOME:-$HOME/.cache}/tocsin-provider}"; fi
exec "$node" "$here/${scriptName}" "$@"
`;
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
