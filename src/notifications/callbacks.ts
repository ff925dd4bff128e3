import type { World } from '../kernel/index.ts';
import { inEnglish, type Sentence, say } from '../sentences/index.ts';
import { followFailures } from './after-failure.ts';
import { changedNow, type DeliveryDocument, deliveriesOf, noLongerDue } from './delivery.ts';
import type { ReplyLink } from './reply-link.ts';

/** A carrier's report on a text or a call that it took. */
export interface CarrierReport {
  deliveryId: string;
  /** The carrier's id of the text or the call. */
  providerId: string;
  /** In the carrier's words: `delivered`, `no-answer`. */
  status: string;
  errorCode: string | null;
}

type Final = 'delivered' | 'failed';

/** Words of Twilio for texts and calls; those that are not final are left out. */
const finals: Readonly<Record<string, Final>> = {
  delivered: 'delivered',
  read: 'delivered',
  completed: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  busy: 'failed',
  'no-answer': 'failed',
  canceled: 'failed',
};

const failures: Readonly<Record<string, Sentence>> = {
  busy: say('lineBusy'),
  'no-answer': say('callUnanswered'),
  canceled: say('callCanceled'),
};

/**
 * Notes what became of a delivery. A report of an id that is not that of the delivery, one that comes late, and one of
 * a delivery that is gone change nothing. What failed is followed by the person's next channel at once.
 */
export async function recordCallback(world: World, report: CarrierReport): Promise<void> {
  const { deliveryId, providerId, status, errorCode } = report;
  const state = finals[status];
  if (state === undefined) return;
  const failure = state === 'failed' ? failureOf(status, errorCode) : null;
  const attempt = {
    at: world.clock.now(),
    code: errorCode ?? status,
    error: failure && inEnglish(failure),
    ...(failure && { sentence: failure }),
    milliseconds: 0,
  };
  const deliveries = deliveriesOf(world);
  const ends = endsOf(state, failure);
  let changed: DeliveryDocument | null = null;
  for (const { only, ...end } of ends)
    changed ??= await deliveries.findOneAndUpdate(
      // It may be faster than the answer to the request that sent it.
      {
        _id: deliveryId,
        $or: [
          { state: 'sent', providerId },
          { state: { $in: ['sent', 'queued', 'perhapsSent'] }, providerId: { $exists: false } },
          // Another copy has not arrived, and this one has.
          ...(failure ? [] : [{ state: 'perhapsSent' as const }]),
        ],
        $and: [only],
      },
      {
        $set: { providerId, ...end, ...changedNow(world) },
        $push: { attempts: attempt },
        $unset: { ...noLongerDue.$unset, ...(failure === null && { dropReason: 1 }) },
      },
      { returnDocument: 'after' },
    );
  // A report that is repeated finishes what a crash has cut off: those of the bundle, and what follows.
  const wasNoted = { _id: deliveryId, providerId, state: { $in: ends.map((end) => end.state) } };
  const known = changed ?? (await deliveries.findOne(wasNoted));
  if (!known) return;
  const told = { bundledIn: deliveryId, state: 'sent' as const };
  const others = await deliveries.find(told).toArray();
  const key = known.hasPressedKey ? { hasPressedKey: true as const } : {};
  for (const { only, ...end } of ends)
    await deliveries.updateMany(
      { ...told, $and: [only] },
      { $set: { ...key, ...end, ...changedNow(world) } },
    );
  if (failure !== null)
    await followFailures(
      world,
      [known, ...others].filter(
        (delivery) => changed || delivery !== known || delivery.isUnfollowed,
      ),
    );
}

/** How a delivery may end by a report, and which ones do: the first that fits. */
function endsOf(state: Final, failure: Sentence | null) {
  if (failure === null) return [{ only: {}, state }];
  const isUnfollowed = true as const;
  const reason = say('attemptUnanswered', { reason: failure });
  return [
    // Beside the copy that the report is of, there is or may be one that no report is of.
    { only: hasOtherCopy, state: 'perhapsSent' as const, dropReason: reason, isUnfollowed },
    { only: {}, state, dropReason: failure, isUnfollowed },
  ];
}

/** A copy that has not been answered is the one that the report is of, unless one was taken or is on its way. */
const hasOtherCopy = {
  $or: [
    { unanswered: { $gte: 2 } },
    { unanswered: 1, $or: [{ state: 'sent' as const }, { sending: { $exists: true } }] },
  ],
};

/** Somebody was there, and not only a mailbox. */
export async function notePressedKey(
  world: World,
  deliveryId: string,
  { organizationId, userId }: Pick<ReplyLink, 'organizationId' | 'userId'>,
): Promise<void> {
  await deliveriesOf(world).updateOne(
    { _id: deliveryId, organizationId, ownerId: userId },
    { $set: { hasPressedKey: true, ...changedNow(world) } },
  );
}

function failureOf(status: string, errorCode: string | null): Sentence {
  const failure = failures[status] ?? say('carrierUndelivered');
  return errorCode === null ? failure : say('carrierError', { failure, error: errorCode });
}
