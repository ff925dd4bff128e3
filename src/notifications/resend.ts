import type { Collection } from 'mongodb';
import { recordAudit } from '../audit/index.ts';
import { incidentsById } from '../incidents/index.ts';
import { AppError, type Ctx, orderedId } from '../kernel/index.ts';
import { type NamedPerson, say } from '../sentences/index.ts';
import { insertMissing } from '../store/index.ts';
import { actorNamed } from './actor-named.ts';
import { changedNow, type DeliveryDocument, deliveriesOf, rankOf } from './delivery.ts';
import { isToolLane } from './lanes.ts';

/**
 * Queues a message again: a new record and so a new message, because tools and mail programs take one with a known key
 * for the same. What became of the incident meanwhile does not stop it: somebody wants it sent. Throws 409 while the
 * message, or the last one that repeated it, waits to be sent, and where another product tells people of the incident.
 * The new record comes first: what the old one and the audit log say of it is so, whatever breaks in between.
 */
export async function resendDelivery(
  ctx: Ctx,
  delivery: DeliveryDocument,
): Promise<DeliveryDocument> {
  const deliveries = deliveriesOf(ctx);
  const { resent, state } = delivery;
  if (state === 'queued' || (resent && (await isWaiting(deliveries, resent))))
    throw stillQueued(delivery._id);
  const { incidentId } = delivery;
  if (incidentId !== null && (await incidentsById(ctx, [incidentId])).get(incidentId)?.isShadow)
    throw new AppError('conflict', say('notSentInShadow'));
  // The incident does not change with it.
  const again = { ...repeated(delivery, ctx.clock.now(), actorNamed(ctx)), ...changedNow(ctx) };
  await insertMissing(deliveries, [again]);
  // Another one: by somebody else a moment ago, or by a process that died before it noted it.
  const first = await deliveries.findOne({ onceKey: again.onceKey });
  if (first) await noteAgain(deliveries, delivery, first);
  if (first?._id !== again._id) throw stillQueued(delivery._id);
  await recordAudit(ctx, {
    ...(isToolLane(delivery.lane)
      ? { action: 'outbound-integration-log.resend', entityType: 'OutboundIntegrationLog' }
      : { action: 'notification-log.resend', entityType: 'NotificationLog' }),
    entityId: delivery._id,
    entityDisplayName: null,
    changes: [{ path: 'resentAs', after: again._id }],
  });
  return again;
}

async function isWaiting(
  deliveries: Collection<DeliveryDocument>,
  { id }: { id: string },
): Promise<boolean> {
  return (await deliveries.findOne({ _id: id }))?.state === 'queued';
}

async function noteAgain(
  deliveries: Collection<DeliveryDocument>,
  { _id, resent }: DeliveryDocument,
  { _id: id, createdAt: at }: DeliveryDocument,
): Promise<void> {
  // Later ones, which were made meanwhile, stay noted.
  const asRead = resent ? { 'resent.id': resent.id } : { resent: { $exists: false } };
  await deliveries.updateOne({ _id, ...asRead }, { $set: { resent: { id, at } } });
}

function repeated(
  delivery: DeliveryDocument,
  now: Date,
  person: NamedPerson,
): DeliveryDocument & Required<Pick<DeliveryDocument, 'onceKey'>> {
  const {
    providerId: _p,
    bundledIn: _b,
    dropReason: _d,
    resent,
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
    // Only one of several simultaneous requests succeeds.
    onceKey: `again ${delivery._id} ${resent?.id ?? ''}`,
    step: `${delivery.step} again ${id}`,
    because: say('sentAgainBy', { person, because: delivery.because }),
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

function stillQueued(id: string): AppError {
  return new AppError('conflict', say('messageWaits', { id }));
}
