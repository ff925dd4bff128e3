import type { Ctx } from '../kernel/index.ts';
import { driverCollection } from '../store/index.ts';
import type { Side } from './compare.ts';
import { type ShadowLogEntry, shadowLogModel } from './model.ts';

/** More are not compared at once. */
const entriesMax = 5_000;

/** The other product's actions on alerts that opened there within this time, as far as they were read. */
export async function keptLog(
  ctx: Ctx,
  runId: string,
  { from, until }: { from: Date; until: Date },
): Promise<Side[]> {
  const found = await driverCollection(shadowLogModel(ctx.store))
    .find({ runId, organizationId: ctx.organizationId, openedAt: { $gte: from, $lte: until } })
    .sort({ openedAt: 1 })
    .limit(entriesMax)
    .toArray();
  return found.map(sideOf);
}

/** Each escalation begins a step. Pure. */
export function sideOf(entry: ShadowLogEntry): Side {
  const { _id, key, title, openedAt, told, escalatedAt, acknowledgedAt, resolvedAt } = entry;
  const acted = [acknowledgedAt, resolvedAt].filter((at) => at !== null);
  const [actedAt = null] = acted.toSorted((one, other) => Number(one) - Number(other));
  return {
    id: _id,
    key,
    title,
    openedAt,
    told: told.map((one) => ({
      ...one,
      step: `${escalatedAt.filter((at) => at <= one.at).length}`,
    })),
    actedAt,
  };
}
