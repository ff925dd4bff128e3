import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { CallSession } from './call-session.ts';

/** Who calls. */
export interface Caller {
  /** `+` and digits, in the form of E.164 though sometimes longer; null for a caller without a number. */
  number: string | null;
  kind: CallSession['fromKind'];
}

/** What carriers send where a caller shows no number. */
const hiddenNames = /^(anonymous|restricted|unavailable|unknown|blocked|private)$/i;
/** The same words, typed on the keys of a telephone. Some of them look like a number of Lesotho, Russia or China. */
const hiddenDigits = new Set([
  '266696687', // anonymous
  '7378742833', // restricted
  '2562533', // blocked
  '8656696', // unknown
  '86282452253', // unavailable
]);

/**
 * The number in what a carrier sends as `From`. Numbers without a country code are read as numbers of the country that was called.
 * A number that no country has given out is one all the same: a call is not refused because a table is older than the number.
 */
export function callerOf(from: string, to: string): Caller {
  const text = from.trim();
  if (isHidden(text)) return { number: null, kind: 'anonymous' };
  const address = /^(?:sips?|client):([^@;]*)|^([^@]*)@/i.exec(text);
  if (address) {
    const isAnonymous = isHidden(address[1] ?? address[2] ?? '');
    return { number: null, kind: isAnonymous ? 'anonymous' : 'sip' };
  }
  const country = parsePhoneNumberFromString(to)?.country;
  const parsed = parsePhoneNumberFromString(text.replace(/^00/, '+'), country);
  return parsed && /^\+[1-9]\d{6,}$/.test(parsed.number)
    ? { number: parsed.number, kind: 'number' }
    : { number: null, kind: 'invalid' };
}

function isHidden(text: string): boolean {
  const digits = text.replace(/^\+/, '');
  return (
    text === '' ||
    hiddenNames.test(text) ||
    hiddenDigits.has(digits) ||
    hiddenDigits.has(digits.replace(/^1/, ''))
  );
}

/** One entry of an allowlist or a blocklist. `problem` says what to do, as the end of a sentence that names the entry. */
export type CallerEntry = { entry: string } | { problem: string };

/** `+` and 1 to 4 digits (the beginning of numbers), or 7 to 15 digits (one number); blanks, dashes, dots, brackets are left out. */
export function parseCallerEntry(text: string): CallerEntry {
  if (/\(\s*0\s*\)/.test(text)) {
    return { problem: 'must leave out the (0): write +49 151 …, not +49 (0) 151 …' };
  }
  const entry = text.replace(/[\s().\u002d\u2010-\u2015\u2212]/g, '').replace(/^00/, '+');
  if (!/^\+[1-9]\d*$/.test(entry)) {
    return {
      problem: 'must be a number with its country code (+4915112345678) or a country prefix (+49)',
    };
  }
  const digits = entry.length - 1;
  if (digits > 15) return { problem: 'must have at most 15 digits' };
  if (digits === 5 || digits === 6) {
    return {
      problem:
        'must have 1 to 4 digits (a country prefix) or 7 to 15 digits (a whole number): shorten it or complete it',
    };
  }
  return { entry };
}

/** The texts between commas and line ends. */
export function splitCallerEntries(text: string): string[] {
  return text
    .split(/[,\r\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** The entry that speaks of the caller; null: none does, as of every caller without a number. */
export function matchingEntry(number: string | null, entries: readonly string[]): string | null {
  if (number === null) return null;
  const isMatch = (entry: string) =>
    entry.length <= 5 ? number.startsWith(entry) : number === entry;
  return entries.find(isMatch) ?? null;
}

/** Why the caller is turned away, as a sentence; null: the caller passes. The blocklist wins. */
export function reasonToBlock(
  caller: string | null,
  lists: { allowlist: readonly string[]; blocklist: readonly string[] },
): string | null {
  const blocking = matchingEntry(caller, lists.blocklist);
  if (blocking) return `The caller's number matches ${blocking} of the blocklist.`;
  if (lists.allowlist.length === 0 || matchingEntry(caller, lists.allowlist)) return null;
  return caller === null
    ? 'The caller shows no number, and the allowlist lets only its own numbers pass.'
    : "The caller's number is not on the allowlist.";
}
