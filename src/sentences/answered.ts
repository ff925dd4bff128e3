import { inEnglish } from './in-language.ts';
import type { Sentence } from './sentence.ts';

/**
 * `answered('reason', sentence)` → `{ reason: 'The incident is muted.', reasonSentence: { code, values } }`: how the
 * API has both.
 */
export function answered<Member extends string>(
  member: Member,
  sentence: Sentence,
): Record<Member, string> & Record<`${Member}Sentence`, Sentence>;
export function answered<Member extends string>(
  member: Member,
  sentence: Sentence | null,
): Record<Member, string | null> & Record<`${Member}Sentence`, Sentence | null>;
export function answered(member: string, sentence: Sentence | null): object {
  return { [member]: sentence && inEnglish(sentence), [`${member}Sentence`]: sentence };
}
