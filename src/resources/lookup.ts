import type { Ctx } from '../kernel/index.ts';
import type { ResourceDocument, ResourceKind } from './kind.ts';
import type { StoredFilter } from './stored-filter.ts';

/**
 * The objects of a kind in the context's `lookup`, in order of creation, in place of the store; null without a
 * `lookup`: the store is asked.
 */
export function lookedUp<Wire, Internal>(
  { lookup }: Pick<Ctx, 'lookup'>,
  { entityType }: ResourceKind<Wire, Internal>,
  filter: StoredFilter<Wire, Internal>,
): ResourceDocument<Wire, Internal>[] | null {
  if (!lookup) return null;
  // as: a lookup keeps the documents of a kind under its name.
  return [...lookup.find(entityType, filter)] as ResourceDocument<Wire, Internal>[];
}
