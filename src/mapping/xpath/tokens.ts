import { say } from '../../kernel/index.ts';
import { MappingMistake } from '../mistake.ts';

/** Thrown for an expression that is not XPath 1.0. */
export class XPathSyntaxError extends MappingMistake {
  override readonly name = 'XPathSyntaxError';
}

export interface XPathToken {
  readonly kind:
    | 'name'
    | 'function'
    | 'axis'
    | 'operator'
    | 'literal'
    | 'number'
    | 'punctuation'
    | 'variable';
  readonly text: string;
  /** Offset in the expression. */
  readonly at: number;
}

const namePattern =
  /[\p{L}_][\p{L}\p{N}\p{M}._-]*(?::(?!:)(?:[\p{L}_][\p{L}\p{N}\p{M}._-]*|\*))?/uy;
const numberPattern = /\d+(?:\.\d*)?|\.\d+/y;
const punctuationPattern = /::|\/\/|\.\.|!=|<=|>=|[()[\]@,./|+\-=<>*$]/y;
const operatorNames: ReadonlySet<string> = new Set(['and', 'or', 'div', 'mod']);

/**
 * The tokens of an XPath 1.0 expression, with names told apart by the rules of section 3.7: after a complete
 * operand a name is an operator; before `(` it is a function or node type; before `::` it is an axis.
 */
export function tokenise(expression: string): XPathToken[] {
  const tokens: XPathToken[] = [];
  let at = 0;
  while (at < expression.length) {
    if (/\s/.test(expression.charAt(at))) {
      at += 1;
      continue;
    }
    const token = readToken(expression, at, tokens.at(-1));
    tokens.push(token);
    at += token.text.length;
  }
  return tokens;
}

/** The prefix of a qualified name, or null. */
export function prefixOf(name: string): string | null {
  const colon = name.indexOf(':');
  return colon < 0 ? null : name.slice(0, colon);
}

function readToken(expression: string, at: number, previous: XPathToken | undefined): XPathToken {
  const character = expression.charAt(at);
  if (character === '"' || character === "'") {
    const close = expression.indexOf(character, at + 1);
    if (close < 0) throw new XPathSyntaxError(say('xPathQuoteOpen', { position: at + 1 }));
    return { kind: 'literal', text: expression.slice(at, close + 1), at };
  }
  const number = matchAt(numberPattern, expression, at);
  if (number !== null) return { kind: 'number', text: number, at };
  const punctuation = matchAt(punctuationPattern, expression, at);
  if (punctuation === '$') throw new XPathSyntaxError(say('xPathVariables'));
  if (punctuation !== null) {
    const isOperator =
      punctuation === '*' ? endsOperand(previous) : /^(?:[|+\-=<>]|!=|<=|>=)$/.test(punctuation);
    const kind = isOperator ? 'operator' : punctuation === '*' ? 'name' : 'punctuation';
    return { kind, text: punctuation, at };
  }
  const name = matchAt(namePattern, expression, at);
  if (name === null)
    throw new XPathSyntaxError(say('expressionUnexpected', { character, position: at + 1 }));
  return { kind: kindOfName(name, expression, at, previous), text: name, at };
}

function kindOfName(
  name: string,
  expression: string,
  at: number,
  previous: XPathToken | undefined,
): XPathToken['kind'] {
  if (operatorNames.has(name) && endsOperand(previous)) return 'operator';
  const rest = expression.slice(at + name.length).trimStart();
  if (rest.startsWith('::')) return 'axis';
  // Node types look like functions and are treated like them: neither is an element name.
  if (rest.startsWith('(')) return 'function';
  return 'name';
}

/** Is an operand complete after this token, so that a name or `*` behind it is an operator? */
function endsOperand(token: XPathToken | undefined): boolean {
  if (token === undefined) return false;
  if (token.kind === 'name' || token.kind === 'literal' || token.kind === 'number') return true;
  return token.kind === 'punctuation' && /^(?:\)|\]|\.|\.\.)$/.test(token.text);
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}
