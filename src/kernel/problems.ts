import type { SentenceCode } from '../../openapi/texts/sentence.ts';

/**
 * Every error a caller can get, with its status (one table for the whole server).
 * `title` is the sentence that is stable per code; what happened this time goes into the `detail` of an `AppError`.
 */
export const problems = {
  'validation-failed': { status: 400, title: 'problemValidationFailed' },
  'malformed-body': { status: 400, title: 'problemMalformedBody' },
  unauthenticated: { status: 401, title: 'problemUnauthenticated' },
  forbidden: { status: 403, title: 'problemForbidden' },
  'code-only': { status: 403, title: 'problemCodeOnly' },
  'sign-in-again': { status: 403, title: 'problemSignInAgain' },
  'plan-required': { status: 403, title: 'problemPlanRequired' },
  'not-found': { status: 404, title: 'problemNotFound' },
  'method-not-allowed': { status: 405, title: 'problemMethodNotAllowed' },
  'request-timeout': { status: 408, title: 'problemRequestTimeout' },
  conflict: { status: 409, title: 'problemConflict' },
  'incident-changed-meanwhile': {
    status: 409,
    title: 'problemIncidentChangedMeanwhile',
  },
  'changed-meanwhile': { status: 412, title: 'problemChangedMeanwhile' },
  'idempotency-key-reused': {
    status: 422,
    title: 'problemIdempotencyKeyReused',
  },
  'payload-too-large': { status: 413, title: 'problemPayloadTooLarge' },
  'unsupported-media-type': { status: 415, title: 'problemUnsupportedMediaType' },
  'range-not-satisfiable': { status: 416, title: 'problemRangeNotSatisfiable' },
  'rate-limited': { status: 429, title: 'problemRateLimited' },
  internal: { status: 500, title: 'problemInternal' },
  'sender-unverifiable': { status: 503, title: 'problemSenderUnverifiable' },
  overloaded: { status: 503, title: 'problemOverloaded' },
  'store-unavailable': { status: 503, title: 'problemStoreUnavailable' },
} as const satisfies Record<string, { status: number; title: SentenceCode }>;

export type ProblemCode = keyof typeof problems;
