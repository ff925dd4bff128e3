import { type Sentence, say } from '../../kernel/index.ts';
import { MappingMistake } from '../mistake.ts';

/** The possible mistakes in a pattern. The first group are .NET's own error classes, the last four are our limits. */
const mistakes = {
  'alternation-has-comment': 'regexAlternationHasComment',
  'alternation-has-malformed-reference': 'regexAlternationHasMalformedReference',
  'alternation-has-named-capture': 'regexAlternationHasNamedCapture',
  'alternation-has-too-many-conditions': 'regexAlternationHasTooManyConditions',
  'alternation-has-undefined-reference': 'regexAlternationHasUndefinedReference',
  'capture-group-name-invalid': 'regexCaptureGroupNameInvalid',
  'capture-group-of-zero': 'regexCaptureGroupOfZero',
  'exclusion-group-not-last': 'regexExclusionGroupNotLast',
  'insufficient-closing-parentheses': 'regexInsufficientClosingParentheses',
  'insufficient-opening-parentheses': 'regexInsufficientOpeningParentheses',
  'insufficient-or-invalid-hex-digits': 'regexInsufficientOrInvalidHexDigits',
  'invalid-grouping-construct': 'regexInvalidGroupingConstruct',
  'invalid-unicode-property-escape': 'regexInvalidUnicodePropertyEscape',
  'malformed-named-reference': 'regexMalformedNamedReference',
  'malformed-unicode-property-escape': 'regexMalformedUnicodePropertyEscape',
  'missing-control-character': 'regexMissingControlCharacter',
  'nested-quantifiers-not-parenthesized': 'regexNestedQuantifiersNotParenthesized',
  'quantifier-after-nothing': 'regexQuantifierAfterNothing',
  'quantifier-or-capture-group-out-of-range': 'regexQuantifierOrCaptureGroupOutOfRange',
  'reversed-character-range': 'regexReversedCharacterRange',
  'reversed-quantifier-range': 'regexReversedQuantifierRange',
  'shorthand-class-in-character-range': 'regexShorthandClassInCharacterRange',
  'undefined-named-reference': 'regexUndefinedNamedReference',
  'undefined-numbered-reference': 'regexUndefinedNumberedReference',
  'unescaped-ending-backslash': 'regexUnescapedEndingBackslash',
  'unrecognized-control-character': 'regexUnrecognizedControlCharacter',
  'unrecognized-escape': 'regexUnrecognizedEscape',
  'unrecognized-unicode-property': 'regexUnrecognizedUnicodeProperty',
  'unterminated-bracket': 'regexUnterminatedBracket',
  'unterminated-comment': 'regexUnterminatedComment',
  'unsupported-option': 'regexUnsupportedOption',
  'pattern-too-long': 'regexPatternTooLong',
  'too-many-groups': 'regexTooManyGroups',
  'nested-too-deeply': 'regexNestedTooDeeply',
} as const;

export type RegexErrorCode = keyof typeof mistakes;

/** A pattern (or replacement) that cannot be used. `offset` counts UTF-16 units into the pattern. */
export class RegexSyntaxError extends MappingMistake {
  readonly code: RegexErrorCode;
  readonly offset: number;

  constructor(code: RegexErrorCode, offset: number, detail?: Sentence) {
    const what = [say(mistakes[code]), ...(detail ? [detail] : [])];
    super(say('regexMistake', { what, position: offset }));
    this.name = 'RegexSyntaxError';
    this.code = code;
    this.offset = offset;
  }
}
