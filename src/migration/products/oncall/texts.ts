import type { Source } from '../../model/ledger.ts';

/** Texts and numbers of a list, as texts. */
export function listOf(source: Source, member: string): string[] {
  const value = source.whole(member);
  return Array.isArray(value) ? value.map(String) : [];
}
