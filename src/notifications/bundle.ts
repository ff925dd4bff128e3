import type { Severity } from '../incidents/index.ts';
import type { DeliveryDocument } from './delivery.ts';

/** Messages to one person by one channel within a minute; what is above comes as one message. */
const singlesPerMinute = 3;
const minute = 60_000;
/** After a bundle, until messages are single ones again; nobody waits longer for that. */
const calmMilliseconds = 2 * minute;
/** Between two bundles; what is critical does not wait so long. */
const pauses: Readonly<Record<Severity, number>> = {
  Critical: 15_000,
  Warning: minute,
  Minor: minute,
};

/** The messages that one contact got lately. */
export interface ContactHistory {
  /** Instants of messages of the last minute. */
  singles: number[];
  lastBundleAt: number | null;
}

interface Due {
  delivery: Pick<DeliveryDocument, 'severity'>;
}

export interface Bundling<Message extends Due> {
  singles: Message[];
  /** Told by one message. */
  bundle: Message[];
  /** Kept until the next bundle may be sent. */
  later: { messages: Message[]; at: Date } | null;
}

/**
 * Divides what is due for one contact, the severest first, into messages (oncall-and-calls.md 4.1). Pure. There is no
 * limit per hour beside it: bundles are at most one a minute, four when critical, and silence during a long outage
 * costs more than they do.
 */
export function bundlingOf<Message extends Due>(
  due: readonly Message[],
  history: ContactHistory,
  now: number,
): Bundling<Message> {
  const free = freeSingles(history, now);
  if (due.length <= free) return { singles: [...due], bundle: [], later: null };
  const singles = due.slice(0, free);
  const rest = due.slice(free);
  const at = nextBundleAt(history, rest[0]?.delivery.severity ?? 'Minor');
  if (at > now) return { singles, bundle: [], later: { messages: rest, at: new Date(at) } };
  return { singles, bundle: rest, later: null };
}

/** The history that messages make which were sent at these instants, the first one first. Pure. */
export function sentBefore(sent: readonly { at: number; hasOthers: boolean }[]): ContactHistory {
  const history: ContactHistory = { singles: [], lastBundleAt: null };
  // A message that was sent above the limit counts as a bundle, even of one.
  for (const { at, hasOthers } of sent)
    if (hasOthers || freeSingles(history, at) === 0) history.lastBundleAt = at;
    else history.singles.push(at);
  return history;
}

/** When one more message can leave, by itself or in a bundle. */
export function nextFreeAt(history: ContactHistory, severity: Severity, now: number): number {
  return freeSingles(history, now) > 0 ? now : Math.max(now, nextBundleAt(history, severity));
}

function freeSingles({ singles, lastBundleAt }: ContactHistory, now: number): number {
  // The flood goes on: what waited for the next bundle must not come as single messages again.
  if (lastBundleAt !== null && lastBundleAt > now - calmMilliseconds) return 0;
  const recent = singles.filter((instant) => instant > now - minute).length;
  return Math.max(0, singlesPerMinute - recent);
}

function nextBundleAt({ lastBundleAt }: ContactHistory, severity: Severity): number {
  return (lastBundleAt ?? Number.NEGATIVE_INFINITY) + pauses[severity];
}
