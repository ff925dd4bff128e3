/**
 * The received text, as a page may show it: without control characters, and without those that turn the direction of
 * the text after them, as `U+202E` does. Only for showing: text that is edited and sent back stays as it was written.
 */
export function cleanText(text: string): string {
  // Nearly every text has none of them.
  if (!some.test(text)) return text;
  return text.replaceAll(all, '');
}

const unseen =
  '(?![\\n\\t])[\\p{Cc}\\u061c\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff\\ufff9-\\ufffb]';
const some = new RegExp(unseen, 'u');
const all = new RegExp(unseen, 'gu');
