/**
 * What was received, as a page may show it: without control characters, and without those that turn the direction of
 * what follows, as `U+202E` does. Only for showing: what is edited and sent back stays as it was written.
 */
export function cleanText(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu,
    (one) => (one === '\n' || one === '\t' ? one : ''),
  );
}
