/**
 * A text as it may stand in the instructions of a carrier. XML allows neither control characters nor halves of a pair
 * of surrogates, which remain when a text is cut inside an emoji; the package that writes the XML throws on both.
 */
export function spokenText(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\u{fffe}\u{ffff}]/gu, ' ');
}
