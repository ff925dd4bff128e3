import { limits } from './limits.ts';

/** `{{ currentIncident.Name }}` and `{{ previousIncident.Name }}` (spec 2.5 rule 4). */
export interface Placeholder {
  readonly incident: 'current' | 'previous';
  /** Lower case, trimmed: names of variables have no case. */
  readonly name: string;
}

/** Of an attribute and the key of one of its children. */
const nameCharactersMax = 2 * limits.nameCharactersMax;

const head = /\{\{[ \t\r\n]*(current|previous)incident[ \t\r\n]*\./iy;

/**
 * Replaces the placeholders of `text` in one pass: what is inserted is never scanned again, so values cannot multiply. A
 * placeholder for which `lookUp` answers undefined stays as it is. Answers undefined when the result would exceed
 * `limit` characters.
 */
export function substitute(
  text: string,
  lookUp: (placeholder: Placeholder) => string | undefined,
  limit: number = limits.valueBytesMax,
): string | undefined {
  let result = '';
  let copied = 0;
  for (const { start, end, placeholder } of placeholdersWithPositions(text)) {
    const value = lookUp(placeholder);
    if (value === undefined) continue;
    result += text.slice(copied, start) + value;
    copied = end;
    if (result.length > limit) return undefined;
  }
  if (copied === 0) return text.length > limit ? undefined : text;
  result += text.slice(copied);
  return result.length > limit ? undefined : result;
}

/** The placeholders a text mentions, in order. */
export function placeholdersOf(text: string): Placeholder[] {
  return Array.from(placeholdersWithPositions(text), (found) => found.placeholder);
}

/** Can this text hold a placeholder at all? The cheap question asked of every value. */
export function mayHavePlaceholders(text: string): boolean {
  return text.includes('{{');
}

function* placeholdersWithPositions(text: string) {
  let at = text.indexOf('{{');
  while (at >= 0) {
    head.lastIndex = at;
    const match = head.exec(text);
    if (match === null) {
      at = text.indexOf('{{', at + 1);
      continue;
    }
    const nameStart = at + match[0].length;
    const close = text.indexOf('}}', nameStart);
    // Without a closing pair there is none for any later opening either: looking again for each would be quadratic.
    if (close < 0) return;
    const name = text.slice(nameStart, close).trim().toLowerCase();
    if (name === '' || name.length > nameCharactersMax || name.includes('{{')) {
      at = text.indexOf('{{', at + 2);
      continue;
    }
    const incident = match[1]?.toLowerCase() === 'current' ? 'current' : 'previous';
    const placeholder: Placeholder = { incident, name };
    yield { start: at, end: close + 2, placeholder };
    at = text.indexOf('{{', close + 2);
  }
}
