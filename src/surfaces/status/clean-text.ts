/**
 * The received text, as a page may show it: without control characters, which XML does not know, and without those that
 * turn the direction of the text after them.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(
      /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu,
      (one) => (one === '\n' || one === '\t' ? one : ''),
    );
}

/** The same in one line. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll(/\s+/g, ' ').trim();
}

/** At most so many characters, never half of one. */
export function cutText(text: string, charactersMax: number): string {
  const characters = [...text];
  return characters.length <= charactersMax
    ? text
    : `${characters
        .slice(0, charactersMax - 1)
        .join('')
        .trimEnd()}…`;
}

/** The address where it is one of the web, else null: what somebody wrote into the settings may be a script. */
export function webAddress(text: string | null | undefined): string | null {
  const url = URL.parse(text?.trim() ?? '');
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/** `mailto:` of an address, else null. */
export function mailAddress(text: string | null | undefined): string | null {
  const address = text?.trim() ?? '';
  return /^[^\s@<>"]+@[^\s@<>"]+$/.test(address)
    ? `mailto:${encodeURIComponent(address).replace('%40', '@')}`
    : null;
}
