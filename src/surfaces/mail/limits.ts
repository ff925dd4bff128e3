/** Limit of one message as it travels: the same as for a webhook body. */
export { bodyBytesMax as messageBytesMax } from '../../bodies/index.ts';

/** Connections at once: of all senders, and of one address. */
export const connectionsMax = 200;
export const connectionsPerAddressMax = 20;
/** Recipients of one connection that are not here, before it is ended. */
export const unknownRecipientsMax = 10;

/** Bytes of messages in memory at once; beyond it senders are told to send again. */
export const heldBytesMax = 64 * 1024 * 1024;

/** A connection that says nothing for so long is closed; one that never ends is, too. */
export const idleSeconds = 60;
export const connectionSecondsMax = 300;

/** Limits for reading one message: processor time, time on the clock and memory; and for starting its thread. */
export const readingLimits = { seconds: 10, wallSeconds: 90, heapMegabytes: 256, startSeconds: 60 };
/**
 * Threads that read messages; an organization has one of them at a time, and the second starts when two have mail at
 * once.
 */
export const readingThreads = 2;

/** Hops of a message on its way here: more is a loop. */
export const hopsMax = 50;

/** Beyond the rate limit, only small messages are looked at for what resolves an open incident. */
export const lookedAtBytesMax = 64 * 1024;

/** Limits of the parts of a message that a payload keeps. */
export const kept = {
  textCharacters: 200_000,
  htmlCharacters: 500_000,
  headers: 100,
  headerCharacters: 4096,
  attachments: 100,
  lineCharacters: 2_000,
} as const;
