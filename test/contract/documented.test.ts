import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scanHcl } from '../../cdktf-provider/export/hcl-source.ts';
import { exportSchema } from '../../cdktf-provider/export/schema.ts';
import type { WireShapes } from '../../cdktf-provider/rest/resolved.ts';
import { candidates } from '../../src/cli/completion.ts';
import { allCommandsOfTocsin } from '../support/all-commands.ts';

/** What pages of documentation tell people to write and to run is there. */

const root = fileURLToPath(new URL('../../', import.meta.url));
const pages = globSync(['*.md', '{docs,ops,cdktf-provider,templates,openapi}/**/*.md'], {
  cwd: root,
  exclude: ['cdktf-provider/docs/**', '**/node_modules/**'],
}).map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));

const blocks = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/^```(?:hcl|terraform)\n([\s\S]*?)^```/gm)].map(([, code = '']) => ({
    path,
    code,
  })),
);
const schema: Record<'resources' | 'dataSources' | 'ephemeralResources', object> = JSON.parse(
  readFileSync(`${root}cdktf-provider/generated/provider-schema.json`, 'utf8'),
);
const known = new Set(
  [schema.resources, schema.dataSources, schema.ephemeralResources].flatMap(Object.keys),
);

/** Names of attributes at any depth; null where people choose names themselves. */
function namesIn(shapes: WireShapes): Set<string> {
  return new Set(
    Object.entries(shapes).flatMap(([name, { nested }]) => [
      name,
      ...(nested ? namesIn(nested.attributes) : []),
    ]),
  );
}

/** Arguments that Terraform itself knows. */
const ofTerraform = new Set(['count', 'for_each', 'depends_on', 'provider', 'lifecycle']);

describe.each(blocks)('code in $path', ({ code }) => {
  it('names resources and attributes that the provider has', () => {
    const named = [...code.matchAll(/\btocsin_\w+/g)].map(([name]) => name);
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    for (const { type, labels, attributes } of scanHcl(code).blocks) {
      const shapes = exportSchema[labels[0] ?? '']?.attributes;
      if (type !== 'resource' || !shapes) continue;
      const all = namesIn(shapes);
      for (const { name, start, end } of attributes) {
        expect([labels[0], name, name in shapes || ofTerraform.has(name)]).toContain(true);
        const within = [...code.slice(start, end).matchAll(/(?:^|[{,\n])\s*(\w+)\s*=[^=]/g)];
        expect(within.map(([, inner = '']) => inner).filter((inner) => !all.has(inner))).toEqual(
          [],
        );
      }
    }
  });
});

it('there is code in several pages', () => {
  expect(new Set(blocks.map(({ path }) => path)).size).toBeGreaterThan(4);
});

const program = allCommandsOfTocsin();
const here = new Set(program.commands.map((one) => one.name()));

/** What may follow these words. The program itself is asked about the few commands that it adds by itself. */
const followed = new Map<string, readonly string[]>();
function after(words: readonly string[]): readonly string[] {
  if (here.has(words[0] ?? '')) return candidates(program, [...words]).map(({ value }) => value);
  const key = words.join(' ');
  const found = followed.get(key) ?? completed(words);
  followed.set(key, found);
  return found;
}

function completed(words: readonly string[]): string[] {
  const script = `${root}src/cli/tocsin.ts`;
  const args = [script, 'complete', '--', ...words];
  const answer = execFileSync(process.execPath, args, { encoding: 'utf8' });
  return answer.split('\n').map((line) => line.split('\t')[0] ?? '');
}

/** Lines of pages and of code within them that call the program, without what a shell does with them. */
const calls = pages.flatMap(({ path, text }) =>
  [...text.matchAll(/(?:npx|npm exec --no --) tocsin ([a-z][^`\n]*)/g)].map(([, call = '']) => ({
    path,
    call: call.split(/\s(?:#|\||&&|>|<|;)|[;|]/)[0]?.trim() ?? '',
  })),
);

it('pages call only commands and options that there are', () => {
  expect(calls.length).toBeGreaterThan(80);
  const roots = after(['']);
  const wrong = calls.filter(({ call }) => {
    const words = call.split(/\s+/).map((word) => word.replaceAll(/[.,:)”"]+$/g, ''));
    const [first = '', ...others] = words;
    if (!roots.includes(first)) return true;
    const path = [first];
    if (others[0] !== undefined && after([first, '']).includes(others[0])) path.push(others[0]);
    const options = others.filter((word) => /^--\w/.test(word)).map((word) => word.split('=')[0]);
    return options.length > 0 && options.some((one) => !after([...path, '--']).includes(one ?? ''));
  });
  expect(wrong.map(({ path, call }) => `${path}: tocsin ${call}`)).toEqual([]);
}, 60_000);
