/** Shorthands, which are about ASCII in Java and about Unicode in mappings. */
const shorthands: Readonly<Record<string, string>> = {
  d: '0-9',
  w: 'a-zA-Z0-9_',
  s: ' \\t\\n\\x0B\\f\\r',
  h: ' \\t\\u00A0\\u1680\\u180e\\u2000-\\u200a\\u202f\\u205f\\u3000',
};
/** Names of classes as Java has them, of ASCII. */
const classes: Readonly<Record<string, string>> = {
  Alnum: 'a-zA-Z0-9',
  Alpha: 'a-zA-Z',
  Digit: '0-9',
  Lower: 'a-z',
  Punct: '!-/:-@\\[-`{-~',
  Space: ' \\t\\n\\x0B\\f\\r',
  Upper: 'A-Z',
  XDigit: '0-9A-Fa-f',
};

/**
 * A regular expression of Java, which Opsgenie takes (https://docs.opsgenie.com/docs/regular-expressions), as mappings
 * have them. Differences that it does not know are left to the code that compiles the pattern.
 */
export function javaPattern(pattern: string): string {
  let isInClass = false;
  return pattern.replaceAll(
    /\\Q([\s\S]*?)(?:\\E|$)|\\p\{(\w+)\}|\\([\s\S])|[[\]]/g,
    (found, literal?: string, name?: string, letter?: string) => {
      if (literal !== undefined) return literal.replaceAll(/[^\p{L}\p{N}\s]/gu, '\\$&');
      const set = name === undefined ? shorthands[letter?.toLowerCase() ?? ''] : classes[name];
      if (set !== undefined && letter !== undefined && letter !== letter.toLowerCase())
        return isInClass ? found : `[^${set}]`;
      if (set !== undefined) return isInClass ? set : `[${set}]`;
      if (found === '[') isInClass = true;
      if (found === ']') isInClass = false;
      return found;
    },
  );
}
