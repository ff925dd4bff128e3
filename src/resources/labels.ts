import type { IndexDefinition } from 'mongoose';
import type { Ctx } from '../kernel/index.ts';
import type { ResourceKind } from './kind.ts';
import { storedFilter } from './stored-filter.ts';

/** For kinds that have `labels` in their `lookup`. */
export const labelIndex: [IndexDefinition] = [{ organizationId: 1, 'lookup.labels': 1 }];

/** The ids of the organization's objects that carry one of the labels, in any letter case. */
export async function idsWithLabels<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  labels: readonly string[],
): Promise<string[]> {
  const wanted = labels.map((label) => label.toLowerCase());
  const filter = { organizationId: ctx.organizationId, 'lookup.labels': { $in: wanted } };
  const found = await kind
    .model(ctx.store)
    .find(storedFilter(kind, filter))
    .select('_id')
    .lean<{ _id: string }[]>();
  return found.map(({ _id }) => _id);
}
