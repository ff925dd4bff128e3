/**
 * Regular expressions of the .NET flavour, for mapping steps and JSONPath filters.
 *
 * A pattern is parsed in two passes (numbering groups, then the tree), compiled to a flat program and run by a
 * backtracking machine that counts its steps, so a hostile pattern ends with `'budget'` after a bounded amount of work
 * and never blocks. It imports nothing of the product and uses no native regular expression for user patterns.
 *
 * Design notes
 * - The flavour is .NET's to the letter where a user can notice: group numbers, captures kept across loop rounds,
 *   balancing groups, conditionals, `$` before a final line feed, UTF-16 units. Culture is en-US.
 * - Left out: the ECMAScript option. RightToLeft exists only as a compile option, as in .NET.
 * - Steps are counted per instruction and per sixteen scanned units, never in time, so results are reproducible.
 */
export { type RegexErrorCode, RegexSyntaxError } from './errors.ts';
export {
  allMatches,
  type CompiledRegex,
  compileRegex,
  firstMatch,
  type Group,
  type Match,
  resultOf,
  stepBudget,
} from './match.ts';
export {
  compileReplacement,
  expandReplacement,
  type Replacement,
  replaceAll,
  replacementPieces,
} from './replacement.ts';
