import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** Casts that the compiler takes on trust. There are few, and each says why it is safe. */
const castsMax = 30;
const root = fileURLToPath(new URL('../../', import.meta.url));

const files = globSync('src/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.generated.ts'),
);
const casts = files.flatMap((file) => castsOf(file, readFileSync(join(root, file), 'utf8')));

it('finds what it looks for, and nothing else', () => {
  const found = castsOf(
    'a.ts',
    `const a = b as never;
const c = [b as unknown as string, b as never[]];
// as never: because
const d = f(
  b as never,
);
const text = 'as never'; const g = b as string as unknown as number; const h = b as unknown;`,
  );
  expect(found.map(({ line, says }) => [line, says])).toEqual([
    [1, false],
    [2, false],
    [2, false],
    [5, true],
    [7, false],
  ]);
});

it(`are at most ${castsMax} in src`, () => {
  expect(files.length).toBeGreaterThan(100);
  expect(casts.length, casts.map(({ at }) => at).join('\n')).toBeLessThanOrEqual(castsMax);
});

it('say why they are safe', () => {
  expect(casts.filter(({ says }) => !says).map(({ at }) => at)).toEqual([]);
});

interface Cast {
  at: string;
  line: number;
  /** Its statement, or the line before it, begins with a comment like \`// as never: …\`. */
  says: boolean;
}

function castsOf(file: string, text: string): Cast[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found: Cast[] = [];
  const visit = (node: ts.Node, statement: ts.Node): void => {
    const within = ts.isStatement(node) && !ts.isBlock(node) ? node : statement;
    if (ts.isAsExpression(node) && isOnTrust(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.type.getStart(source));
      const first = source.getLineAndCharacterOfPosition(within.getStart(source)).line;
      const before = [line - 1, line - 2, first - 1, first - 2].map((at) => lines[at] ?? '');
      const says = before.some((one) => /^\s*(\/\/|\*|\/\*\*) as (never|unknown as): \S/.test(one));
      found.push({ at: `${file}:${line + 1}`, line: line + 1, says });
    }
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(source, source);
  return found;
}

function isOnTrust(node: ts.AsExpression): boolean {
  if (/\bnever\b/.test(node.type.getText())) return true;
  const inner = ts.isParenthesizedExpression(node.expression)
    ? node.expression.expression
    : node.expression;
  return ts.isAsExpression(inner) && inner.type.kind === ts.SyntaxKind.UnknownKeyword;
}
