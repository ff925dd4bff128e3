import { limits } from './limits.ts';

/**
 * The cost that one payload may cause, and the cost of each kind of work.
 *
 * Everything that runs on a payload takes steps from one budget, and ends with the reason `budget` when none are
 * left. A step is 40 nanoseconds of a slow server core: about one instruction of the regex machine or one value
 * that a JSONPath looks at. Work is counted, never timed, so the same payload always ends the same way. Engines
 * that count instructions take steps directly; all other work is in the table below, with what was measured per
 * unit, rounded up. If you add a kind of work, add a line.
 *
 * Work whose cost is known in advance is checked first (`affords`). Work whose cost only its result shows is charged
 * afterwards, so one piece of work at most can overdraw the budget.
 */
export interface Budget {
  steps: number;
}

/** The budget of a payload. It grows with the characters of the body, so that any body can be read once. */
export function budgetFor(characters: number): Budget {
  return { steps: limits.payloadSteps + characters * limits.payloadStepsPerCharacter };
}

export const stepNanoseconds = 40;

/** Nanoseconds per unit. The unit is a character unless the comment names another one. */
const nanoseconds = {
  /** `JSON.parse`; measured 7 for alerts, 20 for bare numbers and for many keys. */
  parseJson: 20,
  /** The reader that keeps source texts of numbers; measured 50 for numbers, 120 for empty objects. */
  readJson: 80,
  writeJson: 5,
  parseXml: 20,
  /** Reading HTML, writing it as XML and parsing that. */
  parseHtml: 140,
  /** The text below an XML node, copied inside libxml2 and converted to a string. */
  copyMarkup: 4,
  /** A character that libxml2 compares in `contains`, or looks up in the second argument of `translate`. */
  compareMarkup: 1.25,
  /** Two texts compared for equality or order. */
  compareText: 0.6,
  copyText: 0.6,
  /**
   * A text made of others, in memory that is touched for the first time; measured 2 to 4, and 7 where not all of it is
   * Latin-1.
   */
  joinText: 6,
  /** Per reference or literal of a replacement. */
  findPiece: 60,
  /** A text put into lower case and looked up; measured 2.5 for Latin letters, 12 for Greek and 18 for Turkish ones. */
  foldText: 20,
  /** Per key: the keys or values of an object, listed for the first time. Large ones are hash tables that V8 sorts. */
  listSmall: 10,
  listLarge: 800,
  /** Per child of an expanded attribute: named, folded, written and kept. */
  expandChild: 1_000,
  /** A text looked through for placeholders; measured 1.6 where blanks follow its braces. */
  scanText: 2,
  /** Two braces that may begin a placeholder. */
  placeholderStart: 60,
  /** Per placeholder: its name cut out, folded and looked up. */
  placeholder: 300,
  /** Per match of a filter's regex, in addition to the instructions of its machine. */
  startRegex: 300,
  /** A map or a static text with variables, parsed when a mapping is compiled. */
  readTexts: 40,
  /** Per character of an expression of a mapping; XPath is read by two engines. */
  compileExpression: 400,
  compileXPath: 1_200,
  /** Per class of a regex: a table of the units below 256, and its ranges. */
  compileClass: 20_000,
  /** Per character of a pattern that comes from the document, and has to be compiled. */
  compilePattern: 160,
} as const;

export type Work = keyof typeof nanoseconds;

/** Steps for this many units of a kind of work, at least one. */
export function costOf(work: Work, units: number): number {
  return 1 + Math.floor((units * nanoseconds[work]) / stepNanoseconds);
}

export function charge(budget: Budget, work: Work, units: number): void {
  budget.steps -= costOf(work, units);
}

export function affords(budget: Budget, work: Work, units: number): boolean {
  return budget.steps > costOf(work, units);
}
