import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(join(root, 'cdktf-provider/README.md'), 'utf8');

interface Import {
  readonly file: string;
  readonly target: string;
}

/** Paths from the provider's folder; what lies outside of it begins with `..`. */
const imports: readonly Import[] = globSync('**/*.ts', { cwd: join(root, 'cdktf-provider') })
  .filter((file) => !/^(dist|examples|generated)\//.test(file))
  .flatMap((file) =>
    ts
      .preProcessFile(readFileSync(join(root, 'cdktf-provider', file), 'utf8'), true, true)
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .map(({ fileName }) => ({ file, target: normalize(join(dirname(file), fileName)) })),
  );

/** The line of the README that gives the order: `a/` → `b/` → `c.ts`. */
const order = (/^`runtime\/`.*→.*$/m.exec(readme)?.[0] ?? '')
  .split('→')
  .map((part) => /`([^`]+)`/.exec(part)?.[1] ?? '');
const rank = (path: string) => order.findIndex((part) => path.startsWith(part));

describe('the files of the provider', () => {
  test('import in the order that its README gives', () => {
    expect(order).toEqual(['runtime/', 'rest/', 'resources/', 'provider.ts']);
    const upward = imports.filter(
      ({ file, target }) => rank(file) >= 0 && rank(target) > rank(file),
    );
    expect(upward).toEqual([]);
    for (const part of order.slice(1)) {
      expect(imports.some(({ file, target }) => file.startsWith(part) && rank(target) >= 0)).toBe(
        true,
      );
    }
  });

  test('of runtime and rest know nothing outside of these folders', () => {
    const outside = imports.filter(
      ({ file, target }) => /^(runtime|rest)\//.test(file) && !/^(runtime|rest)\//.test(target),
    );
    expect(outside).toEqual([]);
  });

  test('import in no circle, not even types', () => {
    const of = Map.groupBy(imports, ({ file }) => file);
    const done = new Set<string>();
    const circleFrom = (file: string, path: readonly string[]): readonly string[] | undefined => {
      if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
      if (done.has(file)) return undefined;
      for (const { target } of of.get(file) ?? []) {
        const circle = circleFrom(target, [...path, file]);
        if (circle !== undefined) return circle;
      }
      done.add(file);
      return undefined;
    };
    expect([...of.keys()].map((file) => circleFrom(file, [])).find(Boolean)).toBeUndefined();
    expect(done.size).toBeGreaterThan(60);
  });

  test('lie in folders that the map of the README names', () => {
    const folders = new Set(
      imports
        .map(({ file }) => file.split('/'))
        .flatMap(([first, ...rest]) => (rest.length > 0 ? [first] : [])),
    );
    expect([...folders].filter((folder) => !readme.includes(`| \`${folder}/\` |`))).toEqual([]);
  });
});
