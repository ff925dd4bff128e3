import type { XPathToken } from './tokens.ts';

/**
 * What an expression may cost beyond its node visits.
 *
 * libxml2 counts visits and stops at a limit, but does two kinds of work without counting: it merges and compares node sets pair
 * by pair, and it copies the text below a node whenever that node is used as a string. The profile says which of these an
 * expression can do; `visitLimit` turns that, and the size of the document, into a limit of visits that bounds the time.
 */
export interface Profile {
  /** It merges or compares node sets: the work grows with the square of the visits. */
  readonly comparesSets: boolean;
  /** Inside a predicate it reads nodes above or beside the current one, whose text may be the whole document. */
  readonly readsWidely: boolean;
  /** How often, at most, the whole document is copied outside predicates. */
  readonly copies: number;
  /** How many paths inside predicates, or sums, copy the text below one node after another; deeper nesting counts more. */
  readonly copiesBelow: number;
}

export interface Extent {
  readonly characters: number;
  /** The text below every element, added up: a character at depth 5 counts five times. */
  readonly nestedCharacters: number;
  readonly depth: number;
}

/** Visits of an expression that compares node sets; 12,000 nodes against as many take some 60 ms. */
const comparingVisitsMax = 40_000;
/** Characters an evaluation may copy unseen; predicates copy some two billion in a second. */
const copiedCharactersMax = 64 * 1_024 * 1_024;
/** An iteration of the cheapest predicate that reads a string takes about this many visits. */
const visitsPerCopy = 5;

const sideways: ReadonlySet<string> = new Set([
  'ancestor',
  'ancestor-or-self',
  'following',
  'following-sibling',
  'parent',
  'preceding',
  'preceding-sibling',
]);
const mergingAxes: ReadonlySet<string> = new Set([...sideways, 'descendant', 'descendant-or-self']);
const comparisons: ReadonlySet<string> = new Set(['=', '!=', '<', '<=', '>', '>=']);

export function profileOf(tokens: readonly XPathToken[]): Profile {
  let predicateDepth = 0;
  let parentheses = 0;
  let comparesSets = false;
  let readsWidely = false;
  let copies = 0;
  let copiesBelow = 0;
  let descents = 0;
  for (const [index, token] of tokens.entries()) {
    const previous = tokens[index - 1];
    const next = tokens[index + 1];
    const { text } = token;
    if (text === '[') predicateDepth += 1;
    else if (text === ']') predicateDepth -= 1;
    else if (text === '(') parentheses += 1;
    else if (text === ')') parentheses -= 1;
    if (token.kind === 'operator') {
      descents = 0;
      if (text === '|' || (comparisons.has(text) && isPathLike(previous) && isPathLike(next)))
        comparesSets = true;
    }
    if (text === '//') {
      descents += 1;
      if (descents > 1) comparesSets = true;
    }
    const axis = token.kind === 'axis';
    if ((axis && mergingAxes.has(text)) || (text === '..' && predicateDepth === 0))
      comparesSets = true;
    const startsPath =
      startsOperand(previous) &&
      token.kind !== 'literal' &&
      token.kind !== 'number' &&
      token.kind !== 'operator';
    if (startsPath && predicateDepth === 0) copies += 1 + parentheses;
    if (predicateDepth > 0) {
      const absolute = startsPath && (text === '/' || text === '//');
      const upward = text === '..' || (axis && sideways.has(text));
      if ((absolute || upward) && !endsInAttribute(tokens, index)) readsWidely = true;
      if (startsPath) copiesBelow += predicateDepth;
    } else if (token.kind === 'function' && text === 'sum') copiesBelow += 1;
  }
  return { comparesSets, readsWidely, copies, copiesBelow };
}

/** Node visits to allow on a document of this extent, at most `available`; 0 when the expression cannot be afforded at all. */
export function visitLimit(profile: Profile, extent: Extent, available: number): number {
  if (profile.copies * extent.characters > copiedCharactersMax) return 0;
  const below = profile.copiesBelow > 1 ? profile.copiesBelow : 1;
  if (profile.copiesBelow > 0 && below * extent.nestedCharacters > 3 * copiedCharactersMax)
    return 0;
  let limit = available;
  if (profile.comparesSets) limit = Math.min(limit, comparingVisitsMax);
  if (profile.readsWidely) {
    limit = Math.min(
      limit,
      Math.ceil((copiedCharactersMax / Math.max(extent.characters, 1)) * visitsPerCopy),
    );
  }
  return limit;
}

/** Can this neighbour of a comparison be a node set? Literals, numbers and calls of functions cannot (but for `id`). */
function isPathLike(token: XPathToken | undefined): boolean {
  if (token === undefined || token.kind === 'literal' || token.kind === 'number') return false;
  return (
    token.kind !== 'function' ||
    token.text === 'id' ||
    /^(?:text|node|comment|processing-instruction)$/.test(token.text)
  );
}

function startsOperand(previous: XPathToken | undefined): boolean {
  if (previous === undefined || previous.kind === 'operator') return true;
  return previous.text === '(' || previous.text === '[' || previous.text === ',';
}

/** Does the path that starts at this token end in an attribute, whose text is short? */
function endsInAttribute(tokens: readonly XPathToken[], start: number): boolean {
  let attribute = false;
  for (let index = start; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (token === undefined || token.kind === 'operator' || /^[\])[,]$/.test(token.text)) break;
    if (token.text === '@' || token.text === 'attribute') attribute = true;
  }
  return attribute;
}
