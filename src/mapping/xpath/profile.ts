import { costOf } from '../budget.ts';
import { limits } from '../limits.ts';
import { type Search, searchesOf } from './searches.ts';
import type { XPathToken } from './tokens.ts';

/**
 * What an expression may cost beyond its node visits.
 *
 * libxml2 counts visits and stops at a limit, but does other work without counting: it merges and compares node
 * sets pair by pair, it copies the text below a node whenever that node is used as a string, and it searches and
 * translates these copies character by character. The profile says how often an expression can do each; `priceOf`
 * turns that, and the size of the document, into steps to charge and a limit of visits. WebAssembly cannot be
 * interrupted, so the price is what the expression can cost at most.
 */
export interface Profile {
  /** It merges or compares node sets: the work grows with the square of the visits. */
  readonly comparesSets: boolean;
  /** Inside a predicate it reads nodes above or beside the current one, whose text may be the whole document. */
  readonly readsWidely: boolean;
  /** The same, but only attributes of such nodes. */
  readonly readsAttributesWidely: boolean;
  /** How often, at most, the whole document is copied outside predicates. */
  readonly copies: number;
  /**
   * How many paths inside predicates, or sums, copy the text below one node after another; deeper nesting counts
   * more.
   */
  readonly copiesBelow: number;
  /** The same for paths that end in an attribute. */
  readonly attributesBelow: number;
  readonly searches: readonly Search[];
  readonly usesNamespaceAxis: boolean;
  /** `lang()` walks up to the root. */
  readonly climbs: boolean;
}

export interface Extent {
  readonly characters: number;
  /** The text below every element, added up: a character at depth 5 counts five times. */
  readonly nestedCharacters: number;
  readonly longestAttribute: number;
  /** Namespace declarations, all elements together. */
  readonly declarations: number;
  readonly depth: number;
}

export interface Price {
  /** Whatever the expression does. */
  readonly steps: number;
  readonly stepsPerVisit: number;
  /** What the rest of the budget pays for, at least one. */
  readonly visitsMax: number;
}

/** libxml2 visits some 75 million nodes in a second. */
const stepsPerPlainVisit = 1 / 3;
/** Visits of an expression that compares node sets; 12,000 nodes against as many take some 60 ms. */
const comparingVisitsMax = 40_000;
/** What a visit of such an expression costs, in plain visits. */
const comparingWeight = 8;
/** An iteration of the cheapest predicate that reads a string takes about this many visits. */
const visitsPerCopy = 5;

/** What the expression costs on a document of this extent, null when that is more than is available. */
export function priceOf(profile: Profile, extent: Extent, available: number): Price | null {
  if (profile.usesNamespaceAxis && extent.declarations > limits.xPathNamespacesMax) return null;
  const steps = fixedSteps(profile, extent);
  let stepsPerVisit = stepsPerPlainVisit;
  if (profile.comparesSets) stepsPerVisit *= comparingWeight;
  if (profile.climbs) stepsPerVisit *= 1 + extent.depth / 10;
  // The declarations in scope are collected again for every element.
  if (profile.usesNamespaceAxis) stepsPerVisit *= 1 + extent.declarations / 2;
  const wide = profile.readsWidely
    ? extent.characters
    : profile.readsAttributesWidely
      ? extent.longestAttribute
      : 0;
  if (wide > 0) {
    const searched = profile.searches.map((search) => search.compares(wide, extent));
    const compares = searched.reduce((most, one) => Math.max(most, one), 0);
    const perCopy = costOf('copyMarkup', wide) + costOf('compareMarkup', compares);
    stepsPerVisit += perCopy / visitsPerCopy;
  }
  let visitsMax = Math.floor((available - steps) / stepsPerVisit);
  if (visitsMax < 1) return null;
  if (profile.comparesSets) visitsMax = Math.min(visitsMax, comparingVisitsMax);
  // The limit is a signed 32-bit number in libxml2.
  return { steps, stepsPerVisit, visitsMax: Math.min(visitsMax, 0x7fffffff) };
}

/** For all that does not grow with the visits: it depends on the size of the document alone. */
function fixedSteps(profile: Profile, extent: Extent): number {
  const { characters, nestedCharacters } = extent;
  const copied =
    profile.copies * characters +
    profile.copiesBelow * nestedCharacters +
    profile.attributesBelow * characters;
  let compared = 0;
  for (const search of profile.searches) {
    const read = search.depth === 0 ? characters : search.depth * nestedCharacters + characters;
    compared += search.compares(read, extent);
  }
  return (
    (copied > 0 ? costOf('copyMarkup', copied) : 0) +
    (compared > 0 ? costOf('compareMarkup', compared) : 0)
  );
}

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
/** Functions that do not read the text of the nodes they are given, and node types, which look like functions. */
const notCopying: ReadonlySet<string> = new Set(
  (
    'count last position not boolean true false name local-name namespace-uri ' +
    'text node comment processing-instruction'
  ).split(' '),
);

export function profileOf(tokens: readonly XPathToken[]): Profile {
  let predicateDepth = 0;
  /** For every open parenthesis whether it is that of a function that copies. */
  const parentheses: boolean[] = [];
  let comparesSets = false;
  let readsWidely = false;
  let readsAttributesWidely = false;
  let copies = 0;
  let copiesBelow = 0;
  let attributesBelow = 0;
  let descents = 0;
  const computes = hasOperatorOutside(tokens);
  for (const [index, token] of tokens.entries()) {
    const previous = tokens[index - 1];
    const next = tokens[index + 1];
    const { text } = token;
    if (text === '[') predicateDepth += 1;
    else if (text === ']') predicateDepth -= 1;
    else if (text === '(') parentheses.push(isCopying(previous));
    else if (text === ')') parentheses.pop();
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
    if (startsPath && predicateDepth === 0) {
      copies += parentheses.filter(Boolean).length + (computes ? 1 : 0);
    }
    if (predicateDepth > 0) {
      const inAttribute = endsInAttribute(tokens, index);
      const absolute = startsPath && (text === '/' || text === '//');
      const upward = text === '..' || (axis && sideways.has(text));
      if (absolute || upward) {
        if (inAttribute) readsAttributesWidely = true;
        else readsWidely = true;
      }
      if (startsPath && inAttribute) attributesBelow += predicateDepth;
      else if (startsPath) copiesBelow += predicateDepth;
    }
    // These two read the text of every node they are given.
    if (token.kind === 'function' && (text === 'sum' || text === 'id')) {
      copiesBelow += 1 + predicateDepth;
    }
  }
  return {
    comparesSets,
    readsWidely,
    readsAttributesWidely,
    copies,
    copiesBelow,
    attributesBelow,
    searches: searchesOf(tokens),
    climbs: tokens.some(({ kind, text }) => kind === 'function' && text === 'lang'),
    usesNamespaceAxis: tokens.some(({ kind, text }) => kind === 'axis' && text === 'namespace'),
  };
}

function isCopying(token: XPathToken | undefined): boolean {
  return token?.kind === 'function' && !notCopying.has(token.text);
}

/** Is there an operator outside predicates that reads its operands as strings or numbers? */
function hasOperatorOutside(tokens: readonly XPathToken[]): boolean {
  let depth = 0;
  for (const { kind, text } of tokens) {
    if (text === '[') depth += 1;
    else if (text === ']') depth -= 1;
    else if (depth === 0 && kind === 'operator' && !/^(?:\||and|or)$/.test(text)) return true;
  }
  return false;
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
