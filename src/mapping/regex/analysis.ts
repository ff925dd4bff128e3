import { type CharSet, setOf } from './char-set.ts';
import type { SearchHints } from './program.ts';
import { type Node, options, unbounded } from './syntax.ts';

/**
 * The units that can come next in a match: the next unit of the text, if there is one, is in `sets`. `mayEnd`: or the
 * match is complete without any further condition. `atTextEnd`: or the text ends here. `undefined`: anything can
 * come.
 */
export type Follow =
  | { readonly sets: readonly CharSet[]; readonly mayEnd: boolean; readonly atTextEnd: boolean }
  | undefined;

export const followedByEnd: Follow = { sets: [], mayEnd: true, atTextEnd: true };

const setsMax = 32;
const requiredMax = 3;
const lineFeed = 0x0a;

/** The units that `node` and then `follow` can begin with. Only for forward nodes. */
export function firstOf(node: Node, follow: Follow): Follow {
  switch (node.kind) {
    case 'empty':
      return follow;
    case 'text':
      return node.back ? undefined : oneOf(setOf([node.text.charCodeAt(0)]));
    case 'set':
      return node.back ? undefined : oneOf(node.set);
    case 'anchor':
      // These two say themselves what must come; the others only restrict what follows.
      if (node.anchor === 'end') return { sets: [], mayEnd: false, atTextEnd: true };
      if (node.anchor === 'line-end' || node.anchor === 'end-or-final-newline') {
        return { sets: [setOf([lineFeed])], mayEnd: false, atTextEnd: true };
      }
      return follow?.mayEnd ? undefined : follow;
    case 'look':
      return follow?.mayEnd ? undefined : follow;
    case 'sequence':
      return node.back
        ? undefined
        : node.nodes.reduceRight((rest: Follow, part) => firstOf(part, rest), follow);
    case 'choice':
      return node.nodes.map((part) => firstOf(part, follow)).reduce(union);
    case 'loop': {
      const first = firstOf(node.node, follow);
      return node.min === 0 ? union(first, follow) : first;
    }
    case 'capture':
      return firstOf(node.node, node.ended === -1 || !follow?.mayEnd ? follow : undefined);
    case 'atomic':
      return firstOf(node.node, follow);
    default:
      return undefined;
  }
}

const oneOf = (set: CharSet): Follow => ({ sets: [set], mayEnd: false, atTextEnd: false });

function union(left: Follow, right: Follow): Follow {
  if (!left || !right) return undefined;
  const sets = [...new Set([...left.sets, ...right.sets])];
  return sets.length > setsMax
    ? undefined
    : {
        sets,
        mayEnd: left.mayEnd || right.mayEnd,
        atTextEnd: left.atTextEnd || right.atTextEnd,
      };
}

/** The one unit that must come next unless the text ends there, or -1. */
export function nextUnit(follow: Follow): number {
  if (!follow || follow.mayEnd || follow.sets.length !== 1) return -1;
  return follow.sets[0]?.single(false) ?? -1;
}

/** The units that can follow inside a loop's body: another round, or what comes after the loop. */
export const followInLoop = (body: Node, follow: Follow): Follow =>
  follow && union(firstOf(body, follow), follow);

/** Fewest units a node consumes; capped so that sums stay small integers. */
export function lengthMin(node: Node): number {
  const cap = (length: number) => Math.min(length, unbounded);
  switch (node.kind) {
    case 'text':
      return node.text.length;
    case 'set':
      return 1;
    case 'sequence':
      return cap(node.nodes.reduce((sum, part) => sum + lengthMin(part), 0));
    case 'choice':
      return Math.min(...node.nodes.map(lengthMin));
    case 'loop':
      return node.min === 0 ? 0 : cap(lengthMin(node.node) * node.min);
    case 'capture':
    case 'atomic':
      return lengthMin(node.node);
    case 'if-group':
    case 'if-match':
      return Math.min(lengthMin(node.yes), lengthMin(node.no));
    default:
      return 0;
  }
}

/** The unit repeats are made of, if `node` always consumes exactly one. */
export function isSingleUnit(node: Node): boolean {
  return node.kind === 'set' || (node.kind === 'text' && node.text.length === 1);
}

/** Everything the search can know before it runs the machine. Leading zero-width parts never hurt a hint. */
export function searchHints(
  root: Node,
  given: number,
  repeat: (node: Node) => { kind: number; argument: number },
): SearchHints {
  const length = lengthMin(root);
  if ((given & options.rightToLeft) !== 0) {
    return { ...noHints, lengthMin: length };
  }
  const first = length > 0 ? firstOf(root, undefined)?.sets : undefined;
  const leading = leadingNode(root);
  const prefix = leading?.kind === 'text' ? leading.text : '';
  const run = leadingNode(root, 'not-into-atomic');
  const isRun = run?.kind === 'loop' && run.max === unbounded && isSingleUnit(run.node);
  return {
    anchor: leadingAnchor(root),
    prefix,
    first,
    firstTable: first && unionTable(first),
    required: requiredTexts(root, prefix),
    lengthMin: length,
    leadingRepeat:
      isRun && !dependsOnCaptures(root) ? { ...repeat(run.node), min: run.min } : undefined,
  };
}

const noHints: SearchHints = {
  anchor: 'none',
  prefix: '',
  first: undefined,
  firstTable: undefined,
  required: [],
  lengthMin: 0,
  leadingRepeat: undefined,
};

function unionTable(sets: readonly CharSet[]): Uint8Array {
  const table = new Uint8Array(0x100);
  for (const set of sets) {
    for (let unit = 0; unit < 0x100; unit++) if (set.table[unit] === 1) table[unit] = 1;
  }
  return table;
}

/**
 * The node every match begins with, looking into groups. A loop counts as itself. What a lazy repeat inside an atomic
 * group settles on depends on where it starts, so a run must not be looked for there.
 */
function leadingNode(node: Node, mode?: 'not-into-atomic'): Node | undefined {
  switch (node.kind) {
    case 'sequence':
      return node.back || !node.nodes[0] ? undefined : leadingNode(node.nodes[0], mode);
    case 'atomic':
      return mode ? undefined : leadingNode(node.node);
    case 'capture':
      return leadingNode(node.node, mode);
    case 'loop':
      return node.min > 0 && !isSingleUnit(node.node) ? undefined : node;
    default:
      return node;
  }
}

function leadingAnchor(root: Node): SearchHints['anchor'] {
  const node = leadingNode(root);
  if (node?.kind !== 'anchor') return 'none';
  const { anchor } = node;
  return anchor === 'start' || anchor === 'line-start' || anchor === 'search-start'
    ? anchor
    : 'none';
}

/** Texts that are part of every match, the longest first. */
function requiredTexts(root: Node, prefix: string): string[] {
  const texts = new Set<string>();
  const collect = (node: Node): void => {
    switch (node.kind) {
      case 'text':
        texts.add(node.text);
        return;
      case 'sequence':
        for (const part of node.nodes) collect(part);
        return;
      case 'capture':
      case 'atomic':
        collect(node.node);
        return;
      case 'loop':
        if (node.min > 0) collect(node.node);
    }
  };
  collect(root);
  texts.delete(prefix);
  return [...texts].sort((left, right) => right.length - left.length).slice(0, requiredMax);
}

function dependsOnCaptures(node: Node): boolean {
  switch (node.kind) {
    case 'reference':
    case 'if-group':
      return true;
    case 'capture':
      return node.ended !== -1 || dependsOnCaptures(node.node);
    case 'sequence':
    case 'choice':
      return node.nodes.some(dependsOnCaptures);
    case 'loop':
    case 'look':
    case 'atomic':
      return dependsOnCaptures(node.node);
    case 'if-match':
      return [node.condition, node.yes, node.no].some(dependsOnCaptures);
    default:
      return false;
  }
}
