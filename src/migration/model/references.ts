import type { Ledger, Source } from './ledger.ts';
import { cut } from './texts.ts';

/** Something that others refer to. */
export interface Known {
  id: string | null;
  key: string;
  name: string | null;
}

/** The key of what a reference means, an object such as `{ id, name }` or an id; null: nothing that is there. */
export type Find = (reference: Source | string | null) => string | null;

/**
 * By id; by name, in any letter case, where a reference has no id and only one is called so. `members` are those of a
 * reference that may have the name.
 */
export function finder(known: readonly Known[], members: readonly string[] = ['name']): Find {
  const byId = new Map(known.flatMap(({ id, key }) => (id === null ? [] : [[id, key] as const])));
  const byName = Map.groupBy(known, ({ name }) => name?.toLowerCase() ?? '');
  const keyNamed = (name: string | null): string | null => {
    const keys = new Set(byName.get(name?.toLowerCase() ?? '')?.map(({ key }) => key));
    const [key = null] = keys;
    return name !== null && name !== '' && keys.size === 1 ? key : null;
  };
  return (reference) => {
    if (reference === null) return null;
    if (typeof reference === 'string') return byId.get(reference) ?? null;
    const id = idOf(reference);
    const names = members.map((member) => reference.text(member));
    if (id) return byId.get(id) ?? null;
    return names.map(keyNamed).find((key) => key !== null) ?? null;
  };
}

/** Objects of a kind by how others refer to them. */
export interface Index {
  sources: readonly Source[];
  /** If the kind could not be read, every id counts as one of an object. */
  find: Find;
  /** By what people call it, in any letter case. */
  named(name: string): string | null;
  sourceOf(key: string | null): Source | null;
}

export interface Indexed {
  product: string;
  kind: string;
  /** Where an object has its id; `id` where it is left out. */
  id?: string;
  /** Where an object has the name by which others refer to it; left out, they refer to it by its id alone. */
  name?: string;
  /** Members of a reference that may have that name; as the object has it by default. */
  members?: readonly string[];
  isUsable?(source: Source): boolean;
}

export function createIndex(
  ledger: Ledger,
  { product, kind, id = 'id', name, members = name ? [name] : [], isUsable = () => true }: Indexed,
): Index {
  const sources = ledger.all(kind).filter(isUsable);
  const known = sources.map((source) => ({
    // An object below another one of a list does not always have its own id.
    id: idOf(source, id) ?? source.of.at(-1) ?? null,
    key: source.key,
    name: name ? source.text(name) : source.name,
  }));
  const find = finder(known, members);
  const byKey = new Map(sources.map((source) => [source.key, source]));
  const byName = new Map(known.map((one) => [one.name?.toLowerCase(), one.key]));
  return {
    sources,
    find(reference) {
      const found = find(reference);
      if (found !== null || ledger.isReadable(kind)) return found;
      const id = typeof reference === 'string' ? reference : ((reference && idOf(reference)) ?? '');
      return id === '' ? null : `${product}:${kind}:${id}`;
    },
    named: (called) => byName.get(called.toLowerCase()) ?? null,
    sourceOf: (key) => (key === null ? null : (byKey.get(key) ?? null)),
  };
}

/** Some products have numbers for ids. */
export function idOf(source: Source, member = 'id'): string | null {
  const number = source.number(member);
  return source.text(member) ?? (number === null ? null : String(number));
}

/** In the order of their keys: what is made of a list does not depend on the order in which it was answered. */
export function inOrderOfKeys(sources: readonly Source[]): Source[] {
  return [...sources].sort((one, other) =>
    one.key < other.key ? -1 : one.key > other.key ? 1 : 0,
  );
}

/** In the order of their names, so that the order of a list decides nothing. */
export function inOrderOfNames(sources: readonly Source[]): Source[] {
  const sortedBy = ({ name, key }: Source) => `${name.toLowerCase()} ${key}`;
  return sources.toSorted((one, other) => (sortedBy(one) < sortedBy(other) ? -1 : 1));
}

/** The label by which people find where an object came from. */
export function labelsOf(product: string, id: string | null): string[] | null {
  return id === null ? null : [`imported:${product}:${id}`];
}

/** Names that nothing else has, whatever its letter case: the second of one name becomes `Name (2)`. */
export function uniqueNames(longest = 500): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const trimmed = name.trim() || 'Without a name';
    for (let number = 1; ; number += 1) {
      const end = number === 1 ? '' : ` (${number})`;
      const free = `${cut(trimmed, longest - end.length)}${end}`;
      if (taken.has(free.toLowerCase())) continue;
      taken.add(free.toLowerCase());
      return free;
    }
  };
}
