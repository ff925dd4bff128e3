import { AppError, type Ctx, repeatableId, unlessGone } from '../kernel/index.ts';
import {
  createResource,
  listResources,
  removeResource,
  resourceExists,
} from '../resources/index.ts';
import type { CoverRequest } from './cover-request-kind.ts';
import { type CoverTerms, timesOfCover } from './exchange.ts';
import { type OverrideWire, overrideKind } from './overrides.ts';

/**
 * The overrides of an accepted request: an absence with a replacement for each of its times, the first of them from
 * the moment of the acceptance on where the shift has begun. Pure.
 */
export function overridesOfCover(
  terms: CoverTerms,
  acceptedBy: string,
  acceptedAt: string,
): Partial<OverrideWire>[] {
  return timesOfCover(terms, acceptedBy).map(
    ({ teamId, scheduleId, tier, start, end, from, by }) => ({
      teamId,
      scheduleId,
      userId: from,
      type: 'offline',
      start: new Date(Math.max(start.getTime(), Date.parse(acceptedAt))).toISOString(),
      end: end.toISOString(),
      replacementUserIds: [by],
      escalationTier: tier,
    }),
  );
}

/** Makes the overrides of an accepted request that are missing. Harmless when several do it. */
export async function makeOverridesOf(ctx: Ctx, request: CoverRequest): Promise<void> {
  const { acceptedBy, acceptedAt } = request.internal;
  if (acceptedBy === null || acceptedAt === null) return;
  const wanted = overridesOfCover(request.wire, acceptedBy, acceptedAt);
  for (const [index, override] of wanted.entries()) {
    const id = repeatableId(Date.parse(acceptedAt), 'cover', request.id, index);
    if (await resourceExists(ctx, overrideKind, id)) continue;
    try {
      await createResource(ctx, overrideKind, override, {
        id,
        provision: false,
        internal: { coverRequestId: request.id },
      });
    } catch (error) {
      // Another process made it meanwhile.
      if (!(error instanceof AppError && (await resourceExists(ctx, overrideKind, id))))
        throw error;
    }
  }
}

/** Takes back the overrides of a request. Harmless when several do it. */
export async function removeOverridesOf(ctx: Ctx, requestId: string): Promise<void> {
  const { items } = await listResources(ctx, overrideKind, { 'lookup.coverRequestId': requestId });
  for (const { id } of items) await unlessGone(removeResource(ctx, overrideKind, id));
}
