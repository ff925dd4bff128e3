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
import { describe, expect, it } from 'vitest';

/** The table of rooms in `src/README.md` is the rule; the code and Biome's configuration must agree with it. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const allowed = readTable(readFileSync(join(root, 'src/README.md'), 'utf8'));
const rooms = [...allowed.keys()].toSorted();

describe('the rooms of src/', () => {
  it('are all in the table, and the table has no others', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
    expect(rooms).toEqual(folders.toSorted());
  });

  it('are imported by their doors only, and only by rooms further up', () => {
    expect(importsOf('src').flatMap(breachOf)).toEqual([]);
  });

  it('share only the mapping engine with the Terraform provider, and never import it', () => {
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
    // The command line installs it, the server hands it out.
    const handOut = ['src/cli.ts', 'src/provider-registry.ts'];
    expect(ofProvider.filter(({ file }) => !handOut.includes(file))).toEqual([]);
  });
});

describe('Biome', () => {
  it('has the rules that follow from the table', () => {
    const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as Json;
    expect(config.overrides).toEqual(expectedOverrides());
  });

  it.each([
    ['a room of a row above', 'src/kernel/new.ts', '../teams/index.ts'],
    ['a room of its own row', 'src/http/new.ts', '../jobs/index.ts'],
    ['a file behind a door', 'src/teams/new.ts', '../store/open.ts'],
    ['a file behind a door, from a subfolder', 'src/store/embedded/new.ts', '../../kernel/ids.ts'],
    ['a file behind a door, from app.ts', 'src/app.ts', './teams/teams.ts'],
  ])('refuses to import %s', (_what, file, target) => {
    expect(lint(file, target)).toContain('lint/style/noRestrictedImports');
  });

  it.each([
    ['the door of a room below', 'src/teams/new.ts', '../store/index.ts'],
    ['mapping from anywhere', 'src/integrations/new.ts', '../mapping/index.ts'],
    ['a file of its own', 'src/store/embedded/commands/new.ts', '../planner.ts'],
  ])('lets pass an import of %s', (_what, file, target) => {
    expect(lint(file, target)).toContain('No fixes applied.');
    expect(lint(file, target)).not.toContain('lint/');
  });
});

type Json = Record<string, unknown>;

interface Import {
  file: string;
  target: string;
}

/** From the table: each room and the rooms it may import. */
function readTable(page: string): Map<string, string[]> {
  const rows: string[][][] = [];
  const everywhere: string[] = [];
  for (const [, row, cell] of page.matchAll(/^\| ([\d–]) \| (`.*?) \|/gm)) {
    const chains = (cell ?? '').split(' · ').map((chain) => chain.split(' → ').map(unquoted));
    if (row === '–') everywhere.push(...chains.flat());
    else if (!cell?.includes('*')) rows.push(chains);
  }
  const result = new Map<string, string[]>();
  for (const [index, chains] of rows.entries()) {
    const below = rows.slice(index + 1).flat(2);
    for (const chain of chains) {
      for (const [place, room] of chain.entries())
        result.set(room, [...chain.slice(place + 1), ...below, ...everywhere]);
    }
  }
  for (const room of everywhere) result.set(room, ['kernel']);
  return result;
}

function unquoted(text: string): string {
  return text.replaceAll('`', '');
}

/** All relative imports of a folder's files, as paths from the root. */
function importsOf(folder: string): Import[] {
  return globSync(`${folder}/**/*.ts`, { cwd: root }).flatMap((file) =>
    ts
      .preProcessFile(readFileSync(join(root, file), 'utf8'), true, true)
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => ({ file, target: normalize(join(dirname(file), fileName)) })),
  );
}

function breachOf({ file, target }: Import): string[] {
  const [, from = ''] = file.split('/');
  const [top, to = '', ...behind] = target.split('/');
  if (top !== 'src' || behind.length === 0 || from === to) return [];
  const mayImport = allowed.get(from) ?? rooms;
  return mayImport.includes(to) && behind.join('/') === 'index.ts' ? [] : [`${file} -> ${target}`];
}

function expectedOverrides(): Json[] {
  const doorsOf = (names: readonly string[]) => `**/{${names.toSorted().join(',')}}/index.ts`;
  const override = (includes: string, mayImport: readonly string[], message: string) => ({
    includes: [includes],
    linter: {
      rules: {
        style: {
          noRestrictedImports: {
            level: 'error',
            options: {
              patterns: [
                {
                  group: [
                    `**/{${rooms.join(',')}}/**`,
                    ...(mayImport.length > 0 ? [`!${doorsOf(mayImport)}`] : []),
                  ],
                  message,
                },
              ],
            },
          },
        },
      },
    },
  });
  return [
    override('src/*.ts', rooms, 'Import a room by its door, index.ts.'),
    ...rooms.map((room) => {
      const mayImport = allowed.get(room) ?? [];
      return override(
        `src/${room}/**`,
        mayImport,
        mayImport.length > 0
          ? `${room} may import only these rooms, by their doors: ${mayImport.toSorted().join(', ')} (src/README.md).`
          : `${room} imports no other room (src/README.md).`,
      );
    }),
  ];
}

/** What Biome says about a project that has only this file, which imports `target`. */
function lint(path: string, target: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-boundaries-'));
  try {
    for (const name of ['biome.json', '.gitignore']) cpSync(join(root, name), join(folder, name));
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `export { something } from '${target}';\n`);
    const biome = join(root, 'node_modules/.bin/biome');
    const { stdout, stderr } = spawnSync(biome, ['lint', '--colors=off', 'src'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
