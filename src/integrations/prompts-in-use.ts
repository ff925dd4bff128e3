import type { World } from '../kernel/index.ts';
import { storedFilter } from '../resources/index.ts';
import { integrationKind } from './model.ts';

/** The files among these that a number of any organization names. */
export async function promptsInUse(
  { store }: Pick<World, 'store'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await integrationKind
    .model(store)
    .find(storedFilter(integrationKind, { 'lookup.promptFiles': { $in: ids } }), { lookup: 1 })
    .lean();
  const named = new Set(found.flatMap(({ lookup }) => lookup.promptFiles ?? []));
  return new Set(ids.filter((id) => named.has(id)));
}
