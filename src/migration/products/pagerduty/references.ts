import type { Source } from '../../model/ledger.ts';
import { cut } from '../../model/texts.ts';

export interface Known {
  id: string | null;
  key: string;
  name: string;
}

/** The key of what a reference names: by its id; by its name where there is no id and only one is called so. */
export type Find = (reference: Source | null) => string | null;

export function finder(known: readonly Known[]): Find {
  const byId = new Map(known.map(({ id, key }) => [id, key]));
  const byName = Map.groupBy(known, ({ name }) => name);
  return (reference) => {
    if (reference === null) return null;
    const id = reference.text('id');
    const summary = reference.text('summary');
    if (id !== null) return byId.get(id) ?? null;
    const [key = null, ...others] = new Set(byName.get(summary ?? '')?.map((one) => one.key));
    return others.length === 0 ? key : null;
  };
}

/** In the order of their keys: what is made of a list does not depend on the order in which it was answered. */
export function inOrderOfKeys(sources: readonly Source[]): Source[] {
  return [...sources].sort((one, other) =>
    one.key < other.key ? -1 : one.key > other.key ? 1 : 0,
  );
}

/** The label by which people find where an object came from. */
export function labelsOf(id: string | null): string[] | null {
  return id === null ? null : [`imported:pagerduty:${id}`];
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
