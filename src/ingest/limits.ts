/** Spec section 8: the most a webhook body may hold, after inflation. */
export const bodyBytesMax = 3 * 1024 * 1024;

/** Nesting of a JSON body; deeper ones are kept as text. */
export const jsonDepthMax = 100;

/** Headers of a request that its payload keeps. */
export const headersMax = 64;
export const headerCharactersMax = 4096;

export const multipartLimits = {
  parts: 200,
  fields: 200,
  fieldSize: 1024 * 1024,
  fileSize: bodyBytesMax,
  headerPairs: 100,
};

/** Alerts that one payload is split into, and the time that reading them may take. */
export const alertsMax = 1000;
export const alertsSecondsMax = 2;

/** Bodies above it are read and evaluated in a thread of their own: what is below takes a few milliseconds. */
export const smallBodyBytesMax = 64 * 1024;

/** Bodies of a page of payloads that are shown with their contents. */
export const shownBytesMax = bodyBytesMax;

/** Stored payloads that another mapping is tried on: in that thread, and alerts that are then decided where requests are answered. */
export const trialsSecondsMax = 1;
export const trialAlertsMax = 1000;

/** What one body may cost in that thread. Longer than `alertsSecondsMax`, so that what was read of many alerts is not lost. */
export const readingLimits: ReadingLimits = {
  seconds: 3,
  heapMegabytes: 512,
  /** Loading the code on a busy machine. */
  startSeconds: 30,
};

export interface ReadingLimits {
  seconds: number;
  heapMegabytes: number;
  startSeconds: number;
}

/** Bodies that wait for the thread: of one integration, and of all. */
export const readingQueue = { perIntegration: 16, total: 64 };
