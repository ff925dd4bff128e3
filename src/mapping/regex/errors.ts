/** What can be wrong with a pattern. The first group are .NET's own error classes, the last four are our limits. */
const regexErrors = {
  'alternation-has-comment': 'A comment cannot be the condition of (?( … ).',
  'alternation-has-malformed-reference': 'The group number in (?( … ) must be followed by ")".',
  'alternation-has-named-capture': 'A named group cannot be the condition of (?( … ).',
  'alternation-has-too-many-conditions':
    'A condition (?( … )yes|no) has at most two branches; put "|" inside a branch in (?: … ).',
  'alternation-has-undefined-reference': 'The condition names a group that does not exist.',
  'capture-group-name-invalid':
    'A group name starts with a letter, digit or "_", holds only those, and ends with ">" or "\'".',
  'capture-group-of-zero': 'A group cannot be numbered 0; that number is the whole match.',
  'exclusion-group-not-last': 'A subtracted class -[ … ] must be the last thing inside its class.',
  'insufficient-closing-parentheses': 'A "(" is never closed; add ")" or write "\\(".',
  'insufficient-opening-parentheses': 'This ")" closes nothing; remove it or write "\\)".',
  'insufficient-or-invalid-hex-digits': '\\x needs two hexadecimal digits and \\u needs four.',
  'invalid-grouping-construct': 'This is not a known group after "(?".',
  'invalid-unicode-property-escape': 'Write a Unicode category or block as \\p{Name}.',
  'malformed-named-reference': "Write a named reference as \\k<name> or \\k'name'.",
  'malformed-unicode-property-escape': '\\p and \\P must be followed by "{".',
  'missing-control-character': '\\c must be followed by a letter.',
  'nested-quantifiers-not-parenthesized':
    'A quantifier follows a quantifier; put the first one in (?: … ).',
  'quantifier-after-nothing':
    'The quantifier has nothing to repeat; escape it to match the character.',
  'quantifier-or-capture-group-out-of-range': 'This number is larger than 2147483647.',
  'reversed-character-range': 'The range in this class runs backwards.',
  'reversed-quantifier-range': 'In {min,max} the minimum is larger than the maximum.',
  'shorthand-class-in-character-range': 'A class such as \\d or \\p{L} cannot end a range.',
  'undefined-named-reference': 'This refers to a group name that does not exist.',
  'undefined-numbered-reference': 'This refers to a group number that does not exist.',
  'unescaped-ending-backslash': 'The pattern ends in "\\"; to match a backslash write "\\\\".',
  'unrecognized-control-character': '\\c must be followed by a letter or one of @ [ \\ ] ^ _.',
  'unrecognized-escape': 'There is no such escape; to match the character leave out the "\\".',
  'unrecognized-unicode-property':
    'There is no Unicode category or block of this name; scripts are not available.',
  'unterminated-bracket': 'A "[" is never closed; add "]" or write "\\[".',
  'unterminated-comment': 'The comment (?# is never closed.',
  'unsupported-option': 'Options are letters of "imnsxr".',
  'pattern-too-long': 'The pattern is too long.',
  'too-many-groups': 'The pattern has too many groups; use (?: … ) where nothing is captured.',
  'nested-too-deeply': 'Groups are nested too deeply.',
} as const;

export type RegexErrorCode = keyof typeof regexErrors;

/** A pattern (or replacement) that cannot be used. `offset` counts UTF-16 units into the pattern. */
export class RegexSyntaxError extends Error {
  readonly code: RegexErrorCode;
  readonly offset: number;

  constructor(code: RegexErrorCode, offset: number, detail?: string) {
    super(`${regexErrors[code]}${detail ? ` ${detail}` : ''} (at position ${offset})`);
    this.name = 'RegexSyntaxError';
    this.code = code;
    this.offset = offset;
  }
}
