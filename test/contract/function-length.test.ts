import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folders = ['src', 'console', 'scim', 'cdktf-provider'];

/**
 * The loop that runs every pattern is one function on purpose: see "Why a .NET regex engine of its own?" in
 * docs/decisions.md.
 */
const exempt = 'src/mapping/regex/machine.ts run';
const linesMax = 150;
const linesAimedAt = 90;
/** May only get smaller. */
const longMax = 10;

interface Measured {
  name: string;
  lines: number;
}

/** All functions of the file that have a body; one inside another counts for both. */
function functionsOf(file: string): Measured[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line;
  const found: Measured[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const named = node.name ?? (ts.isVariableDeclaration(node.parent) && node.parent.name);
      found.push({
        name: `${file} ${named ? named.getText() : 'function without a name'}`,
        lines: lineOf(node.end) - lineOf(node.getStart()) + 1,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const functions = folders
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
  .filter((file) => !/generated|\.d\.ts$|\/dist\//.test(file))
  .flatMap(functionsOf)
  .filter(({ name }) => name !== exempt);

it(`no function has more than ${linesMax} lines`, () => {
  expect(functions.length).toBeGreaterThan(1000);
  expect(functions.filter(({ lines }) => lines > linesMax)).toEqual([]);
});

it(`at most ${longMax} functions have more than ${linesAimedAt} lines`, () => {
  const long = functions.filter(({ lines }) => lines > linesAimedAt);
  expect(long.length, JSON.stringify(long, null, 2)).toBeLessThanOrEqual(longMax);
});
