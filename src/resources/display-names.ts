import type { Ctx } from '../kernel/index.ts';
import type { ResourceKind } from './kind.ts';
import { storedFilter } from './stored-filter.ts';

/** Display names by id, for views that show references; ids that are not there (any more) are left out. */
export async function displayNames<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const documents = await kind
    .model(ctx.store)
    .find(storedFilter(kind, { _id: { $in: ids }, organizationId: ctx.organizationId }))
    .lean<{ _id: string; wire: Wire }[]>();
  return new Map(
    documents.map((document) => [document._id, kind.displayNameOf(document.wire) ?? document._id]),
  );
}
