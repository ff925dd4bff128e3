import { isObject } from '../../kernel/index.ts';
import type { Added } from '../model/added.ts';

/** Members of bodies whose texts are no references, whatever they look like. */
const plain = new Set([
  'id',
  'layerIds',
  'displayName',
  'description',
  'label',
  'labels',
  'reason',
]);

/** Keys of other objects that a body names, each once. */
export function referencesOf(product: string, body: unknown): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (isKey(product, value)) found.add(value);
    } else if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) if (!plain.has(name)) visit(member);
  };
  visit(body);
  return [...found];
}

function isKey(product: string, text: string): boolean {
  return text.startsWith(`${product}:`) && /^[^:\s]+:[^:\s]+:\S+$/.test(text);
}

export interface Unresolved {
  object: Added;
  missing: readonly string[];
}

/**
 * Objects all of whose references lead somewhere. An object that refers to one that nobody brought cannot be applied,
 * so it is left out, with everything that refers to it in turn.
 */
export function resolvable(
  product: string,
  added: readonly Added[],
  isKnown: (key: string) => boolean,
): { kept: Added[]; dropped: Unresolved[] } {
  let kept = [...added];
  const dropped: Unresolved[] = [];
  for (;;) {
    const keys = new Set(kept.map(({ key }) => key));
    const lacking = kept.flatMap((object) => {
      const missing = referencesOf(product, object.body).filter(
        (key) => !keys.has(key) && !isKnown(key),
      );
      return missing.length > 0 ? [{ object, missing }] : [];
    });
    if (lacking.length === 0) return { kept, dropped };
    dropped.push(...lacking);
    const gone = new Set(lacking.map(({ object }) => object));
    kept = kept.filter((object) => !gone.has(object));
  }
}

/** Writes another key in the place of one, in all that is inside; null: lists have one item less, members are null. */
export function replaceKey(within: object, key: string, other: string | null): void {
  if (Array.isArray(within)) {
    const items = within.flatMap((item) => (item !== key ? [item] : other === null ? [] : [other]));
    within.splice(0, within.length, ...new Set(items));
  }
  for (const [name, member] of Object.entries(within)) {
    if (plain.has(name)) continue;
    if (member === key) Reflect.set(within, name, other);
    else if (typeof member === 'object' && member !== null) replaceKey(member, key, other);
  }
}
