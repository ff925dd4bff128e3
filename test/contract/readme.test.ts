import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { settings } from '../../src/config.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = globSync('**/*.md', {
  cwd: root,
  // Derived by the provider's own tools, whose tests look at them.
  exclude: ['**/node_modules/**', 'cdktf-provider/docs/**', 'test/*/**'],
}).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
const readme = pages.find(({ path }) => path === 'README.md')?.text ?? '';

it('the README lists the settings as src/config.ts has them', () => {
  const expected = Object.values(settings).map(({ env, default: standard, meaning }) => {
    const shown = standard === undefined ? '' : `\`${standard}\``;
    return `| \`${env}\` | ${shown} | ${meaning} |`;
  });
  const [, table = ''] =
    /\| Setting \| Default \| Meaning \|\n\|[-|]+\|\n((?:\|.*\n)+)/.exec(readme) ?? [];
  expect(table.trimEnd().split('\n')).toEqual(expected);
});

it('the README of the tests names every folder and every helper', () => {
  const text = readFileSync(join(root, 'test/README.md'), 'utf8');
  const named = new Set([...text.matchAll(/`([\w-]+)\/?`/g)].map(([, name]) => name));
  const folders = readdirSync(join(root, 'test'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const helpers = readdirSync(join(root, 'test/support')).map((name) =>
    name.replace(/\.m?[jt]s$/, ''),
  );
  expect([...folders, ...helpers].filter((name) => !named.has(name))).toEqual([]);
});

describe.each(pages)('$path', ({ path, text }) => {
  it('has nothing left of a merge', () => {
    expect(text).not.toMatch(/^(<{7}|={7}|>{7})( |$)/m);
  });

  it('names only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const builtIn = new Set(['ci', 'install', 'exec']);
    const named = [
      ...text.matchAll(/`[^`\n]*\bnpm (?:run )?([a-z][a-z:-]*)|^npm (?:run )?([a-z][a-z:-]*)/gm),
    ].map(([, inline, line]) => inline ?? line ?? '');
    expect(named.filter((name) => !(name in scripts) && !builtIn.has(name))).toEqual([]);
  });

  it('links only to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '');
    const broken = links.filter((link) => {
      if (/^(https?|mailto):/.test(link)) return false;
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? join(root, path) : join(root, dirname(path), file);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('names only files that exist', () => {
    const named = [
      ...text.matchAll(
        /`((?:src|test|openapi|templates|generate|cdktf-provider|\.ci)\/[\w./-]*)`/g,
      ),
    ];
    const missing = named
      .map(([, name]) => name ?? '')
      .filter((name) => !existsSync(join(root, name)));
    expect(missing).toEqual([]);
  });
});

/** The ids that code hosts give to headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
