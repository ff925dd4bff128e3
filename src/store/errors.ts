/** True for a violated unique index; with `field`, only when the index holds that field. */
export function isDuplicateKey(error: unknown, field?: string): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 11000) return false;
  if (field === undefined) return true;
  const pattern = 'keyPattern' in error ? error.keyPattern : undefined;
  return typeof pattern === 'object' && pattern !== null && field in pattern;
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
