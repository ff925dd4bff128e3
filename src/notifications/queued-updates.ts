import type { World } from '../kernel/index.ts';
import { type DeliveryDocument, deliveriesOf } from './delivery.ts';

/** The messages, a further condition, and what becomes of them. */
export type QueuedUpdate = [group: readonly DeliveryDocument[], filter: object, update: object];

/** Updates the messages that are still queued and match; returns their number. */
export async function updateQueued(world: World, ...change: QueuedUpdate): Promise<number> {
  if (change[0].length === 0) return 0;
  const { filter, update } = ofQueued(...change);
  const { matchedCount } = await deliveriesOf(world).updateMany(filter, update);
  return matchedCount;
}

/** The update as one of several. */
export function ofQueued(...[group, filter, update]: QueuedUpdate) {
  const _id = { $in: group.map((one) => one._id) };
  return { filter: { _id, state: 'queued' as const, ...filter }, update };
}

/** Still in the attempt in which they were read. */
export function underway(group: readonly DeliveryDocument[]): object {
  return { sending: { $in: group.map(({ sending }) => sending) } };
}

export const oneMoreUnanswered = { $inc: { unanswered: 1 } } as const;
