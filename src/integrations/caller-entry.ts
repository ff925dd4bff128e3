import { type Sentence, say } from '../sentences/index.ts';

/**
 * One entry of an allowlist or a blocklist. `problem` says what to do, as the end of a sentence that names the entry.
 */
type CallerEntry = { entry: string } | { problem: Sentence };

/**
 * `+` and 1 to 4 digits (the beginning of numbers), or 7 to 15 digits (one number); blanks, dashes, dots, brackets are
 * left out.
 */
export function parseCallerEntry(text: string): CallerEntry {
  if (/\(\s*0\s*\)/.test(text)) {
    return { problem: say('callerWithZero') };
  }
  const entry = text.replace(/[\s().\u002d\u2010-\u2015\u2212]/g, '').replace(/^00/, '+');
  if (!/^\+[1-9]\d*$/.test(entry)) {
    return {
      problem: say('callerNeedsCountry'),
    };
  }
  const digits = entry.length - 1;
  if (digits > 15) return { problem: say('callerTooLong') };
  if (digits === 5 || digits === 6) {
    return {
      problem: say('callerOfOddLength'),
    };
  }
  return { entry };
}
