import { literalPattern } from './literal-pattern.ts';

/** MongoDB's code for a document that violates a unique index. */
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

const failureNames =
  /^(Mongo(Network|ServerSelection|NotConnected|Pool|TopologyClosed|ClientClosed|WaitQueueTimeout|WriteConcern)|PoolClearedOnNetwork|MongooseServerSelection)/;

/** Codes of a server that cannot write: shutting down, no longer the primary, out of space. */
const outOfSpace = 14031;
const refusalCodes = [11600, 10107, outOfSpace];

/** The embedded database's words after a write has failed (`engine.ts`). */
const embeddedRefusal = 'embedded database: read-only';

/** Whether the disk of the store is full. */
export function isOutOfSpace(error: unknown): boolean {
  return hasCode(error, [outOfSpace]);
}

/** Whether the store cannot be reached or takes no writes, so that whoever asked may ask again. */
export function isStoreFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (failureNames.test(error.name) || error.message.startsWith(embeddedRefusal)) return true;
  return hasCode(error, refusalCodes) || isStoreFailure(error.cause);
}

/** The embedded database's words about a folder that it cannot write to. */
export function writeFailure(folder: string, isFull: boolean, reason: string): Error {
  const text = isFull ? `the disk of ${folder} is full` : `a write to ${folder} failed`;
  const error = new Error(`${text} (${reason})`);
  return isFull ? Object.assign(error, { code: outOfSpace }) : error;
}
