import { randomId } from '../kernel/index.ts';

interface WithId {
  id?: string | null;
}

/** An id that is sent is kept; without one an item keeps that of its position (public-api.md 0.12). */
export function withStableIds<Item extends WithId>(
  items: readonly Item[] | null,
  before: readonly WithId[] | null | undefined,
): Item[] | null {
  if (items === null) return null;
  const sent = new Set(items.map((item) => item.id?.toLowerCase()));
  return items.map((item, index) => {
    const present = before?.[index]?.id;
    // An id that another item claims for itself is not handed out by position.
    const kept = present && !sent.has(present.toLowerCase()) ? present : undefined;
    return { ...item, id: item.id ?? kept ?? randomId() };
  });
}
