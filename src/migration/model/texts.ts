import type { Source } from './ledger.ts';

/** A text that may be so long here; null where there is none. Where it is cut, the report says so. */
export function textUpTo(max: number, source: Source, member: string): string | null {
  const text = source.text(member)?.trim() ?? '';
  if (text === '') return null;
  if (text.length <= max) return text;
  source.say('approximated', `Cut after ${max} characters.`, member);
  return cut(text, max);
}

/** No half of a pair of surrogates is left at the end. */
export function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
