import { Schema } from 'mongoose';
import type { Ctx, World } from '../kernel/index.ts';
import { defineModel } from '../store/index.ts';

/** Requests to the webhook of an integration that were refused, so that no payload shows them. */
export interface RefusedRequests {
  integrationId: string;
  organizationId: string;
  count: number;
  lastAt: Date;
  lastReason: string;
}

type RefusedRequestsDocument = Omit<RefusedRequests, 'integrationId'> & { _id: string };

const schema = new Schema<RefusedRequestsDocument>({
  _id: String,
  organizationId: String,
  count: Number,
  lastAt: Date,
  lastReason: String,
});
// To delete them with their organization.
schema.index({ organizationId: 1 });

export const refusedRequestsModel = defineModel<RefusedRequestsDocument>(
  'refused_requests',
  schema,
);

/** Adds to what is stored: several processes may count for one integration. */
export async function recordRefusedRequests(
  { store }: Pick<World, 'store'>,
  counted: readonly RefusedRequests[],
): Promise<void> {
  if (counted.length === 0) return;
  await refusedRequestsModel(store).bulkWrite(
    counted.map(({ integrationId, organizationId, count, lastAt, lastReason }) => ({
      updateOne: {
        filter: { _id: integrationId },
        update: { $inc: { count }, $set: { organizationId, lastAt, lastReason } },
        upsert: true,
      },
    })),
    { ordered: false },
  );
}

/** By integration; those without a refused request are not in it. */
export async function findRefusedRequests(
  { store, organizationId }: Pick<Ctx, 'store' | 'organizationId'>,
  integrationIds: readonly string[],
): Promise<ReadonlyMap<string, RefusedRequestsDocument>> {
  const found = await refusedRequestsModel(store)
    .find({ _id: { $in: integrationIds }, organizationId })
    .lean<RefusedRequestsDocument[]>();
  return new Map(found.map((one) => [one._id, one]));
}
