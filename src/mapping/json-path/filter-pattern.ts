import { type CompiledRegex, compileRegex, RegexSyntaxError } from '../regex/index.ts';

/**
 * A dot of I-Regexp (RFC 9485): one character, astral ones included, but no line end. Our engine works on UTF-16
 * units.
 */
const anyCharacter = '(?:[\\ud800-\\udbff][\\udc00-\\udfff]|[^\\n\\r])';

/**
 * The pattern of the filter functions `match()` (the whole string) and `search()` (any part of it), compiled for
 * our own engine so that the payload's step budget holds. Null when the pattern is not valid.
 */
export function compileFilterPattern(
  pattern: string,
  extent: 'match' | 'search',
): CompiledRegex | null {
  const translated = translate(pattern);
  try {
    return compileRegex(extent === 'match' ? `\\A(?:${translated})\\z` : translated);
  } catch (error) {
    if (error instanceof RegexSyntaxError) return null;
    throw error;
  }
}

/** I-Regexp to .NET: only the dot and the dollar differ. */
function translate(pattern: string): string {
  let result = '';
  let inClass = false;
  for (let i = 0; i < pattern.length; i += 1) {
    const character = pattern.charAt(i);
    if (character === '\\') {
      result += character + pattern.charAt(i + 1);
      i += 1;
    } else if (inClass) {
      inClass = character !== ']';
      result += character;
    } else if (character === '.') {
      result += anyCharacter;
    } else if (character === '$') {
      result += '\\z';
    } else {
      inClass = character === '[';
      result += character;
    }
  }
  return result;
}
