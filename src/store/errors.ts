import { literalPattern } from './literal-pattern.ts';

/** What MongoDB answers for a document that violates a unique index. */
export const duplicateKeyCode = 11000;

/**
 * True for a violated unique index; with `field`, only when the index holds that field. MongoDB names the fields of the
 * index; FerretDB leaves them out, so that only the index's name in the message tells, and answers a findAndModify with
 * code 1 and the name of its own constraint.
 */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const isByConstraint =
    error.code === 1 && /duplicate key|violates (unique|exclusion) constraint/i.test(error.message);
  if (error.code !== duplicateKeyCode && !isByConstraint) return false;
  if (field === undefined) return true;
  const pattern = 'keyPattern' in error ? error.keyPattern : undefined;
  if (typeof pattern === 'object' && pattern !== null) return field in pattern;
  const [, index] = /index:? '?(?:[^\s']*\$)?([^\s']+)/i.exec(error.message) ?? [];
  // Servers name an index after its fields and their directions: `organizationId_1_lookup.key_1`.
  return index !== undefined && new RegExp(`(^|_)${literalPattern(field)}_-?1(_|$)`).test(index);
}

/** Positions and codes of the documents that a bulk write refused; undefined when it failed as a whole. */
export function writeErrorsOf(error: unknown): { index: number; code: number }[] | undefined {
  if (!(error instanceof Error) || !('writeErrors' in error)) return undefined;
  const { writeErrors } = error;
  const list = (Array.isArray(writeErrors) ? writeErrors : [writeErrors]) as {
    index: number;
    code: number;
  }[];
  return list.length > 0 ? list : undefined;
}

/** Whether the store refused a read because it would take more memory than it may: it would be refused again. */
export function isTooLarge(error: unknown): boolean {
  return hasCode(error, [292, 146]);
}

/** Whether the store gave a read up after the time that it was given. */
export function isOutOfTime(error: unknown): boolean {
  return hasCode(error, [50]);
}

function hasCode(error: unknown, codes: readonly number[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code);
}
