import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const columns = 120;
/** Patterns, sentences and the like, which are not cut in two; tables of texts aside. May only get smaller. */
const longMax = 354;

const isComment = (line: string) => /^\s*(\/\/|\/?\*)/.test(line);
/** Those that say something to a tool stand in one line. */
const isDirective = (line: string) => /biome-ignore|@ts-expect-error/.test(line);
const isTable = (line: string) => /^ \* \|/.test(line);

const long = globSync('{src,console,scim,cdktf-provider}/**/*.{ts,tsx,js}', { cwd: root })
  .filter(
    (file) =>
      !/generated|\.d\.ts$|\/dist\/|texts\.tsx?$|\/schema-form\/help\/|\/migration\/german\//.test(
        file,
      ),
  )
  .flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((line, index) => ({ at: `${file}:${index + 1}`, line })),
  )
  .filter(({ line }) => line.length > columns && !isDirective(line) && !isTable(line));

it(`no comment is wider than ${columns} columns`, () => {
  expect(long.filter(({ line }) => isComment(line)).map(({ at }) => at)).toEqual([]);
});

it(`at most ${longMax} other lines are`, () => {
  expect(long.length).toBeLessThanOrEqual(longMax);
});
