import { type Filter as Expression, parse } from 'scim2-parse-filter';
import { badRequest, type ScimError } from '../errors.ts';

const bytesMax = 4096;
const nestingMax = 20;
const termsMax = 50;

type Literal = string | number | boolean | null;

/** The syntax of a filter, names and values not yet looked at. */
export type Syntax =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Syntax[] }
  | { readonly kind: 'not'; readonly part: Syntax }
  | { readonly kind: 'present'; readonly name: string }
  | { readonly kind: 'element'; readonly name: string; readonly part: Syntax }
  | {
      readonly kind: 'compare';
      readonly name: string;
      readonly operator: 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';
      readonly value: Literal;
    };

/**
 * Parses a filter within bounds: the parser is recursive, and a directory must be able to answer what comes out.
 * Texts are taken out before and put back afterwards, because the parser does not read escapes as JSON does, and
 * so that nothing in a text can be taken for syntax.
 */
export function parseFilterText(filter: string): Syntax {
  if (Buffer.byteLength(filter) > bytesMax)
    throw invalid(`The filter has more than ${bytesMax} bytes; ask for less at once.`);
  const { skeleton, texts } = takeOutTexts(filter);
  demandShallow(skeleton);
  let expression: Expression;
  try {
    expression = parse(subAttributeIntoBrackets(skeleton));
  } catch (error) {
    throw invalid(
      'The filter cannot be read. Write it like: userName eq "anna" and emails[type eq "work"].',
      error,
    );
  }
  let terms = 0;
  const read = (node: Expression, depth: number): Syntax => {
    if (depth > nestingMax) throw tooDeep();
    switch (node.op) {
      case 'and':
      case 'or':
        return { kind: node.op, parts: node.filters.map((part) => read(part, depth + 1)) };
      case 'not':
        return { kind: 'not', part: read(node.filter, depth + 1) };
      case '[]':
        return { kind: 'element', name: node.attrPath, part: read(node.valFilter, depth + 1) };
    }
    terms += 1;
    if (terms > termsMax) throw invalid(`The filter has more than ${termsMax} comparisons.`);
    if (node.op === 'pr') return { kind: 'present', name: node.attrPath };
    const { op, attrPath, compValue } = node;
    const value = typeof compValue === 'string' ? (texts[Number(compValue)] ?? '') : compValue;
    return { kind: 'compare', name: attrPath, operator: op, value };
  };
  return read(expression, 0);
}

function invalid(message: string, cause?: unknown): ScimError {
  return badRequest('invalidFilter', message, { cause });
}

function tooDeep(): ScimError {
  return invalid(`The filter is nested deeper than ${nestingMax} levels.`);
}

/** `userName eq "anna"` becomes `userName eq "0"` and `['anna']`. */
function takeOutTexts(filter: string): { skeleton: string; texts: string[] } {
  const texts: string[] = [];
  const skeleton = filter.replaceAll(/"(?:[^"\\]|\\[\s\S])*"/g, (literal) => {
    texts.push(textOf(literal));
    return `"${texts.length - 1}"`;
  });
  return { skeleton, texts };
}

/** A JSON string; clients that do not escape (`"DOMAIN\user"`) mean their backslashes. */
function textOf(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1).replaceAll('\\"', '"');
  }
}

function demandShallow(skeleton: string): void {
  let depth = 0;
  for (const character of skeleton) {
    if (character === '(' || character === '[') depth += 1;
    if (character === ')' || character === ']') depth -= 1;
    if (depth > nestingMax) throw tooDeep();
  }
  // Each `not` is a level, too, with or without parentheses.
  if ((skeleton.match(/\bnot\b/gi)?.length ?? 0) > nestingMax) throw tooDeep();
}

/** `emails[type eq "work"].value eq "x"`, which the grammar does not have, means one element with both. */
function subAttributeIntoBrackets(skeleton: string): string {
  return skeleton.replaceAll(
    /\[([^[\]]*)\]\.([A-Za-z]\w*\s+(?:pr\b|[a-z]{2}\s+[^\s()[\]]+))/gi,
    '[($1) and $2]',
  );
}
