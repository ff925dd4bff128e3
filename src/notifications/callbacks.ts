import type { World } from '../kernel/index.ts';
import { afterFailedAlert } from './after-failure.ts';
import { deliveriesOf } from './delivery.ts';

/** What a carrier reports of a text or a call that it took. */
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

const plainWords: Readonly<Record<string, string>> = {
  busy: 'The line was busy.',
  'no-answer': 'Nobody answered the call.',
  canceled: 'The call was ended before somebody answered.',
};

/**
 * Notes what became of a delivery. A report of an id that is not that of the delivery, one that comes late, and one of a delivery
 * that is gone change nothing. What failed is followed by the person's next channel at once. Returns the state that it led to, null where it
 * led to none.
 */
export async function recordCallback(world: World, report: CarrierReport): Promise<Final | null> {
  const { deliveryId, providerId, status, errorCode } = report;
  const state = finals[status];
  if (state === undefined) return null;
  const error = state === 'failed' ? failureOf(status, errorCode) : null;
  const attempt = { at: world.clock.now(), code: errorCode ?? status, error, milliseconds: 0 };
  const deliveries = deliveriesOf(world);
  const changed = await deliveries.findOneAndUpdate(
    // It may be faster than the answer to the request that sent it.
    {
      _id: deliveryId,
      state: { $in: ['sent', 'queued'] },
      $or: [{ providerId }, { providerId: { $exists: false } }],
    },
    {
      $set: { state, providerId, ...(error === null ? {} : { dropReason: error }) },
      $push: { attempts: attempt },
      $unset: { nextAt: 1, rank: 1, takenBy: 1, retriedSince: 1 },
    },
    { returnDocument: 'after' },
  );
  if (!changed) return null;
  const told = { bundledIn: deliveryId, state: 'sent' as const };
  const others = await deliveries.find(told).toArray();
  await deliveries.updateMany(told, {
    $set: { state, ...(error === null ? {} : { dropReason: error }) },
  });
  if (state === 'failed')
    for (const delivery of [changed, ...others])
      if (delivery.isAlert) await afterFailedAlert(world, delivery);
  return state;
}

function failureOf(status: string, errorCode: string | null): string {
  const words = plainWords[status] ?? 'The carrier could not deliver it.';
  return errorCode === null ? words : `${words} (Twilio error ${errorCode})`;
}
