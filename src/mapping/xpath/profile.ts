import { costOf, stepNanoseconds } from '../budget.ts';
import { limits } from '../limits.ts';
import { type Search, searchesOf } from './searches.ts';
import type { XPathToken } from './tokens.ts';

/**
 * The cost that an expression may cause beyond its node visits.
 *
 * libxml2 counts visits and stops at a limit, but does other work without counting: it merges and compares node
 * sets pair by pair, it copies the text below a node whenever that node is used as a string, and it searches and
 * translates these copies character by character. The profile says how often an expression can do each; `priceOf`
 * turns that, and the size of the document, into steps to charge and a limit of visits. WebAssembly cannot be
 * interrupted, so the price is what the expression can cost at most.
 */
export interface Profile {
  /**
   * The cost of its work with pairs of nodes, in nanoseconds per square of the visits; 0 when it looks at one node
   * after the other.
   */
  readonly pairNanoseconds: number;
  /** It asks something of every node: by a predicate, or by a function. */
  readonly asks: boolean;
  /** Inside a predicate it reads nodes above or beside the current one, whose text may be the whole document. */
  readonly readsWidely: boolean;
  /** The same, but only attributes of such nodes. */
  readonly readsAttributesWidely: boolean;
  /** How often, at most, the whole document is copied outside predicates. */
  readonly copies: number;
  /** Arguments of `concat`, all calls together: it copies what it has so far for each of them. */
  readonly joined: number;
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
  /** The cost after so many visits. */
  readonly stepsFor: (visits: number) => number;
  /** The visits that the rest of the budget pays for, at least one. */
  readonly visitsMax: number;
}

/** libxml2 visits some 75 million nodes in a second, some 25 million of which it asks something. */
const stepsPerPlainVisit = 1 / 3;
const stepsPerAskedVisit = 1;
/**
 * Nanoseconds for a pair of nodes, per square of the visits in the worst document: two paths compared (13,000 nodes
 * against as many by `!=` take 590 ms), two sets united, and the nodes of a step along an axis gathered.
 */
const pairs = { compared: 0.9, united: 0.25, gathered: 0.06 } as const;
/** Joining a copy to another takes this part of what copying it takes, per copy. */
const joinWeight = 1 / 32;
/** An iteration of the cheapest predicate that reads a string takes about this many visits. */
const visitsPerCopy = 5;

/** The price of the expression on a document of this extent, null when that is more than is available. */
export function priceOf(profile: Profile, extent: Extent, available: number): Price | null {
  if (profile.usesNamespaceAxis && extent.declarations > limits.xPathNamespacesMax) return null;
  const steps = fixedSteps(profile, extent);
  let stepsPerVisit = profile.asks && !profile.climbs ? stepsPerAskedVisit : stepsPerPlainVisit;
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
    const perCopy =
      costOf('copyMarkup', wide) * joining(profile) + costOf('compareMarkup', compares);
    stepsPerVisit += perCopy / visitsPerCopy;
  }
  const stepsPerPair = profile.pairNanoseconds / stepNanoseconds;
  const visitsMax = visitsFor(available - steps, stepsPerVisit, stepsPerPair);
  if (visitsMax < 1) return null;
  return {
    stepsFor: (visits) => steps + Math.ceil(visits * (stepsPerVisit + visits * stepsPerPair)),
    // The limit is a signed 32-bit number in libxml2.
    visitsMax: Math.min(visitsMax, 0x7fffffff),
  };
}

/** The largest number `v` with `perVisit * v + perPair * v * v <= steps`. */
function visitsFor(steps: number, perVisit: number, perPair: number): number {
  if (steps <= 0) return 0;
  if (perPair === 0) return Math.floor(steps / perVisit);
  const half = perVisit / (2 * perPair);
  return Math.floor(Math.sqrt(half * half + steps / perPair) - half);
}

function joining({ joined }: Profile): number {
  return 1 + joined * joinWeight;
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
    (copied > 0 ? Math.ceil(costOf('copyMarkup', copied) * joining(profile)) : 0) +
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
  let pairNanoseconds = 0;
  const worksOn = (kind: keyof typeof pairs) => {
    pairNanoseconds = Math.max(pairNanoseconds, pairs[kind]);
  };
  let joined = 0;
  let readsWidely = false;
  let readsAttributesWidely = false;
  let copies = 0;
  let copiesBelow = 0;
  let attributesBelow = 0;
  let descents = 0;
  const computes = hasOperatorOutside(tokens);
  const hasConcat = tokens.some(({ kind, text }) => kind === 'function' && text === 'concat');
  for (const [index, token] of tokens.entries()) {
    const previous = tokens[index - 1];
    const { text } = token;
    if (text === '[') predicateDepth += 1;
    else if (text === ']') predicateDepth -= 1;
    else if (text === '(') parentheses.push(isCopying(previous));
    else if (text === ')') parentheses.pop();
    if (token.kind === 'operator') {
      descents = 0;
      if (text === '|') worksOn('united');
      else if (comparisons.has(text) && mayBeSets(tokens, index)) worksOn('compared');
    }
    if (text === ',' && hasConcat) joined += 1;
    if (text === '//') {
      descents += 1;
      if (descents > 1) worksOn('gathered');
    }
    const axis = token.kind === 'axis';
    if ((axis && mergingAxes.has(text)) || (text === '..' && predicateDepth === 0))
      worksOn('gathered');
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
    pairNanoseconds,
    asks: tokens.some(({ kind, text }) => kind === 'function' || text === '['),
    readsWidely,
    readsAttributesWidely,
    copies,
    joined,
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

/**
 * May both sides of this comparison be sets of many nodes? Then each node of one is compared with each of the other.
 */
function mayBeSets(tokens: readonly XPathToken[], operator: number): boolean {
  return (
    isPathLike(tokens[operator - 1]) &&
    isPathLike(tokens[operator + 1]) &&
    !isOneNode(operandAt(tokens, operator - 1, -1)) &&
    !isOneNode(operandAt(tokens, operator + 1, 1))
  );
}

/** The texts of a path beside a comparison, as far as it has neither predicates nor parentheses. */
function operandAt(tokens: readonly XPathToken[], start: number, direction: 1 | -1): string[] {
  const texts: string[] = [];
  for (let at = start; ; at += direction) {
    const token = tokens[at];
    if (token === undefined || token.kind === 'operator' || token.text === ',') break;
    if (
      direction === 1
        ? token.text === ']' || token.text === ')'
        : token.text === '[' || token.text === '('
    )
      break;
    texts.push(token.text);
  }
  return direction === 1 ? texts : texts.reverse();
}

/** The node itself, one above it, or an attribute of these. */
function isOneNode(path: readonly string[]): boolean {
  return /^(?:\.{1,2}(?:\/\.\.)*(?:\/@[^*\s/]+)?|@[^*\s/]+)$/.test(path.join(''));
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
