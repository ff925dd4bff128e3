import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { germanLines, lineInGerman } from '../../src/migration/german/in-german.ts';

const root = join(import.meta.dirname, '../..');
const levels = new Set(['behaviour', 'lost', 'secret', 'approximated', 'past']);

/** Lines of reports that are in English only. May only get smaller. */
const englishOnlyMax = 134;

/** What an expression says, with numbers in the place of what is put in; null where that is made elsewhere. */
function saidBy(node: ts.Expression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return saidBy(node.expression);
  if (ts.isConditionalExpression(node))
    return [...saidBy(node.whenTrue), ...saidBy(node.whenFalse)];
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ literal }, at) => `{${at}}${literal.text}`);
    return [node.head.text + spans.join('')];
  }
  if (!ts.isBinaryExpression(node)) return [];
  if (node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return saidBy(node.right);
  if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [saidBy(node.left), saidBy(node.right)];
    return left.flatMap((one) => right.map((other) => one + other));
  }
  return [];
}

/** All that is said with a level, and all reasons why something has no place. */
function linesIn(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node))
      for (const [at, argument] of node.arguments.entries()) {
        const next = node.arguments[at + 1];
        if (next && ts.isStringLiteral(argument) && levels.has(argument.text))
          found.push(...saidBy(next));
      }
    if (ts.isPropertyAssignment(node) && ['noPlace', 'text'].includes(node.name.getText()))
      found.push(...saidBy(node.initializer));
    if (ts.isVariableDeclaration(node) && node.name.getText() === 'note' && node.initializer)
      found.push(...saidBy(node.initializer));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter((line) => /\p{L}{2}/u.test(line));
}

const said = new Set(globSync('src/migration/**/*.ts', { cwd: root }).flatMap(linesIn));

describe('lines of import reports', () => {
  it(`${englishOnlyMax} at most are in English only`, () => {
    const englishOnly = [...said].filter((line) => !(line in germanLines));
    expect(englishOnly.length).toBeLessThanOrEqual(englishOnlyMax);
  });

  it('are in German only where something says them', () => {
    expect(Object.keys(germanLines).filter((line) => !said.has(line))).toEqual([]);
  });

  it('put into German what English puts in', () => {
    const numbersOf = (text: string) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort();
    for (const [english, german] of Object.entries(germanLines))
      expect(numbersOf(german), english).toEqual(numbersOf(english));
  });

  it('are found by what they say, with what is put in', () => {
    expect(lineInGerman('A turn of nobody.')).toBe('Ein Dienst von niemandem.');
    expect(lineInGerman('name is cut after 50 characters, as no more are taken here')).toBe(
      'name ist nach 50 Zeichen abgeschnitten, weil hier nicht mehr genommen werden',
    );
    expect(lineInGerman('Is about P1 there, and here about all that becomes P1.')).toBe(
      'Betrifft dort P1, hier alles, was P1 wird.',
    );
    expect(lineInGerman('Is about P1 there, and here about all that becomes P2.')).toBe(null);
    expect(lineInGerman('Nothing that is said.')).toBe(null);
  });
});
