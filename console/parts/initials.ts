/** `Ada Lovelace` and `ada.lovelace@example.com`: AL. */
export function initialsOf(name: string): string {
  const words = name.replace(/@.*/, '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = '', last = ''] = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = [first, last].map((word) => [...word][0] ?? '').join('');
  return letters === '' ? '?' : letters.toLocaleUpperCase();
}
