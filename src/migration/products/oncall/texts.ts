import type { Source } from '../../model/ledger.ts';

/** A text that may be so long here; null where there is none. Where it is cut, the report says so. */
export function textUpTo(max: number, source: Source, member: string): string | null {
  const text = source.text(member)?.trim() ?? '';
  if (text === '') return null;
  if (text.length <= max) return text;
  source.say('approximated', `Cut after ${max} characters.`, member);
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}

/** Texts and numbers of a list, as texts. */
export function listOf(source: Source, member: string): string[] {
  const value = source.whole(member);
  return Array.isArray(value) ? value.map(String) : [];
}
