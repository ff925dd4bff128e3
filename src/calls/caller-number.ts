import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type Sentence, say } from '../sentences/index.ts';
import type { CallSession } from './call-session.ts';

/** Who calls. */
export interface Caller {
  /** `+` and digits, in the form of E.164 though sometimes longer; null for a caller without a number. */
  number: string | null;
  kind: CallSession['fromKind'];
}

/** Words that carriers send in place of a hidden number. */
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
 * The number in what a carrier sends as `From`. Numbers without a country code are read as numbers of the country that
 * was called. A number that no country has given out is one all the same: a call is not refused because a table is
 * older than the number.
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

/** The entry that speaks of the caller; null: none does, as of every caller without a number. */
export function matchingEntry(number: string | null, entries: readonly string[]): string | null {
  if (number === null) return null;
  const isMatch = (entry: string) =>
    entry.length <= 5 ? number.startsWith(entry) : number === entry;
  return entries.find(isMatch) ?? null;
}

/** Why the caller is turned away; null: the caller passes. The blocklist wins. */
export function reasonToBlock(
  caller: string | null,
  lists: { allowlist: readonly string[]; blocklist: readonly string[] },
): Sentence | null {
  const blocking = matchingEntry(caller, lists.blocklist);
  if (blocking) return say('callerOnBlocklist', { entry: blocking });
  if (lists.allowlist.length === 0 || matchingEntry(caller, lists.allowlist)) return null;
  return say(caller === null ? 'hiddenCallerNotAllowed' : 'callerNotOnAllowlist');
}
