import type { Ledger, Source } from '../../model/ledger.ts';
import { inOrderOfKeys } from '../../model/references.ts';

/** Rotations as policies name them: by a slug, which only an older list of them has. */
export interface Rotations {
  sources: readonly Source[];
  /** The key of the rotation that an entry of a policy means; null: it is not there. */
  find(entry: Source | null): string | null;
}

export function createRotations(ledger: Ledger): Rotations {
  const sources = inOrderOfKeys(ledger.all('rotations'));
  const known = new Set(sources.map(({ key }) => key));
  const bySlug = new Map(
    ledger
      .all('rotation-groups')
      .map((group) => [
        group.text('slug'),
        `splunk-oncall:rotations:${group.of[0]}:${group.text('groupId')}`,
      ]),
  );
  return {
    sources,
    find(entry) {
      const key = bySlug.get(entry?.text('slug') ?? null) ?? null;
      return key !== null && (known.has(key) || !ledger.isReadable('rotations')) ? key : null;
    },
  };
}
