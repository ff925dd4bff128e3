/** `text` as the source of a regular expression that matches just it: what people type is never a pattern. */
export function literalPattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
