import { allMatches, type Budget, type CompiledRegex, type Match } from './match.ts';
import { PatternReader } from './reader.ts';

type Part =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'group'; readonly number: number }
  | { readonly kind: 'before' | 'after' | 'input' };

const symbols: Readonly<Record<string, Part>> = {
  $: { kind: 'literal', text: '$' },
  '&': { kind: 'group', number: 0 },
  '`': { kind: 'before' },
  "'": { kind: 'after' },
  _: { kind: 'input' },
};

/** A replacement string taken apart once for a pattern. */
export interface Replacement {
  readonly parts: readonly Part[];
}

interface Groups {
  /** Answers the number of a group given by number or name, undefined if there is none. */
  lookUp(nameOrNumber: string | number): number | undefined;
  /** The number of the last one. */
  last: number;
}

/**
 * Reads `$1`, `${name}`, `$$`, `$&`, `` $` ``, `$'`, `$+`, `$_`. A number takes all its digits. What names no group
 * of the pattern stays as it is. Throws a RegexSyntaxError only for a number above 2147483647.
 */
export function compileReplacement(regex: CompiledRegex, replacement: string): Replacement {
  const { byName, has } = regex.program.groups;
  return readReplacement(replacement, {
    lookUp: (group) =>
      typeof group === 'string' ? byName.get(group) : has(group) ? group : undefined,
    last: regex.groups.at(-1)?.number ?? 0,
  });
}

function readReplacement(replacement: string, groups: Groups): Replacement {
  const reader = new PatternReader(replacement, 0);
  const parts: Part[] = [];
  while (reader.left > 0) {
    const dollar = replacement.indexOf('$', reader.position);
    const end = dollar === -1 ? replacement.length : dollar;
    if (end > reader.position) {
      parts.push({ kind: 'literal', text: replacement.slice(reader.position, end) });
    }
    reader.position = end + 1;
    if (dollar !== -1) parts.push(scanPart(reader, groups));
  }
  return { parts };
}

/** .NET's `Match.Result`: the replacement filled in for this one match, without the text around it. */
export function expandReplacement(
  match: Match,
  replacement: string | Replacement,
  input: string,
): string {
  const compiled =
    typeof replacement === 'string'
      ? readReplacement(replacement, {
          lookUp: (group) => match.group(group)?.number,
          last: match.groups.at(-1)?.number ?? 0,
        })
      : replacement;
  return replacementPieces(match, compiled, input).join('');
}

/**
 * The pieces of the filled-in replacement, for callers who want to know how long it is before they make it: each
 * reference can insert as much as the whole input.
 */
export function replacementPieces(match: Match, { parts }: Replacement, input: string): string[] {
  // Looked up once: a replacement can mention the same group a thousand times.
  const known = new Map<Part['kind'] | number, string>();
  return parts.map((part) => {
    if (part.kind === 'literal') return part.text;
    const key = part.kind === 'group' ? part.number : part.kind;
    const piece = known.get(key) ?? expandPart(part, match, input);
    known.set(key, piece);
    return piece;
  });
}

/** .NET's `Regex.Replace`: the input with every match replaced; `'budget'` if the steps ran out. */
export function replaceAll(
  regex: CompiledRegex,
  input: string,
  replacement: string,
  budget: Budget,
  limit = Number.POSITIVE_INFINITY,
): { readonly text: string } | 'budget' {
  const compiled = compileReplacement(regex, replacement);
  const matches = allMatches(regex, input, budget, limit);
  if (matches === 'budget') return matches;
  if (regex.program.rightToLeft) matches.reverse();
  let text = '';
  let copied = 0;
  for (const match of matches) {
    text += input.slice(copied, match.index);
    text += expandReplacement(match, compiled, input);
    copied = match.index + match.length;
  }
  return { text: text + input.slice(copied) };
}

/** Stands after `$`. */
function scanPart(reader: PatternReader, { lookUp, last }: Groups): Part {
  const start = reader.position;
  const braced = reader.left > 1 && reader.takeIf('{');
  if (reader.nextIsDigit()) {
    const number = lookUp(reader.scanDecimal());
    if ((!braced || reader.takeIf('}')) && number !== undefined) return { kind: 'group', number };
  } else if (braced && reader.nextIsNameUnit()) {
    const number = lookUp(reader.scanName());
    if (reader.takeIf('}') && number !== undefined) return { kind: 'group', number };
  } else if (!braced) {
    if (reader.takeIf('+')) return { kind: 'group', number: last };
    const symbol = symbols[reader.next];
    if (symbol) {
      reader.position++;
      return symbol;
    }
  }
  reader.position = start;
  return { kind: 'literal', text: '$' };
}

function expandPart(part: Part, match: Match, input: string): string {
  switch (part.kind) {
    case 'literal':
      return part.text;
    case 'group':
      return match.group(part.number)?.value ?? '';
    case 'before':
      return input.slice(0, match.index);
    case 'after':
      return input.slice(match.index + match.length);
    case 'input':
      return input;
  }
}
