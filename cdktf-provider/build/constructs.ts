/**
 * The npm package of constructs: bindings generated from the provider's schema, the hand-written
 * layer compiled against them, one tree for each CDK library. Both libraries are optional peers and
 * are never mixed, so each tree imports its own only.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tocsinProvider } from '../provider.ts';
import type { Attributes } from '../runtime/schema.ts';
import { providerAddress, providerVersion } from '../version.ts';
import { toProvidersSchema } from './schema-json.ts';

const home = dirname(dirname(fileURLToPath(import.meta.url)));

export interface Flavour {
  readonly library: 'cdktn' | 'cdktf';
  /** The older library knows neither provider functions nor write-only attributes. */
  readonly isOlder: boolean;
}

export const flavours: readonly Flavour[] = [
  { library: 'cdktn', isOlder: false },
  { library: 'cdktf', isOlder: true },
];

/** Writes TypeScript sources of both trees below `directory`. */
async function writeSources(directory: string): Promise<void> {
  const generated = join(directory, 'generated');
  await generateBindings(generated);
  const bindings = await sourcesBelow(join(generated, 'providers/tocsin'));
  const layer = await sourcesBelow(join(home, 'constructs'));
  for (const flavour of flavours) {
    const root = join(directory, flavour.library);
    for (const [name, content] of bindings) {
      if (flavour.isOlder && /^(provider-functions\/|index\.ts$)/.test(name)) continue;
      await write(
        join(root, 'bindings', name),
        retarget(withoutNews(withUnions(content), flavour), flavour),
      );
    }
    for (const [name, content] of layer) {
      if (name.endsWith('.d.ts')) continue;
      await write(join(root, name), retarget(content, flavour));
    }
    await write(join(root, 'tocsin-bindings.ts'), bindingsIndex());
  }
  await rm(generated, { recursive: true });
}

/**
 * Writes the JavaScript of both trees and the package's manifest below `directory`, and the TypeScript
 * they are made from below `sources`. Type-checks the layer against the generated classes; throws with
 * every error.
 */
export async function buildConstructs(directory: string, sources: string): Promise<void> {
  const { transform } = await import('esbuild');
  await rm(directory, { recursive: true, force: true });
  await rm(sources, { recursive: true, force: true });
  await writeSources(sources);
  for (const [name, content] of await sourcesBelow(sources)) {
    const { code } = await transform(content, { loader: 'ts', format: 'cjs', target: 'node20' });
    await write(join(directory, name.replace(/\.ts$/, '.js')), code);
  }
  await writeDeclarations(sources, directory);
  await write(join(directory, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
}

/** By the compiler that is no library: it takes a fifth of what the other one does. */
async function writeDeclarations(sources: string, directory: string): Promise<void> {
  const compiler = join(home, '../node_modules/typescript7/bin/tsc');
  const options = [
    ...['--ignoreConfig', '--singleThreaded', '--strict', '--skipLibCheck'],
    ...['--declaration', '--emitDeclarationOnly', '--types', 'node'],
    ...['--target', 'es2022', '--module', 'commonjs', '--moduleResolution', 'bundler'],
    ...['--rootDir', sources, '--outDir', directory],
  ];
  const entries = flavours.map(({ library }) => join(sources, library, 'index.ts'));
  await promisify(execFile)(process.execPath, [compiler, ...options, ...entries], {
    maxBuffer: 1 << 28,
  }).catch(({ stdout, message }: { stdout?: string; message: string }) => {
    throw new Error(`The constructs do not compile:\n${stdout || message}`);
  });
}

export function manifest(): object {
  const entry = (library: string) => ({
    types: `./${library}/index.d.ts`,
    default: `./${library}/index.js`,
  });
  return {
    name: 'tocsin-cdk-provider',
    version: providerVersion,
    description: 'Tocsin for CDK Terrain and CDK for Terraform',
    license: 'Apache-2.0',
    type: 'commonjs',
    exports: {
      '.': entry('cdktn'),
      './cdktn': entry('cdktn'),
      './cdktf': entry('cdktf'),
      './package.json': './package.json',
    },
    files: ['cdktn', 'cdktf'],
    engines: { node: '>=20' },
    peerDependencies: {
      cdktf: '^0.21.0',
      cdktn: '>=0.24.0 <0.25.0',
      constructs: '^10.6.0',
    },
    peerDependenciesMeta: {
      cdktf: { optional: true },
      cdktn: { optional: true },
    },
  };
}

async function generateBindings(directory: string): Promise<void> {
  // The generator asks for updates and looks for a terraform when it is loaded; neither is needed.
  process.env.CHECKPOINT_DISABLE ??= '1';
  const { CodeMaker, TerraformProviderGenerator } = await import('@cdktn/provider-generator');
  const schema = {
    ...toProvidersSchema(tocsinProvider()),
    provider_versions: { [providerAddress]: providerVersion },
  };
  type Input = ConstructorParameters<typeof TerraformProviderGenerator>[1];
  const generator = new TerraformProviderGenerator(new CodeMaker(), schema as unknown as Input);
  generator.generateAll();
  await generator.save(directory);
}

/** Names the layer and its users know the generated classes by. */
function bindingsIndex(): string {
  const provider = tocsinProvider();
  const folders = [
    ...Object.keys(provider.resources).map((type) => type.replace(/^tocsin_/, '')),
    ...Object.keys(provider.dataSources).map((type) => `data_${type}`),
    'provider',
  ];
  return `${folders.map((name) => `export * from './bindings/${name.replaceAll('_', '-')}/index';`).join('\n')}\n`;
}

function retarget(source: string, { library }: Flavour): string {
  return source
    .replace(/from '((?:\.\.?\/)[^']*?)\.ts'/g, "from '$1'")
    .replaceAll("from 'tocsin-bindings'", "from './tocsin-bindings'")
    .replace(/from 'cdktn'/g, `from '${library}'`);
}

/** Lines that the older library has no counterpart for. The build's type check finds any new one. */
function withoutNews(source: string, { isOlder }: Flavour): string {
  if (!isOlder) return source;
  return source
    .replace(/this\.markWriteOnlyAttribute\((.*)\),$/gm, '$1,')
    .replace(/^.*(?:provider-functions|_functions\?:).*$/gm, '')
    .replace(/^\s*\/\*\*(?:(?!\*\/)[\s\S])*?\*\/\s*public get functions\(\)[\s\S]*?^ {2}\}$/gm, '');
}

/** `One of `a`, `b`.` in the documentation of an argument becomes its type. */
const enumerated =
  /(\/\*\*(?:(?!\*\/)[\s\S])*?One of ((?:`[^`]+`(?:, )?)+)\.(?:(?!\*\/)[\s\S])*?\*\/\s*readonly \w+\??: )(string|number)(\[\])?;/g;

export function withUnions(source: string): string {
  return source.replace(enumerated, (_all, head: string, list: string, type: string, many = '') => {
    const values = [...list.matchAll(/`([^`]+)`/g)].map(([, value]) =>
      type === 'string' ? JSON.stringify(value) : value,
    );
    const union = values.join(' | ');
    return `${head}${many === '' ? union : `(${union})[]`};`;
  });
}

/** How many arguments have an enumeration: what `withUnions` must find. */
export function countEnumerations(attributes: Attributes): number {
  return Object.values(attributes).reduce((count, { checks, nested, presence }) => {
    const own = checks?.enum !== undefined && presence !== 'computed' ? 1 : 0;
    return count + own + (nested === undefined ? 0 : countEnumerations(nested.attributes));
  }, 0);
}

async function sourcesBelow(directory: string): Promise<[string, string][]> {
  const names = await readdir(directory, { recursive: true });
  const sources = names.filter((name) => name.endsWith('.ts') && !name.endsWith('lazy-index.ts'));
  return Promise.all(
    sources
      .sort()
      .map(
        async (name): Promise<[string, string]> => [
          name,
          await readFile(join(directory, name), 'utf8'),
        ],
      ),
  );
}

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}
