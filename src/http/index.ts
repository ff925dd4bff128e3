/**
 * How requests come in and answers go out, for every surface: the document that drives the routes,
 * validation, problems, request ids, rate limits. Knows no room.
 */
export type { SchemaNode } from './canonical-keys.ts';
export { type ApiDocument, loadDocument, type Operation, type RequiredRole } from './document.ts';
export {
  answerProblems,
  type Caller,
  createDocumentRouter,
  type OperationAnswer,
  type OperationHandler,
  type OperationRequest,
} from './document-router.ts';
export { createDocumentationPages } from './documentation-pages.ts';
export { type IdempotentCaller, once } from './idempotency.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { http } from './module.ts';
export { createProbes } from './probes.ts';
export { type Problem, toProblem } from './problem.ts';
export {
  createMemoryRateLimiter,
  type RateLimiter,
  type RateVerdict,
  rateLimitHeaders,
} from './rate-limiter.ts';
export {
  defaultRateLimits,
  parseRateLimits,
  type RateLimitTable,
  type RateScope,
} from './rate-limits.ts';
export { requestIdOf } from './request-id.ts';
export { createRateLimiter, createSharedRateLimiter } from './shared-rate-limiter.ts';
export { watchRequests } from './watch-requests.ts';
