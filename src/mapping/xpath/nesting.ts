import { say } from '../../kernel/index.ts';
import { limits } from '../limits.ts';
import { XPathSyntaxError, type XPathToken } from './tokens.ts';

/**
 * Guards the stack of libxml2.
 *
 * It reads and evaluates nesting and chains by recursion, on a stack of 64 KB that nothing guards: beyond it lie
 * its own data, and it then traps or loops for ever. The figures are what it was seen to take, rounded up;
 * expressions that people write take a tenth of what is allowed.
 */
const bytes = {
  reserve: 4_000,
  /** An open parenthesis or bracket: a call of `concat`, a predicate around a union. */
  level: 760,
  /** Links of a chain, which is evaluated from its end. */
  predicate: 250,
  descent: 250,
  operator: 160,
  other: 20,
} as const;
const bytesMax = 48_000;

/** Throws `XPathSyntaxError` for an expression that must not reach libxml2. */
export function demandShallow(tokens: readonly XPathToken[]): void {
  const { levels, isShallow } = nestingOf(tokens);
  if (levels > limits.xPathNestingMax) {
    throw new XPathSyntaxError(say('xPathNestedTooDeep', { max: limits.xPathNestingMax }));
  }
  if (!isShallow) {
    throw new XPathSyntaxError(say('xPathTooManySteps'));
  }
}

export function nestingOf(tokens: readonly XPathToken[]): { levels: number; isShallow: boolean } {
  let open = 0;
  let levels = 0;
  let chains = 0;
  for (const { kind, text } of tokens) {
    if (text === '(' || text === '[') {
      open += 1;
      levels = Math.max(levels, open);
    } else if (text === ')' || text === ']') open -= 1;
    if (text === '[') chains += bytes.predicate;
    else if (text === '//') chains += bytes.descent;
    else if (kind === 'operator') chains += bytes.operator;
    else if (text === '/' || text === ',') chains += bytes.other;
  }
  return { levels, isShallow: bytes.reserve + levels * bytes.level + chains <= bytesMax };
}
