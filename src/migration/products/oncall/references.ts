import type { Ledger, Source } from '../../model/ledger.ts';

/** Objects of a kind by id. */
export interface Index {
  sources: readonly Source[];
  /** The key of what an id means; null where it was deleted. Kinds that could not be read have all. */
  find(id: string | null): string | null;
  sourceOf(key: string | null): Source | null;
}

export function createIndex(
  ledger: Ledger,
  kind: string,
  isUsable: (source: Source) => boolean = () => true,
): Index {
  const sources = ledger.all(kind).filter(isUsable);
  const byKey = new Map(sources.map((source) => [source.key, source]));
  const byId = new Map(sources.map((source) => [source.text('id'), source.key]));
  return {
    sources,
    find(id) {
      if (!id) return null;
      return byId.get(id) ?? (ledger.isReadable(kind) ? null : `oncall:${kind}:${id}`);
    },
    sourceOf: (key) => (key === null ? null : (byKey.get(key) ?? null)),
  };
}
