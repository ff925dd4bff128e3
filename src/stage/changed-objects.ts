import type { Lookup } from '../kernel/index.ts';
import { lookupOf, type ResourceDocument, type ResourceKind } from '../resources/index.ts';
import { type Findable, findable, matcherOf } from '../store/index.ts';
import type { Snapshot, StoredResource } from './snapshot.ts';

interface Entry {
  document: ResourceDocument<object>;
  /** Made when the first filter asks. */
  findable?: Findable;
}

/** The objects of a snapshot, and what changes make of them; the snapshot stays as it is. */
export class ChangedObjects implements Lookup {
  readonly #snapshot: Snapshot;
  readonly #kinds: ReadonlyMap<string, ResourceKind<object>>;
  /** By entity type and id; a kind is read when it is asked for. */
  readonly #known = new Map<string, Map<string, Entry>>();
  readonly #changed = new Set<string>();

  constructor(snapshot: Snapshot, kinds: readonly ResourceKind<object>[]) {
    this.#snapshot = snapshot;
    this.#kinds = new Map(kinds.map((kind) => [kind.entityType, kind]));
  }

  kind(entityType: string): ResourceKind<object> | undefined {
    return this.#kinds.get(entityType);
  }

  find(entityType: string, filter: object): ResourceDocument<object>[] {
    const entries = this.#entries(entityType);
    const ids = idsOf(filter);
    const candidates = ids ? ids.flatMap((id) => entries.get(id) ?? []) : [...entries.values()];
    if (candidates.length === 0) return [];
    const matches = matcherOf(filter);
    const found = candidates.filter((entry) => {
      entry.findable ??= findable(entry.document);
      return matches(entry.findable);
    });
    return found
      .map(({ document }) => document)
      .sort((a, b) => +a.createdAt - +b.createdAt || (a._id < b._id ? -1 : 1));
  }

  put(entityType: string, document: ResourceDocument<object>): void {
    this.#entries(entityType).set(document._id, { document });
    this.#changed.add(entityType);
  }

  remove(entityType: string, id: string): void {
    this.#entries(entityType).delete(id);
    this.#changed.add(entityType);
  }

  /** The snapshot after the changes. */
  snapshot(): Snapshot {
    const resources = new Map(this.#snapshot.resources);
    for (const entityType of this.#changed) {
      const items = [...this.#entries(entityType).values()].map(({ document }) =>
        toStored(document, this.#snapshot.organizationId),
      );
      resources.set(entityType, new Map(items.map((item) => [item.id, item])));
    }
    return { ...this.#snapshot, resources };
  }

  #entries(entityType: string): Map<string, Entry> {
    const known = this.#known.get(entityType);
    if (known) return known;
    const stored = this.#snapshot.resources.get(entityType) ?? new Map<string, StoredResource>();
    const kind = this.#kinds.get(entityType);
    const entries = new Map(
      [...stored].map(([id, one]) => [id, { document: toDocument(one, kind) }] as const),
    );
    this.#known.set(entityType, entries);
    return entries;
  }
}

function toDocument(
  { id, ...resource }: StoredResource,
  kind: ResourceKind<object> | undefined,
): ResourceDocument<object> {
  const lookup = kind ? lookupOf(kind, resource.wire, resource.internal) : {};
  return { _id: id, ...resource, lookup };
}

function toStored(
  { _id: id, organizationId, lookup: _, outbox: _outbox, ...document }: ResourceDocument<object>,
  owner: string,
): StoredResource {
  return { id, organizationId: organizationId ?? owner, ...document };
}

/** The ids that a filter names, where it names some: objects are mostly looked for by them. */
function idsOf(filter: object): readonly string[] | null {
  const wanted = '_id' in filter ? filter._id : null;
  if (typeof wanted === 'string') return [wanted];
  if (typeof wanted !== 'object' || wanted === null || !('$in' in wanted)) return null;
  const { $in: ids } = wanted;
  return Array.isArray(ids) ? [...new Set(ids.filter((id) => typeof id === 'string'))] : null;
}
