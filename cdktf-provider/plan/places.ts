import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type HclBlock, HclMistake, lineWithin, scanHcl } from '../export/hcl-source.ts';
import { stepsOf } from './named-objects.ts';

/** Where a resource is in code. */
export interface Place {
  /** From the folder, with slashes. */
  file: string;
  line: number;
}

/** Members and places in lists: `escalation_tiers`, `1`, `schedules`. */
export type AttributePath = readonly (string | number)[];

export interface Places {
  /**
   * Null: not found; then the address has to do. For an attribute, or a part of one: the line of the longest part of
   * its path that the source contains.
   */
  placeOf(address: string, path?: AttributePath): Place | null;
  /** Files that cannot be read, and why. */
  mistakes: string[];
}

interface Source extends Place {
  /** Null: the resource does not say it itself. */
  lineOf(path: AttributePath): number | null;
}

interface Module {
  resources: Map<string, Source>;
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
  const sources = new Map<string, Source>();
  for (const address of addresses) {
    const source = await sourceIn(moduleAt, installed, folder, address);
    if (source) sources.set(address, source);
  }
  return {
    placeOf(address, path = []) {
      const source = sources.get(address);
      if (!source) return null;
      return { file: source.file, line: source.lineOf(path) ?? source.line };
    },
    mistakes,
  };
}

async function sourceIn(
  moduleAt: (path: string) => Promise<Module>,
  installed: ReadonlyMap<string, string>,
  folder: string,
  address: string,
): Promise<Source | null> {
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
        resources.set(`${first}.${second}`, {
          ...{ file, line: block.line },
          lineOf: (path) => lineInBlock(text, block, path),
        });
      const source = block.type === 'module' ? sourceOf(text, block) : null;
      if (source !== null) calls.set(first, source);
    }
  } catch (error) {
    if (!(error instanceof HclMistake)) throw error;
    mistakes.push(`${file}, ${error.message}`);
  }
}

function lineInBlock(text: string, block: HclBlock, path: AttributePath): number | null {
  const [name, ...rest] = path;
  if (name === undefined) return null;
  const attribute = block.attributes.find((one) => one.name === name);
  if (attribute) return lineWithin(text, attribute, rest);
  const nested = block.blocks.filter(({ type }) => type === name);
  const [place = 0, ...inner] = rest;
  const one = nested[Number(place)];
  return one ? (lineInBlock(text, one, inner) ?? one.line) : (nested[0]?.line ?? null);
}

function sourceOf(text: string, { attributes }: HclBlock): string | null {
  const found = attributes.find(({ name }) => name === 'source');
  return found ? (/^"([^"]*)"$/.exec(text.slice(found.start, found.end))?.[1] ?? null) : null;
}

/** Reads the JSON that CDK programs write. The line of a resource is the one that has its name as a member. */
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
        const line = Math.max(at, 0) + 1;
        resources.set(`${type}.${name}`, {
          ...{ file, line },
          lineOf: ([attribute]) => lineInJson(lines, line, attribute),
        });
      }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    mistakes.push(`${file}: ${error.message}`);
  }
}

/**
 * The line of an attribute of the resource that begins on `line`: programs write one member per line and indent nested
 * ones.
 */
function lineInJson(
  lines: readonly string[],
  line: number,
  attribute: string | number | undefined,
): number | null {
  const depthOf = (text: string) => text.search(/\S/);
  const own = depthOf(lines[line - 1] ?? '');
  const end = lines.findIndex((text, place) => place >= line && depthOf(text) <= own);
  const at = lines.findIndex(
    (text, place) => place >= line && text.includes(`${JSON.stringify(attribute)}:`),
  );
  return attribute !== undefined && at >= 0 && at < end ? at + 1 : null;
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
