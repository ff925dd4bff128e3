import type { Collection } from 'mongodb';
import { recordAudit } from '../audit/index.ts';
import { incidentsById } from '../incidents/index.ts';
import { AppError, type Ctx, orderedId } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { changedNow, type DeliveryDocument, deliveriesOf, rankOf } from './delivery.ts';
import { isToolLane } from './lanes.ts';

const turnMilliseconds = 60_000;

/**
 * Queues a message again: a new record and so a new message, because tools and mail programs take one with a known key
 * for the same. What became of the incident meanwhile does not stop it: somebody wants it sent. Throws 409 while the
 * message, or the last one that repeated it, waits to be sent, and where another product tells people of the incident.
 */
export async function resendDelivery(
  ctx: Ctx,
  delivery: DeliveryDocument,
): Promise<DeliveryDocument> {
  const deliveries = deliveriesOf(ctx);
  const now = ctx.clock.now();
  const { resent, state } = delivery;
  if (state === 'queued' || (resent && (await isWaiting(deliveries, resent, now))))
    throw stillQueued(delivery._id);
  const { incidentId } = delivery;
  if (incidentId !== null && (await incidentsById(ctx, [incidentId])).get(incidentId)?.isShadow)
    throw new AppError('conflict', say('notSentInShadow'));
  // The incident does not change with it.
  const again = { ...repeated(delivery, now, nameOf(ctx)), ...changedNow(ctx) };
  // Only one of several simultaneous requests succeeds.
  const { matchedCount } = await deliveries.updateOne(
    {
      _id: delivery._id,
      ...(resent ? { 'resent.id': resent.id } : { resent: { $exists: false } }),
    },
    { $set: { resent: { id: again._id, at: now } } },
  );
  if (matchedCount === 0) throw stillQueued(delivery._id);
  await recordAudit(ctx, {
    ...(isToolLane(delivery.lane)
      ? { action: 'outbound-integration-log.resend', entityType: 'OutboundIntegrationLog' }
      : { action: 'notification-log.resend', entityType: 'NotificationLog' }),
    entityId: delivery._id,
    entityDisplayName: null,
    changes: [{ path: 'resentAs', after: again._id }],
  });
  await deliveries.insertOne(again);
  return again;
}

/** One whose turn was taken but that is not there is about to be, unless its process has died. */
async function isWaiting(
  deliveries: Collection<DeliveryDocument>,
  { id, at }: { id: string; at: Date },
  now: Date,
): Promise<boolean> {
  const last = await deliveries.findOne({ _id: id });
  return last ? last.state === 'queued' : now.getTime() - at.getTime() < turnMilliseconds;
}

function repeated(delivery: DeliveryDocument, now: Date, name: string): DeliveryDocument {
  const {
    providerId: _p,
    bundledIn: _b,
    dropReason: _d,
    resent: _r,
    onceKey: _o,
    exchanges: _e,
    retriedSince: _s,
    sending: _a,
    unanswered: _m,
    isUnfollowed: _f,
    broughtForward: _w,
    isFailing: _i,
    ...same
  } = delivery;
  const id = orderedId(now.getTime());
  return {
    ...same,
    _id: id,
    step: `${delivery.step} again ${id}`,
    because: say('sentAgainBy', { person: name, because: delivery.because }),
    // Escalation has gone on without it: when it fails, nobody else is told in its place.
    isAlert: false,
    isResent: true,
    createdAt: now,
    dueAt: now,
    state: 'queued',
    attempts: [],
    nextAt: now,
    rank: rankOf(delivery.severity),
  };
}

function nameOf({ actor }: Ctx): string {
  return actor.kind === 'system' ? 'Tocsin' : actor.displayName;
}

function stillQueued(id: string): AppError {
  return new AppError('conflict', say('messageWaits', { id }));
}
