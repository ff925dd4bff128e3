import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const { dependencies, devDependencies } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
) as Record<'dependencies' | 'devDependencies', Record<string, string>>;

/** `@scope/name/part` and `name/part` come with their package. */
const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

it('what the server imports is installed without development packages', () => {
  const missing = globSync('src/**/*.ts', { cwd: root, exclude: ['**/*.d.ts'] }).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const imported = text.matchAll(
      /^(?:import|export)\s(?!type\b)[^'"]*?from '([^'.][^']*)'|\bimport\('([^'.][^']*)'\)|^import '([^'.][^']*)'/gm,
    );
    return Array.from(imported, ([, one, two, three]) => one ?? two ?? three ?? '')
      .filter((specifier) => !isBuiltin(specifier))
      .map(packageOf)
      .filter((name) => !(name in dependencies))
      .map((name) => `${file}: ${name}`);
  });
  expect(missing).toEqual([]);
});

it('no package is listed for use and for development: npm would install it for development only', () => {
  expect(Object.keys(dependencies).filter((name) => name in devDependencies)).toEqual([]);
});
