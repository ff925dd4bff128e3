import type { Ledger, Source } from '../../model/ledger.ts';

/** Objects of a kind by how others refer to them: mostly by id, in older accounts by name. */
export interface Index {
  sources: readonly Source[];
  /** The key of what a reference means; null where it was deleted. Kinds that could not be read have all. */
  find(reference: Source | null): string | null;
  /** By what people call it. */
  named(name: string): string | null;
  sourceOf(key: string | null): Source | null;
}

export function createIndex(
  ledger: Ledger,
  kind: string,
  nameMember: string,
  isUsable: (source: Source) => boolean = () => true,
): Index {
  const sources = ledger.all(kind).filter(isUsable);
  const byId = new Map<string, Source>();
  const byName = new Map<string, Source>();
  for (const source of sources) {
    const id = source.text('id') ?? source.of.at(-1);
    const name = source.text(nameMember);
    if (id) byId.set(id, source);
    if (name) byName.set(name.toLowerCase(), source);
  }
  const byKey = new Map(sources.map((source) => [source.key, source]));
  return {
    sources,
    find(reference) {
      const id = reference?.text('id');
      const username = reference?.text('username');
      const name = reference?.text('name');
      const found =
        (id ? byId.get(id) : undefined) ??
        byName.get((nameMember === 'username' ? (username ?? name) : name)?.toLowerCase() ?? '');
      if (found) return found.key;
      return id && !ledger.isReadable(kind) ? `opsgenie:${kind}:${id}` : null;
    },
    named: (name) => byName.get(name.toLowerCase())?.key ?? null,
    sourceOf: (key) => (key === null ? null : (byKey.get(key) ?? null)),
  };
}
