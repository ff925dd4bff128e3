import { type Sentence, say } from '../kernel/index.ts';

/** The attributes with a meaning of their own (spec 2.5, table of reserved attributes). */

export type ReservedKey =
  | 'status'
  | 'severity'
  | 'title'
  | 'correlationid'
  | 'discard'
  | 'groupingwindowinseconds';

export const statuses = ['Open', 'Resolved'] as const;
/** Weakest first, so that the index is the rank. */
export const severities = ['Minor', 'Warning', 'Critical'] as const;
const discards = ['True', 'False'] as const;

/** The allowed values by reserved key; a key without an entry takes any text. */
const allowed = new Map<string, readonly string[]>([
  ['status', statuses],
  ['severity', severities],
  ['discard', discards],
]);

const reservedKeys: ReadonlySet<string> = new Set<ReservedKey>([
  'status',
  'severity',
  'title',
  'correlationid',
  'discard',
  'groupingwindowinseconds',
]);

/**
 * A title such as “: ” or “/” tells a person nothing; the next alternative, in the end the integration's name, does.
 */
const hasWord = /[\p{L}\p{N}]/u;

/** Reserved names have no case. `key` is lower case. */
export function isReserved(key: string): key is ReservedKey {
  return reservedKeys.has(key);
}

/**
 * The canonical spelling of a reserved attribute's value, or undefined when it is not one the attribute knows. Compared
 * trimmed and without regard to case; `groupingWindowInSeconds` takes one to nine digits, `Title` anything with a
 * letter or digit in it.
 */
export function canonicalValue(key: ReservedKey, value: string): string | undefined {
  if (key === 'title') return hasWord.test(value) ? value : undefined;
  if (key === 'groupingwindowinseconds') {
    const digits = value.trim();
    return /^\d{1,9}$/.test(digits) ? String(Number(digits)) : undefined;
  }
  const values = allowed.get(key);
  if (values === undefined) return value;
  const wanted = value.trim().toLowerCase();
  return values.find((candidate) => candidate.toLowerCase() === wanted);
}

/** That a reserved attribute does not accept this value. */
export function notAllowed(key: ReservedKey, value: string): Sentence {
  if (key === 'title') return say('valueNotAText', { value });
  const values = allowed.get(key);
  return values ? say('valueNotOneOf', { value, values }) : say('valueNotDigits', { value });
}
