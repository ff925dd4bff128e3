import { randomUUID } from 'node:crypto';
import { recordAudit } from '../audit/index.ts';
import type { Severity } from '../incidents/index.ts';
import { type Ctx, orderedId } from '../kernel/index.ts';
import { type OutboundIntegration, outboundIntegrationKind } from '../outbound/index.ts';
import { say } from '../sentences/index.ts';
import { actorNamed } from './actor-named.ts';
import type { DeliveryDocument } from './delivery.ts';
import { toolLane } from './lanes.ts';
import { aboutNoIncident } from './no-incident.ts';
import { storeDeliveries } from './sender.ts';

/** Queues a message by which somebody tries a tool; within a second or two its record says what came of it. */
export async function queueTestDelivery(
  ctx: Ctx,
  { id, organizationId, teamId, wire }: OutboundIntegration,
  severity: Severity,
): Promise<DeliveryDocument> {
  const now = ctx.clock.now();
  const by = actorNamed(ctx);
  const delivery = aboutNoIncident({
    _id: orderedId(now.getTime()),
    organizationId,
    teamIds: teamId === null ? [] : [teamId],
    intent: 'Created',
    severity,
    ownerId: id,
    lane: toolLane,
    step: 'test',
    because: say('testBy', { person: by }),
    test: { incidentId: randomUUID(), by },
    at: now,
    target: wire.displayName,
  });
  // Before the log names it.
  await storeDeliveries(ctx, [delivery]);
  await recordAudit(ctx, {
    action: 'outbound-integration.test',
    entityType: outboundIntegrationKind.entityType,
    entityId: id,
    entityDisplayName: wire.displayName,
    changes: [{ path: 'delivery', after: delivery._id }],
  });
  return delivery;
}
