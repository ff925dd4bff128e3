/** Secrets of an integration: one per line, so that one can be replaced without a gap. */
export function linesOf(secret: string | null): string[] {
  return (secret ?? '').split(/\r?\n/).filter((line) => line !== '');
}
