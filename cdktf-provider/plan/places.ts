import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type HclBlock, HclMistake, scanHcl } from '../export/hcl-source.ts';
import { stepsOf } from './named-objects.ts';

/** Where a resource is in code. */
export interface Place {
  /** From the folder, with slashes. */
  file: string;
  line: number;
}

export interface Places {
  /** Null: not found; then the address has to do. */
  placeOf(address: string): Place | null;
  /** Files that cannot be read, and why. */
  mistakes: string[];
}

interface Module {
  resources: Map<string, Place>;
  /** Folders of the modules that it calls. */
  calls: Map<string, string>;
}

/** Reads the configuration of a folder as Terraform does: its own files, then modules as they are asked for. */
export async function placesIn(folder: string, addresses: Iterable<string>): Promise<Places> {
  const mistakes: string[] = [];
  const installed = await installedModules(folder);
  const modules = new Map<string, Promise<Module>>();
  const moduleAt = (path: string) => {
    const known = modules.get(path) ?? readModule(folder, path, mistakes);
    modules.set(path, known);
    return known;
  };
  const places = new Map<string, Place>();
  for (const address of addresses) {
    const place = await placeIn(moduleAt, installed, folder, address);
    if (place) places.set(address, place);
  }
  return { placeOf: (address) => places.get(address) ?? null, mistakes };
}

async function placeIn(
  moduleAt: (path: string) => Promise<Module>,
  installed: ReadonlyMap<string, string>,
  folder: string,
  address: string,
): Promise<Place | null> {
  const steps = stepsOf(address).map((step) => step.replace(/\[.*$/, ''));
  let path = folder;
  let key = '';
  for (; steps[0] === 'module'; steps.splice(0, 2)) {
    const [, name = ''] = steps;
    key = key === '' ? name : `${key}.${name}`;
    const source = (await moduleAt(path)).calls.get(name);
    const known = installed.get(key);
    if (known !== undefined) path = join(folder, known);
    else if (source !== undefined && /^\.\.?(\/|$)/.test(source)) path = join(path, source);
    else return null;
  }
  const { resources } = await moduleAt(path);
  return resources.get(steps.join('.')) ?? null;
}

async function readModule(folder: string, path: string, mistakes: string[]): Promise<Module> {
  const module: Module = { resources: new Map(), calls: new Map() };
  const names = await readdir(path).catch(() => []);
  for (const name of names.toSorted()) {
    const file = relative(folder, join(path, name)).replaceAll('\\', '/');
    if (name.endsWith('.tf.json')) await readJson(module, join(path, name), file, mistakes);
    else if (name.endsWith('.tf')) await readHcl(module, join(path, name), file, mistakes);
  }
  return module;
}

async function readHcl(
  { resources, calls }: Module,
  path: string,
  file: string,
  mistakes: string[],
): Promise<void> {
  const text = await readFile(path, 'utf8');
  try {
    for (const block of scanHcl(text).blocks) {
      const [first = '', second = ''] = block.labels;
      if (block.type === 'resource')
        resources.set(`${first}.${second}`, { file, line: block.line });
      const source = block.type === 'module' ? sourceOf(text, block) : null;
      if (source !== null) calls.set(first, source);
    }
  } catch (error) {
    if (!(error instanceof HclMistake)) throw error;
    mistakes.push(`${file}, ${error.message}`);
  }
}

function sourceOf(text: string, { attributes }: HclBlock): string | null {
  const found = attributes.find(({ name }) => name === 'source');
  return found ? (/^"([^"]*)"$/.exec(text.slice(found.start, found.end))?.[1] ?? null) : null;
}

/** What CDK programs write. A resource is on the line on which its name stands as a member. */
async function readJson(
  { resources }: Module,
  path: string,
  file: string,
  mistakes: string[],
): Promise<void> {
  const text = await readFile(path, 'utf8');
  try {
    const parsed: unknown = JSON.parse(text);
    const declared =
      typeof parsed === 'object' && parsed !== null && 'resource' in parsed ? parsed.resource : {};
    const lines = text.split('\n');
    for (const [type, named] of Object.entries(declared ?? {}))
      for (const name of Object.keys(named ?? {})) {
        const opening = lines.findIndex((line) => line.includes(`${JSON.stringify(type)}:`));
        const at = lines.findIndex(
          (line, place) => place >= opening && line.includes(`${JSON.stringify(name)}:`),
        );
        resources.set(`${type}.${name}`, { file, line: Math.max(at, 0) + 1 });
      }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    mistakes.push(`${file}: ${error.message}`);
  }
}

/** The folders of modules that `terraform init` has fetched, by their keys `a.b`. */
async function installedModules(folder: string): Promise<Map<string, string>> {
  try {
    const text = await readFile(join(folder, '.terraform/modules/modules.json'), 'utf8');
    const parsed: unknown = JSON.parse(text);
    const list =
      typeof parsed === 'object' && parsed !== null && 'Modules' in parsed ? parsed.Modules : [];
    return new Map(
      (Array.isArray(list) ? list : []).flatMap((one: { Key?: unknown; Dir?: unknown }) =>
        typeof one.Key === 'string' && typeof one.Dir === 'string' && one.Key !== ''
          ? [[one.Key, one.Dir]]
          : [],
      ),
    );
  } catch {
    // Not initialized: local modules are found by their source.
    return new Map();
  }
}
