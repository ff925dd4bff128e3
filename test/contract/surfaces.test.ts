import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Handlers are permission, one call of a module, shape of the answer; what is stored how is the modules' business. */
it('no surface names a place in a stored object, asks a model, or owns a collection', () => {
  const forbidden: [what: string, pattern: RegExp][] = [
    ['a storage path', /['"`](?:lookup|wire|internal)\./],
    ['a model', /\.model\(|Model\(/],
    ['a collection', /\b(?:defineModel|defineKind|defineLog)\(/],
    ['an operator of the database', /\$(?:in|set|or|and|regex|gte?|lte?|exists)\b/],
    ['a stored id', /\b_id:/],
  ];
  const files = globSync('src/surfaces/**/*.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(30);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        forbidden
          .filter(([, pattern]) => pattern.test(line))
          .map(([what]) => `${file}:${index + 1} ${what}: ${line.trim()}`),
      ),
  );
  expect(found).toEqual([]);
});
