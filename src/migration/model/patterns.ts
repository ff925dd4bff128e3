import { compileMapping } from '../../mapping/index.ts';

/*
 * Comparisons of texts as regular expressions of mappings, which are those of .NET.
 */

/** Finds the text as it is. */
export function quoted(text: string): string {
  return text.replaceAll(/[\\*+?|{[()^$.#]/g, '\\$&').replaceAll(/[\s\p{Cc}]/gu, byNumber);
}

function byNumber(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** All of the value has to be what the pattern finds. */
export function whole(pattern: string): string {
  return `\\A(?:${pattern})\\z`;
}

export function startsWith(text: string): string {
  return `\\A${quoted(text)}`;
}

export function endsWith(text: string): string {
  return `${quoted(text)}\\z`;
}

export function oneOf(texts: readonly string[]): string {
  return whole(texts.map(quoted).join('|'));
}

/** Equal, as if neither had white space. */
export function equalsWithoutSpace(text: string): string {
  const letters = [...text.replaceAll(/\s/g, '')].map(quoted);
  return whole(['', ...letters, ''].join('\\s*'));
}

/** There is more than white space. */
export const notBlank = '\\S';

/** Whether mappings know such a pattern. */
export function isPattern(pattern: string): boolean {
  return compileMapping({ attributes: [{ name: 'Any', mappings: [{ regex: pattern }] }] }).ok;
}
