import type { World } from '../kernel/index.ts';
import { inEnglish, type Sentence, say } from '../sentences/index.ts';
import { followFailures } from './after-failure.ts';
import { deliveriesOf, noLongerDue } from './delivery.ts';
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
 * a delivery that is gone change nothing. What failed is followed by the person's next channel at once. Returns the
 * state that it led to, null where it led to none.
 */
export async function recordCallback(world: World, report: CarrierReport): Promise<Final | null> {
  const { deliveryId, providerId, status, errorCode } = report;
  const state = finals[status];
  if (state === undefined) return null;
  const dropReason = state === 'failed' ? failureOf(status, errorCode) : null;
  const error = dropReason && inEnglish(dropReason);
  const attempt = {
    at: world.clock.now(),
    code: errorCode ?? status,
    error,
    ...(dropReason && { sentence: dropReason }),
    milliseconds: 0,
  };
  const deliveries = deliveriesOf(world);
  const failure = dropReason === null ? {} : { dropReason };
  const unfollowed = error === null ? {} : { isUnfollowed: true as const };
  const changed = await deliveries.findOneAndUpdate(
    // It may be faster than the answer to the request that sent it.
    {
      _id: deliveryId,
      state: { $in: ['sent', 'queued', 'perhapsSent'] },
      $or: [{ providerId }, { providerId: { $exists: false } }],
    },
    {
      $set: { state, providerId, ...failure, ...unfollowed },
      $push: { attempts: attempt },
      ...noLongerDue,
    },
    { returnDocument: 'after' },
  );
  // A report that is repeated finishes what a crash has cut off: those of the bundle, and what follows.
  const known = changed ?? (await deliveries.findOne({ _id: deliveryId, providerId, state }));
  if (!known) return null;
  const told = { bundledIn: deliveryId, state: 'sent' as const };
  const others = await deliveries.find(told).toArray();
  const key = known.hasPressedKey ? { hasPressedKey: true as const } : {};
  await deliveries.updateMany(told, { $set: { state, ...key, ...failure, ...unfollowed } });
  if (state === 'failed')
    await followFailures(
      world,
      [known, ...others].filter(
        (delivery) => changed || delivery !== known || delivery.isUnfollowed,
      ),
    );
  return changed ? state : null;
}

/** Somebody was there, and not only a mailbox. */
export async function notePressedKey(
  world: World,
  deliveryId: string,
  { organizationId, userId }: Pick<ReplyLink, 'organizationId' | 'userId'>,
): Promise<void> {
  await deliveriesOf(world).updateOne(
    { _id: deliveryId, organizationId, ownerId: userId },
    { $set: { hasPressedKey: true } },
  );
}

function failureOf(status: string, errorCode: string | null): Sentence {
  const failure = failures[status] ?? say('carrierUndelivered');
  return errorCode === null ? failure : say('carrierError', { failure, error: errorCode });
}
