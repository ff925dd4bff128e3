import { type Budget, charge } from './budget.ts';
import { limits } from './limits.ts';

/** `{{ currentIncident.Name }}` and `{{ previousIncident.Name }}` (spec 2.5 rule 4). */
export interface Placeholder {
  readonly incident: 'current' | 'previous';
  /** Lower case, trimmed: names of variables have no case. */
  readonly name: string;
}

/** Room for an attribute and the key of one of its children. */
const nameCharactersMax = 2 * limits.nameCharactersMax;
/** The same with the blanks around it. */
const rawNameCharactersMax = nameCharactersMax + 100;

const head = /\{\{[ \t\r\n]*(current|previous)incident[ \t\r\n]*\./iy;

/**
 * Replaces the placeholders of `text` in one pass: what is inserted is never scanned again, so values cannot
 * multiply. A placeholder for which `lookUp` returns undefined stays as it is. Returns the reason when the result would
 * be too large or take too long.
 */
export function substitute(
  text: string,
  lookUp: (placeholder: Placeholder) => string | undefined,
  budget: Budget,
): { text: string } | { reason: 'too-large' | 'budget' } {
  let result = '';
  let copied = 0;
  for (const { start, end, placeholder } of placeholdersWithPositions(text, budget)) {
    if (budget.steps <= 0) return { reason: 'budget' };
    const value = lookUp(placeholder);
    if (value === undefined) continue;
    result += text.slice(copied, start) + value;
    copied = end;
    if (result.length > limits.valueBytesMax) return { reason: 'too-large' };
  }
  if (budget.steps <= 0) return { reason: 'budget' };
  if (copied > 0) result += text.slice(copied);
  else result = text;
  return result.length > limits.valueBytesMax ? { reason: 'too-large' } : { text: result };
}

/** The placeholders a text mentions, in order; fewer when the budget ends. */
export function placeholdersOf(text: string, budget: Budget): Placeholder[] {
  return Array.from(placeholdersWithPositions(text, budget), (found) => found.placeholder);
}

/** Can this text hold a placeholder at all? The cheap question asked of every value. */
export function mayHavePlaceholders(text: string): boolean {
  return text.includes('{{');
}

/** Ends early when the budget does. */
function* placeholdersWithPositions(text: string, budget: Budget) {
  charge(budget, 'scanText', text.length);
  let at = text.indexOf('{{');
  let close = -1;
  while (at >= 0) {
    // A payload can hold tens of thousands of braces, whether or not a placeholder begins there.
    charge(budget, 'placeholderStart', 1);
    if (budget.steps <= 0) return;
    head.lastIndex = at;
    const match = head.exec(text);
    if (match === null) {
      at = text.indexOf('{{', at + 1);
      continue;
    }
    const nameStart = at + match[0].length;
    // A closing pair found for an earlier opening is still the next one while it lies ahead. Searching again for each
    // opening would take quadratic time in a text of nothing but openings.
    if (close < nameStart) close = text.indexOf('}}', nameStart);
    if (close < 0) return;
    const name = close - nameStart > rawNameCharactersMax ? '' : nameOf(text, nameStart, close);
    if (name === '') {
      at = text.indexOf('{{', at + 2);
      continue;
    }
    charge(budget, 'placeholder', 1);
    const incident = match[1]?.toLowerCase() === 'current' ? 'current' : 'previous';
    const placeholder: Placeholder = { incident, name };
    yield { start: at, end: close + 2, placeholder };
    at = text.indexOf('{{', close + 2);
  }
}

/** The name as it is looked up, empty when none can look like this. */
function nameOf(text: string, start: number, end: number): string {
  const name = text.slice(start, end).trim().toLowerCase();
  return name.length > nameCharactersMax || name.includes('{{') ? '' : name;
}
