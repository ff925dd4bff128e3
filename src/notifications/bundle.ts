import type { DeliveryDocument } from './delivery.ts';

/** Messages to one person by one channel within a minute; what is above comes as one message. */
export const singlesPerMinute = 3;
const minute = 60_000;

/** What one contact was sent of late. */
export interface ContactHistory {
  /** Instants of messages of the last minute. */
  singles: number[];
  lastBundleAt: number | null;
}

export interface Bundling {
  singles: DeliveryDocument[];
  /** Told by one message. */
  bundle: DeliveryDocument[];
  /** Kept until the next bundle may be sent. */
  later: { deliveries: DeliveryDocument[]; at: Date } | null;
}

/** Divides what is due for one contact, the severest first, into messages (oncall-and-calls.md 4.1). Pure. */
export function bundlingOf(
  due: readonly DeliveryDocument[],
  history: ContactHistory,
  now: number,
): Bundling {
  const recent = history.singles.filter((instant) => instant > now - minute).length;
  const free = Math.max(0, singlesPerMinute - recent);
  if (due.length <= free) return { singles: [...due], bundle: [], later: null };
  const singles = due.slice(0, free);
  const rest = due.slice(free);
  const nextBundleAt = (history.lastBundleAt ?? Number.NEGATIVE_INFINITY) + minute;
  if (nextBundleAt > now)
    return { singles, bundle: [], later: { deliveries: rest, at: new Date(nextBundleAt) } };
  // A bundle of one is that one.
  return { singles, bundle: rest, later: null };
}
