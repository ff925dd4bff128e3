/**
 * The provider as one script: everything it needs, for any Unix with Node 22 or later. A launcher
 * carries the name Terraform looks for; the script beside it must not begin with that name.
 *
 * Nothing in the package depends on the machine or the folder it was made in: lock files hold its
 * hash, and a colleague, a build server and a registry must come to the same one.
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
const oldestNode = 22;
/** Below the folder of configurations of a user: the Node that runs the provider for them. */
export const nodeFile = 'tocsin/node';
/** Terraform takes the first file that begins so; `.exe` on Windows. */
export const executableName = `terraform-provider-${providerType}_v${providerVersion}`;

export async function scriptPackage(): Promise<PackageFile[]> {
  return [
    { name: executableName, content: Buffer.from(launcher), mode: 0o755 },
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
    // Nothing around the sources may change the result: the caller's folder, links, a tsconfig.json.
    absWorkingDir: home,
    preserveSymlinks: true,
    tsconfigRaw: { compilerOptions: { alwaysStrict: true, verbatimModuleSyntax: true } },
    entryPoints: [join(home, 'main.ts')],
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    minify: true,
    keepNames: true,
    legalComments: 'eof',
    banner: { js: refuseOldNode },
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
 * Terraform shows a person the first line of a plugin's standard output and hides its standard error,
 * so what is missing is said on both.
 */
const needsNode = `terraform-provider-${providerType} needs Node ${oldestNode} or later`;
const refuseOldNode = `if (parseInt(process.versions.node) < ${oldestNode}) { var text = "${needsNode}, and " + process.execPath + " is " + process.version + ". Set TOCSIN_NODE to another one.\\n"; if (process.env.TF_PLUGIN_MAGIC_COOKIE) require("fs").writeSync(1, text); require("fs").writeSync(2, text); process.exit(1); }`;

/**
 * A shell script and not `#!/usr/bin/env node`: it finds the Node that installed the provider (the
 * package must not name it, see above) and says what is missing. The compile cache takes a fifth off
 * the start; it lies in the home of the user because it holds code that will run.
 */
const launcher = `#!/bin/sh
node=$TOCSIN_NODE
if [ -z "$node" ]; then
  kept=\${XDG_CONFIG_HOME:-$HOME/.config}/${nodeFile}
  if [ -r "$kept" ]; then read -r node <"$kept"; fi
  command -v "$node" >/dev/null 2>&1 || node=node
fi
if ! command -v "$node" >/dev/null 2>&1; then
  text="${needsNode}, and there is no $node. Install it, or set TOCSIN_NODE to one."
  if [ -n "$TF_PLUGIN_MAGIC_COOKIE" ]; then echo "$text"; fi
  echo "$text" >&2
  exit 1
fi
here=$(dirname -- "$0")
if [ -L "$0" ]; then here=$(dirname -- "$(readlink -f -- "$0")"); fi
if [ -n "$HOME" ]; then export NODE_COMPILE_CACHE="\${NODE_COMPILE_CACHE:-\${XDG_CACHE_HOME:-$HOME/.cache}/tocsin-provider}"; fi
exec "$node" "$here/${scriptName}" "$@"
`;
