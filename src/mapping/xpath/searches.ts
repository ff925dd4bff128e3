import type { Extent } from './profile.ts';
import type { XPathToken } from './tokens.ts';

/** A call that reads one text character by character against another. */
export interface Search {
  /** Predicates around it. */
  readonly depth: number;
  /** Comparisons of characters, at most, for calls that read so many characters of the document. */
  readonly compares: (read: number, extent: Extent) => number;
}

const searching: ReadonlySet<string> = new Set([
  'contains',
  'substring-before',
  'substring-after',
  'translate',
]);
/**
 * The cost of `translate` for a character beside looking it up, in comparisons; its own are slower than those of a
 * search.
 */
const translateCompares = 8;
const translateWeight = 1.6;

/**
 * The searches of an expression. libxml2 compares the text sought at every place of the other: with a text from the
 * document that can be half of it against the other half; with a literal it depends on how the literal repeats
 * itself.
 */
export function searchesOf(tokens: readonly XPathToken[]): Search[] {
  const searches: Search[] = [];
  let depth = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (text === '[') depth += 1;
    else if (text === ']') depth -= 1;
    else if (kind === 'function' && searching.has(text)) {
      searches.push({ depth, compares: comparesOf(text, secondArgument(tokens, index + 1)) });
    }
  }
  return searches;
}

function comparesOf(name: string, sought: readonly XPathToken[]): Search['compares'] {
  const [only] = sought;
  if (sought.length === 1 && only?.kind === 'literal') {
    const literal = only.text.slice(1, -1);
    const factor =
      name === 'translate'
        ? (literal.length + translateCompares) * translateWeight
        : comparesPerCharacter(literal);
    return (read) => read * factor;
  }
  const extra = name === 'translate' ? translateCompares : 1;
  const isAttribute =
    sought.some(({ text }) => text === '@' || text === 'attribute') &&
    sought.every(({ kind, text }) => kind !== 'function' && text !== '(');
  if (isAttribute) return (read, { longestAttribute }) => read * (longestAttribute + extra);
  return (read, { characters }) => read * (characters / 4 + extra);
}

/** The tokens between the first and the second comma of a call; `open` is the place of its parenthesis. */
function secondArgument(tokens: readonly XPathToken[], open: number): readonly XPathToken[] {
  let nesting = 0;
  let start = -1;
  for (let index = open; index < tokens.length; index += 1) {
    const text = tokens[index]?.text;
    if (text === '(' || text === '[') nesting += 1;
    else if (text === ')' || text === ']') nesting -= 1;
    const ends = nesting === 0 || (nesting === 1 && text === ',');
    if (ends && start >= 0) return tokens.slice(start, index);
    if (ends) start = index + 1;
    if (nesting === 0) break;
  }
  return [];
}

/**
 * How many characters a search compares per character of the text, at most, when every place is tried anew: a
 * prefix of the literal matches again no sooner than after its period. About 2 for words, the whole length for
 * `aaaa`.
 */
function comparesPerCharacter(literal: string): number {
  const borders = new Uint16Array(literal.length);
  let compares = 1;
  let border = 0;
  for (let end = 0; end < literal.length; end += 1) {
    if (end > 0) {
      while (border > 0 && literal[end] !== literal[border]) border = borders[border - 1] ?? 0;
      if (literal[end] === literal[border]) border += 1;
    }
    borders[end] = border;
    compares += 1 / (end + 1 - border);
  }
  return compares;
}
