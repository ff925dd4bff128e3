/**
 * Characters that show nothing, or change how others show: controls, marks of direction, zero widths, tags, variation
 * selectors that carry hidden bytes, and halves of surrogate pairs. Line ends and tabs stay.
 */
const unseen = /\p{Default_Ignorable_Code_Point}|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/gu;

/** A text from outside without characters that people do not see and models read. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(unseen, (character) => (character === '\n' || character === '\t' ? character : ''));
}

/** How long texts from outside may be, by what the document says they are (`x-untrusted`). */
export const textLengths = { title: 300, value: 1000, payload: 4000 } as const;
export type TextKind = keyof typeof textLengths;

/** The beginning of a text, never half a character. */
export function cutText(text: string, max: number): { text: string; cut: boolean } {
  if (text.length <= max) return { text, cut: false };
  const end = /[\uD800-\uDBFF]/.test(text.charAt(max - 1)) ? max - 1 : max;
  return { text: text.slice(0, end), cut: true };
}
