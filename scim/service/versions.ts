import { ScimError } from '../errors.ts';

/** Revisions that a client has seen, out of `If-Match` or the version of a bulk operation; null for any. */
export function expectedRevisions(header: string | undefined): readonly number[] | null {
  const tags = header === undefined ? [] : tagsOf(header);
  if (tags.length === 0 || tags.includes('*')) return null;
  // The part after the dot is about other objects, which a change of this one does not touch.
  return tags.map((tag) => (/^\d+(?:\.|$)/.test(tag) ? Number.parseInt(tag, 10) : -1));
}

/** Throws 412 unless the revision is one that the client has seen. */
export function demandRevision(expected: readonly number[] | null, revision: number): void {
  if (expected && !expected.includes(revision)) throw changedMeanwhile();
}

export function changedMeanwhile(): ScimError {
  return new ScimError(412, 'The resource has changed; read it again and repeat your change.');
}

/** Whether the client has this version already (`If-None-Match`). */
export function isKnown(header: string | undefined, version: string): boolean {
  if (header === undefined) return false;
  const tags = tagsOf(header);
  return tags.includes('*') || tags.some((tag) => tagsOf(version).includes(tag));
}

/** Tags without quotes and `W/`: RFC 7644 compares weakly. */
function tagsOf(header: string): string[] {
  return header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//i, '').replaceAll('"', ''))
    .filter((tag) => tag !== '');
}
