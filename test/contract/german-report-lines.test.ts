import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import {
  codeOf,
  germanLines,
  lineInGerman,
  sentenceOf,
} from '../../src/migration/german/in-german.ts';
import { parts } from '../../src/migration/german/parts.ts';

const root = join(import.meta.dirname, '../..');
const levels = new Set(['behaviour', 'lost', 'secret', 'approximated', 'past']);

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
    return left.flatMap((one) => right.map((other) => one + renumbered(other, countIn(one))));
  }
  return [];
}

function countIn(text: string): number {
  return text.match(/\{\d\}/g)?.length ?? 0;
}

function renumbered(text: string, from: number): string {
  return text.replaceAll(/\{(\d)\}/g, (_, number: string) => `{${Number(number) + from}}`);
}

/** Members and variables whose text is a line, or why something was not read. */
const named = /^(?:noPlace|text|why|right)$/;

interface Texts {
  /** What is said with a level, why something has no place, and what is asked. */
  lines: string[];
  /** All texts, for what is put together elsewhere. */
  all: string[];
}

function textsIn(file: string): Texts {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Texts = { lines: [], all: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isExpression(node)) found.all.push(...saidBy(node));
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const given = node.arguments ?? [];
      const called = node.expression.getText().split('.').at(-1) ?? '';
      for (const [at, argument] of given.entries()) {
        const isLevel = ts.isStringLiteral(argument) && levels.has(argument.text);
        const said = given[at + 1];
        if (said && (isLevel || (called === 'say' && at === 0))) found.lines.push(...saidBy(said));
      }
    }
    const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
    // A note of a table is for the pages of the documentation.
    const isNote = ts.isVariableDeclaration(node) && node.name.getText() === 'note';
    if (isNamed && node.initializer && (isNote || named.test(node.name.getText())))
      found.lines.push(...saidBy(node.initializer));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const texts = globSync('src/migration/**/*.ts', {
  cwd: root,
  exclude: ['src/migration/german/**', 'src/migration/write/*-texts.ts'],
}).map(textsIn);
/** Not a level, HCL or a rule of a calendar. */
const isSentence = (text: string) =>
  /\p{L}{2}/u.test(text) && !levels.has(text) && !/^(?:data|import) |^FREQ=/.test(text);
const said = new Set(texts.flatMap(({ lines }) => lines).filter(isSentence));
const everything = new Set(texts.flatMap(({ all }) => all));

describe('lines of import reports', () => {
  it('are in both languages', () => {
    expect([...said].filter((line) => !(line in germanLines) && !(line in parts))).toEqual([]);
  });

  it('are in German only where something says them', () => {
    const isSaid = (line: string) => everything.has(line) || said.has(line);
    expect(Object.keys(germanLines).filter((line) => !isSaid(line))).toEqual([]);
  });

  it('have a code each', () => {
    const codes = Map.groupBy(Object.keys(germanLines), codeOf);
    expect([...codes.values()].filter((lines) => lines.length > 1)).toEqual([]);
  });

  it('put into German what English puts in', () => {
    const numbersOf = (text: string) => [...new Set(text.match(/\{\d\}/g) ?? [])].sort();
    for (const [english, german] of [...Object.entries(germanLines), ...Object.entries(parts)])
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
    expect(lineInGerman('Nothing that is said.')).toBe(null);
    expect(sentenceOf('Is about P1 there, and here about all that becomes P1.')).toEqual({
      ...{ code: 'isAboutThereAndHereAboutAllThatBecomes', values: ['P1', 'P1'] },
    });
  });
});
