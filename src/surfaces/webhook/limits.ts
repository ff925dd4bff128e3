/** Bytes of bodies in memory at once, of requests that are not answered yet. */
export interface BodyLimits {
  totalBytesMax: number;
  /** Share of one integration, or of one address where nobody knows yet who is calling. */
  shareBytesMax: number;
}

/** Beyond it senders are told to send again. */
export const heldBytesMax = 128 * 1024 * 1024;
export const knownBodies: BodyLimits = {
  totalBytesMax: heldBytesMax,
  shareBytesMax: 96 * 1024 * 1024,
};

/** Protocols that have the key in the body: it must be read before anybody is known. */
export const anonymousBodies: BodyLimits = {
  totalBytesMax: 16 * 1024 * 1024,
  shareBytesMax: 4 * 1024 * 1024,
};
/** A body that comes slower than this for longer than the grace is not waited for. */
export const bodyBytesPerSecondMin = 8 * 1024;
export const bodyGraceSeconds = 5;

/** Beyond the rate limit, in search of what resolves an open incident. */
export const beyondLimit = { bytes: 1024 * 1024, seconds: 10 };
/** For bodies that contain the secret of the sender: many small payloads, or a few of the largest. */
export const unverified = { bytes: 9 * 1024 * 1024, seconds: 10 };
