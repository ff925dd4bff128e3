import type { Ctx } from '../kernel/index.ts';
import { type DeliveryDocument, wouldBeSent } from '../notifications/index.ts';
import { teamsInShadow } from '../shadow/index.ts';

/**
 * Messages about who is on call, as they are kept. While a team is in shadow another product is who calls: a message
 * of ours would be wrong, so it says that it would have been sent.
 */
export async function messagesOfDuty(
  ctx: Ctx,
  deliveries: readonly DeliveryDocument[],
): Promise<DeliveryDocument[]> {
  if (deliveries.length === 0) return [];
  const inShadow = await teamsInShadow(ctx, ctx.organizationId);
  const now = ctx.clock.now();
  return deliveries.map((one) => (inShadow.holds(one.teamIds, now) ? wouldBeSent(one) : one));
}
