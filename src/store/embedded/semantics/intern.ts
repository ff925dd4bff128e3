/**
 * Strings seen lately, found by their bytes. Field names and short values (states, types) repeat from document to
 * document: finding one costs less than making it, and equal field names are then mostly the same object, which
 * makes looking a field up a pointer comparison.
 */
const slots: string[] = new Array(4096).fill('');

/** The string of the ASCII bytes `[start, end)`; `hash` is any hash of them. */
export function internAscii(b: Buffer, start: number, end: number, hash: number): string {
  const slot = (hash ^ (hash >>> 12)) & 4095;
  const seen = slots[slot] as string;
  if (seen.length === end - start) {
    let i = 0;
    while (i < seen.length && seen.charCodeAt(i) === b[start + i]) i++;
    if (i === seen.length) return seen;
  }
  const made = b.toString('latin1', start, end);
  slots[slot] = made;
  return made;
}
