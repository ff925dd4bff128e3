import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Noun clauses are plain where they are short. May only get smaller. */
const whatMax = 18;

/** The first word of each comment, and where it stands. */
const beginnings = globSync('{src,console,scim,cdktf-provider}/**/*.{ts,tsx,js}', { cwd: root })
  .filter((file) => !/generated|\.d\.ts$|\/(dist|node_modules)\//.test(file))
  .flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, index) => {
      const continues = /^\s*\/\//.test(lines[index - 1] ?? '') && /^\s*\/\//.test(line);
      const opened =
        lines[index - 1]?.trim() === '/**' ? /^\s*\* (\w+(?: many)?)/.exec(line) : null;
      const [, first] = opened ?? /(?:\/\*\*|(?:^|\s)\/\/) (\w+(?: many)?)/.exec(line) ?? [];
      return first === undefined || continues ? [] : [{ first, at: `${file}:${index + 1}` }];
    });
  });

it('a comment begins with its subject', () => {
  const inverted = beginnings.filter(({ first }) => /^(Of|So many|Those|Whoever)$/.test(first));
  expect(inverted.map(({ at }) => at)).toEqual([]);
});

it(`at most ${whatMax} begin with What`, () => {
  expect(beginnings.filter(({ first }) => first === 'What').length).toBeLessThanOrEqual(whatMax);
});
