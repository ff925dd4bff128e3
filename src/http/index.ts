/**
 * HTTP for every surface: routes from an OpenAPI document, validation, problems, request ids, rate limits.
 * Knows no surface: callers, errors and limits are passed in.
 */
export { answerHeaders, type WriteError, writeProblems } from './answer.ts';
export { arrivalOf, withoutCookies } from './arrival.ts';
export { noteArrival } from './arrival-time.ts';
export {
  type BodyFormat,
  bodyReader,
  formBodies,
  formBodiesWithJson,
  jsonBodies,
  jsonBodiesAs,
  jsonBodiesBy,
  type TextFormat,
  utf8Of,
} from './body-formats.ts';
export { canonicaliseKeys } from './canonical-keys.ts';
export { type ApiDocument, type Extensions, loadDocument, type Operation } from './document.ts';
export { createDocumentRouter } from './document-router.ts';
export { type Encoding, encodingFor, inEncoding } from './encoding.ts';
export { fileBodies } from './file-bodies.ts';
export { type IdempotentCaller, idempotentRequest, runIdempotently } from './idempotency.ts';
export { type AskInProcess, createInProcess, type InnerAnswer } from './in-process.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { http } from './module.ts';
export { nearestName } from './nearest-name.ts';
export type { Arrival, OperationAnswer, OperationHandler, OperationRequest } from './operation.ts';
export { createProbes } from './probes.ts';
export { type Problem, toAppError, toProblem } from './problem.ts';
export type { QueryRules } from './query.ts';
export { createMemoryRateLimiter, type RateLimiter, rateLimitHeaders } from './rate-limiter.ts';
export { parseRateLimits, type RateLimitTable } from './rate-limits.ts';
export { requestIdOf } from './request-id.ts';
export { countRequest, type RateCount, type RequestLimits, tooMany } from './request-limits.ts';
export { createRateLimiter } from './shared-rate-limiter.ts';
export { parseJsonInSlices } from './sliced-json.ts';
export type { DocumentRouterOptions } from './surface-options.ts';
export {
  type AnswerOf,
  forRouter,
  type TypedHandlers,
  type TypedRequest,
} from './typed-operation.ts';
export { validatorOf } from './validator.ts';
export { isKnown, tagOf, versionsOf } from './validators.ts';
export { noteForLine, watchRequests } from './watch-requests.ts';
export { createWeb } from './web.ts';
