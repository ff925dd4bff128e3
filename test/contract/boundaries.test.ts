import { spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, it } from 'vitest';
import { readModuleTable } from '../../generate/module-table.ts';

/** The table of modules in `src/README.md` is the rule; the code must agree with it, and Biome must enforce it. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const allowed = readModuleTable(textOf('src/README.md'));
const modules = [...allowed.keys()].toSorted();

describe('the modules of src/', () => {
  it('are all in the table, and the table has no others', () => {
    const folders = foldersOf('src').flatMap((name) =>
      name === 'surfaces'
        ? foldersOf('src/surfaces').map((surface) => `surfaces/${surface}`)
        : name,
    );
    expect(modules).toEqual(folders.filter((name) => name !== 'cli').toSorted());
  });

  it('are imported by their index.ts only, and only by modules further up', () => {
    expect(importsOf('src').flatMap(breachOf)).toEqual([]);
  });

  it('export by their index.ts only what somebody imports', () => {
    const all = ['src', 'test', 'generate', 'cdktf-provider'].flatMap(importsOf);
    const importers = Map.groupBy(all, ({ target }) => target);
    const unused = modules.flatMap((module) => {
      const index = `src/${module}/index.ts`;
      const texts = (importers.get(index) ?? []).map(({ file }) => textOf(file));
      const used = new Set(texts.flatMap((text) => text.match(/[\w$]+/g) ?? []));
      return exportsOf(index).flatMap((name) => (used.has(name) ? [] : `${index}: ${name}`));
    });
    expect(unused).toEqual([]);
  });

  it('are unknown to the SCIM protocol, which they import by its index.ts only', () => {
    expect(importsOf('scim').filter(({ target }) => !target.startsWith('scim/'))).toEqual([]);
    const targets = importsOf('src').map(({ target }) => target);
    expect(new Set(targets.filter((target) => target.startsWith('scim/')))).toEqual(
      new Set(['scim/index.ts']),
    );
  });

  it('share only the mapping engine with the Terraform provider, and do not import it beyond a few files', () => {
    const byProvider = importsOf('cdktf-provider').filter(({ target }) =>
      target.startsWith('src/'),
    );
    // A plan says what the server would say about a mapping.
    expect(new Set(byProvider.map(({ target }) => target))).toEqual(
      new Set(['src/mapping/index.ts']),
    );
    const ofProvider = importsOf('src').filter(({ target }) =>
      target.startsWith('cdktf-provider/'),
    );
    // The command line installs it and reads plans, the server hands it out, and an import is written as an export would
    // be.
    const knowing = [
      'src/cli/configuration-commands.ts',
      'src/cli/changes-in.ts',
      'src/provider-registry.ts',
      'src/as-terraform.ts',
      'src/migration/write/to-terraform.ts',
    ];
    expect(ofProvider.filter(({ file }) => !knowing.includes(file))).toEqual([]);
  });
});

describe('the console', () => {
  const imports = importsOf('console');

  it('knows the documents, the Terraform provider and imports, and nothing of the server', () => {
    expect(imports.length).toBeGreaterThan(50);
    const beyond = imports.filter(({ target }) => !target.startsWith('console/'));
    // What imports from other products runs in the browser, too, in a worker that may connect to nobody.
    const isImport = ({ file, target }: Import) =>
      file.startsWith('console/pages/come-from/worker/') && target === 'src/migration/offline.ts';
    expect(
      beyond.filter(
        (one) => !/^(openapi\/(types|texts)|cdktf-provider)\//.test(one.target) && !isImport(one),
      ),
    ).toEqual([]);
    expect(importsOf('src').filter(({ target }) => target.startsWith('console/'))).toEqual([]);
  });

  it('has pages that do not import one another', () => {
    const pageOf = (path: string) => /^console\/pages\/([^/]+)\//.exec(path)?.[1];
    const across = imports.filter(({ file, target }) => {
      const [from, to] = [pageOf(file), pageOf(target)];
      return from !== undefined && to !== undefined && from !== to;
    });
    expect(across).toEqual([]);
  });

  it('has a route below each first segment that the server answers, and no other', () => {
    const routes = textOf('console/routes.ts');
    const used = [...routes.matchAll(/path: '\/([\w-]+)/g)].map(([, segment]) => segment);
    const served: string[] = JSON.parse(textOf('console/paths.json'));
    expect(new Set(used)).toEqual(new Set(served));
  });
});

describe('Biome', () => {
  const refused = [
    ['a module of a row above', 'src/kernel/new.ts', '../teams/index.ts'],
    ['a module of its own row', 'src/http/new.ts', '../jobs/index.ts'],
    ['a file behind an index.ts', 'src/teams/new.ts', '../store/open.ts'],
    [
      'a file behind an index.ts, from a subfolder',
      'src/store/embedded/new.ts',
      '../../kernel/ids.ts',
    ],
    ['a file behind an index.ts, from app.ts', 'src/app.ts', './teams/teams.ts'],
  ] as const;
  const passed = [
    ['the index.ts of a module below', 'src/audit/new.ts', '../store/index.ts'],
    ['mapping from anywhere', 'src/integrations/new.ts', '../mapping/index.ts'],
    ['a file of its own', 'src/store/embedded/commands/new.ts', '../planner.ts'],
  ] as const;
  let found: Map<string, string[]>;
  beforeAll(() => {
    found = lint([...refused, ...passed]);
  });

  it.each(refused)('refuses to import %s', (_what, file) => {
    expect(found.get(file)).toEqual(['lint/style/noRestrictedImports']);
  });

  it.each(passed)('lets pass an import of %s', (_what, file) => {
    expect(found.get(file)).toBeUndefined();
  });
});

interface Import {
  file: string;
  target: string;
}

const known = new Map<string, Import[]>();

/** All relative imports of a folder's files, as paths from the root. */
function importsOf(folder: string): Import[] {
  const found = known.get(folder) ?? readImportsOf(folder);
  known.set(folder, found);
  return found;
}

function readImportsOf(folder: string): Import[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).flatMap((file) =>
    ts
      .preProcessFile(textOf(file), true, true)
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => ({ file, target: normalize(join(dirname(file), fileName)) })),
  );
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function exportsOf(file: string): string[] {
  const { statements } = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest);
  return statements.filter(ts.isExportDeclaration).flatMap(({ exportClause }) => {
    const isNamed = exportClause !== undefined && ts.isNamedExports(exportClause);
    return isNamed ? exportClause.elements.map(({ name }) => name.text) : [];
  });
}

function breachOf({ file, target }: Import): string[] {
  const from = moduleOf(file);
  const to = moduleOf(target);
  if (to === null || from === to) return [];
  const mayImport = (from === null ? undefined : allowed.get(from)) ?? modules;
  return mayImport.includes(to) && target === `src/${to}/index.ts` ? [] : [`${file} -> ${target}`];
}

/** Null for the files of the top row, and for what is not in src. */
function moduleOf(path: string): string | null {
  return modules.find((module) => path.startsWith(`src/${module}/`)) ?? null;
}

function foldersOf(path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}

interface Report {
  summary: { unchanged: number };
  diagnostics: { category: string; location: { path: string } }[];
}

/** The rules that Biome says each file breaks, in a project that has only these, each with an import of `target`. */
function lint(
  files: readonly (readonly [what: string, path: string, target: string])[],
): Map<string, string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-boundaries-'));
  try {
    for (const name of ['biome.json', 'biome.boundaries.json', '.gitignore'])
      cpSync(join(root, name), join(folder, name));
    for (const [, path, target] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `export { something } from '${target}';\n`);
    }
    const biome = join(root, 'node_modules/.bin/biome');
    const { stdout } = spawnSync(biome, ['lint', '--reporter=json', 'src'], {
      cwd: folder,
      encoding: 'utf8',
    });
    const { summary, diagnostics } = JSON.parse(stdout) as Report;
    expect(summary.unchanged).toBe(files.length);
    const byFile = Map.groupBy(diagnostics, ({ location }) => location.path);
    return new Map([...byFile].map(([file, all]) => [file, all.map(({ category }) => category)]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
