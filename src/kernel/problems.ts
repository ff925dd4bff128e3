/**
 * Every error a caller can get, with its status (one table for the whole server).
 * `title` is stable per code; what happened this time goes into the `detail` of an `AppError`.
 */
export const problems = {
  'validation-failed': { status: 400, title: 'The request is not valid' },
  'malformed-body': { status: 400, title: 'The request body cannot be read' },
  unauthenticated: { status: 401, title: 'Valid credentials are required' },
  forbidden: { status: 403, title: 'Not allowed' },
  'code-only': { status: 403, title: 'Code manages this object' },
  'sign-in-again': { status: 403, title: 'Confirm who you are first' },
  'plan-required': { status: 403, title: 'The plan of the organization does not include this' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  'request-timeout': { status: 408, title: 'The request took too long to arrive' },
  conflict: { status: 409, title: 'The request conflicts with the stored state' },
  'incident-changed-meanwhile': {
    status: 409,
    title: 'Someone else changed the incident meanwhile',
  },
  'changed-meanwhile': { status: 412, title: 'It was changed after you read it' },
  'idempotency-key-reused': {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
  },
  'payload-too-large': { status: 413, title: 'The request body is too large' },
  'unsupported-media-type': { status: 415, title: 'The content type is not supported' },
  'range-not-satisfiable': { status: 416, title: 'The file has no such part' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal server error' },
  'sender-unverifiable': { status: 503, title: 'The sender cannot be verified at the moment' },
  overloaded: { status: 503, title: 'The server is too busy' },
  'store-unavailable': { status: 503, title: 'The database is not available' },
} as const;

export type ProblemCode = keyof typeof problems;
