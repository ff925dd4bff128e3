import { randomUUID } from 'node:crypto';
import { recordAudit } from '../audit/index.ts';
import type { Severity } from '../incidents/index.ts';
import { type Ctx, orderedId } from '../kernel/index.ts';
import { type OutboundIntegration, outboundIntegrationKind } from '../outbound/index.ts';
import { type DeliveryDocument, rankOf } from './delivery.ts';
import { storeDeliveries } from './sender.ts';

/** Queues a message by which somebody tries a tool; within a second or two its record says what came of it. */
export async function queueTestDelivery(
  ctx: Ctx,
  { id, organizationId, wire }: OutboundIntegration,
  severity: Severity,
): Promise<DeliveryDocument> {
  const now = ctx.clock.now();
  const by = ctx.actor.kind === 'system' ? 'Tocsin' : ctx.actor.displayName;
  const delivery: DeliveryDocument = {
    _id: orderedId(now.getTime()),
    organizationId,
    incidentId: null,
    teamIds: [wire.teamId],
    intent: 'Created',
    eventId: null,
    severity,
    ownerId: id,
    lane: 'Outbound',
    step: 'test',
    because: `Test by ${by}`,
    isAlert: false,
    test: { incidentId: randomUUID(), by },
    createdAt: now,
    dueAt: now,
    state: 'queued',
    target: wire.displayName,
    attempts: [],
    nextAt: now,
    rank: rankOf(severity),
  };
  await recordAudit(ctx, {
    action: 'outbound-integration.test',
    entityType: outboundIntegrationKind.entityType,
    entityId: id,
    entityDisplayName: wire.displayName,
    changes: [{ path: 'delivery', after: delivery._id }],
  });
  await storeDeliveries(ctx, [delivery]);
  return delivery;
}
