import express, { type ErrorRequestHandler, type RequestHandler, type Router } from 'express';
import { OpenAPIValidator } from 'openapi-backend';
import { AppError, type Clock, type FieldErrors, type Log } from '../kernel/index.ts';
import { canonicaliseKeys } from './canonical-keys.ts';
import type { ApiDocument, Operation } from './document.ts';
import { toProblem } from './problem.ts';
import { type RateLimiter, type RateVerdict, rateLimitHeaders } from './rate-limiter.ts';
import { requestIdOf } from './request-id.ts';

/** What a handler gets of the request: validated against the document, spelled as it spells. */
export interface OperationRequest {
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string | undefined>;
  operation: Operation;
}

export interface OperationAnswer {
  status: number;
  /** JSON value; absent for an empty answer. */
  body?: unknown;
  /** Instead of `body`: text, or chunks to stream with back-pressure. */
  text?: string | AsyncIterable<string | Uint8Array>;
  headers?: Record<string, string>;
}

/** Who called, as found by the authenticator. */
export interface Caller {
  /** What the limit of the surface counts by. */
  rateKey: string;
  /** Whose data it is: nobody may use up a limit of somebody else's object. */
  organizationId: string;
}

export type OperationHandler<C> = (
  caller: C,
  request: OperationRequest,
) => Promise<OperationAnswer>;

export interface DocumentRouterOptions<C extends Caller> {
  document: ApiDocument;
  handlers: Readonly<Record<string, OperationHandler<C>>>;
  /** Finds the caller or throws 401 or 403; called before anything of the request is looked at. */
  authenticate(
    operation: Operation,
    headers: Headers,
    requestId: string,
    address: string,
  ): Promise<C>;
  limiter: RateLimiter;
  clock: Clock;
  log: Log;
  /** Checks every answer against the document and fails the request on a difference (tests). */
  checkAnswers?: boolean;
  /** Runs a handler at most once per `Idempotency-Key`; absent where the surface has no such header. */
  once?(
    caller: C,
    request: OperationRequest,
    run: () => Promise<OperationAnswer>,
  ): Promise<OperationAnswer>;
}

type ValidatorOptions = ConstructorParameters<typeof OpenAPIValidator>[0];

const bodyBytesMax = 4 * 1024 * 1024;

/**
 * One native Express route per operation of the document (its own router costs 175 us at a hundred
 * paths), each: caller, rate limit, spelling, validation, handler. Throws when an operation has no
 * handler or a handler has no operation. Mount at the document's base path.
 */
export function createDocumentRouter<C extends Caller>(options: DocumentRouterOptions<C>): Router {
  const { document, handlers } = options;
  demandMatch(document, handlers);
  const validator = new OpenAPIValidator({
    // Checked by the document's own linter; the library's closed type of it cannot be proven here.
    definition: document.definition as unknown as ValidatorOptions['definition'],
    ajvOpts: { allErrors: true, strict: false },
    coerceTypes: true,
    lazyCompileValidators: true,
  });
  const router = express.Router({ caseSensitive: true });
  const readBody = express.json({ limit: bodyBytesMax, type: isJson, strict: false });
  const allowed = new Map<string, Set<string>>();
  for (const operation of sortBySpecificity(document.operations)) {
    const route = operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const handler = handlers[operation.operationId];
    if (!handler) continue;
    const known = allowed.get(route) ?? new Set();
    allowed.set(route, known.add(operation.method.toUpperCase()));
    const respond = createRoute(operation, handler, validator, options);
    router[operation.method](route, identify(operation, options), readBody, respond);
  }
  for (const [route, methods] of allowed) {
    router.all(route, () => {
      const allow = [...methods].join(', ');
      throw new AppError('method-not-allowed', `Use one of: ${allow}.`, {
        headers: { Allow: allow },
      });
    });
  }
  router.use(() => {
    throw new AppError('not-found', 'There is no such operation; see the API document.');
  });
  router.use(answerProblems(options.log));
  return router;
}

/** The error handler every Express surface ends with. */
export function answerProblems(log: Log): ErrorRequestHandler {
  return (error, req, res, _next) => {
    const answer = toProblem(error, requestIdOf(req), req.originalUrl.split('?')[0] ?? '', log);
    if (res.headersSent) {
      res.destroy(error instanceof Error ? error : undefined);
      return;
    }
    res.status(answer.status).set(answer.headers).send(JSON.stringify(answer.body));
  };
}

interface Identified<C> {
  caller: C;
}

function identify<C extends Caller>(
  operation: Operation,
  { authenticate, limiter, clock }: DocumentRouterOptions<C>,
): RequestHandler {
  return async (req, res, next) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(req.headers)) {
      if (typeof value === 'string') headers.set(name, value);
    }
    const caller = await authenticate(operation, headers, requestIdOf(req), req.ip ?? '');
    (res.locals as Identified<C>).caller = caller;
    if (operation.requiredRole !== 'none') {
      const verdict = await limiter.consume('public-api', caller.rateKey, clock.now());
      res.set(rateLimitHeaders(limiter.limits, 'public-api', verdict));
      if (!verdict.allowed) throw tooMany(verdict, 'requests with this API key');
    }
    next();
  };
}

/** The limit of the operation itself (`x-rate-limit`), counted by key or by object; requests that are not valid do not count. */
async function demandRate<C extends Caller>(
  { operation, params }: OperationRequest,
  caller: C,
  res: express.Response,
  { limiter, clock }: DocumentRouterOptions<C>,
): Promise<void> {
  const { rateLimit } = operation;
  if (!rateLimit) return;
  const isPerObject = rateLimit === 'incident-update';
  const key = isPerObject ? `${caller.organizationId} ${params.id?.toLowerCase()}` : caller.rateKey;
  const verdict = await limiter.consume(rateLimit, key, clock.now());
  if (verdict.allowed) return;
  res.set(rateLimitHeaders(limiter.limits, rateLimit, verdict));
  throw tooMany(
    verdict,
    isPerObject ? 'updates of this incident' : 'incidents created with this API key',
  );
}

function tooMany({ limit, resetSeconds }: RateVerdict, what: string): AppError {
  return new AppError(
    'rate-limited',
    `More than ${limit} ${what}; try again in ${resetSeconds} s.`,
  );
}

function createRoute<C extends Caller>(
  operation: Operation,
  handler: OperationHandler<C>,
  validator: OpenAPIValidator,
  options: DocumentRouterOptions<C>,
): RequestHandler {
  const bodySchema = operation.requestBody?.content['application/json']?.schema;
  const queryNames = new Map(
    operation.parameters
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => [parameter.name.toLowerCase(), parameter]),
  );
  // Looked up once: the library's own look-up by id walks all operations.
  const declared = validator.router.getOperation(operation.operationId);
  return async (req, res) => {
    const caller = (res.locals as Identified<C>).caller;
    if (operation.requestBody && hasBody(req) && !isJson(req))
      throw new AppError('unsupported-media-type', 'Send the body as application/json.');
    const given: unknown = bodySchema ? req.body : undefined;
    if (
      bodySchema &&
      !isPlainObject(given) &&
      (operation.requestBody?.required || given !== undefined)
    )
      throw new AppError('validation-failed', 'Send a JSON object as the body.', {
        fields: { body: ['must be a JSON object'] },
      });
    const body = canonicaliseKeys(bodySchema, given);
    const query = canonicalQuery(req.originalUrl, queryNames);
    const checked = validator.validateRequest(
      {
        method: operation.method,
        path: req.path,
        headers: req.headers as Record<string, string>,
        query: query as Record<string, string | string[]>,
        body,
      },
      declared,
    );
    if (checked.errors) throw invalid(checked.errors);
    const request: OperationRequest = {
      params: { ...(req.params as Record<string, string>) },
      query: (checked.coerced?.query as Record<string, unknown> | undefined) ?? query,
      body,
      headers: req.headers as Record<string, string | undefined>,
      operation,
    };
    const run = async () => {
      // Inside, so that the repetition of a request that was answered already does not count.
      await demandRate(request, caller, res, options);
      return handler(caller, request);
    };
    const answer = options.once ? await options.once(caller, request, run) : await run();
    if (options.checkAnswers) demandDeclared(validator, operation, answer);
    res.status(answer.status);
    if (answer.headers) res.set(answer.headers);
    if (answer.text === undefined) {
      if (answer.body === undefined) res.end();
      else res.json(answer.body);
    } else if (typeof answer.text === 'string') res.send(answer.text);
    else await stream(answer.text, res);
  };
}

async function stream(
  chunks: AsyncIterable<string | Uint8Array>,
  res: express.Response,
): Promise<void> {
  const { Readable } = await import('node:stream');
  const { pipeline } = await import('node:stream/promises');
  await pipeline(Readable.from(chunks), res);
}

/** Query values under the document's names, whatever the letter case; unknown names are ignored. */
function canonicalQuery(
  url: string,
  names: Map<string, { name: string; schema?: { type?: string } }>,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  const start = url.indexOf('?');
  if (start < 0) return query;
  for (const [key, value] of new URLSearchParams(url.slice(start + 1))) {
    const parameter = names.get(key.toLowerCase().replace(/\[\d*\]$/, ''));
    if (!parameter) continue;
    if (parameter.schema?.type === 'array') {
      const list = (query[parameter.name] as string[] | undefined) ?? [];
      list.push(value);
      query[parameter.name] = list;
    } else query[parameter.name] = value;
  }
  return query;
}

const errorsMax = 50;

function invalid(
  errors: readonly { instancePath: string; message?: string; params?: unknown }[],
): AppError {
  const fields: FieldErrors = {};
  for (const error of errors.slice(0, errorsMax)) {
    const missing = (error.params as { missingProperty?: string } | undefined)?.missingProperty;
    const field = fieldPath(error.instancePath, missing);
    const messages = fields[field] ?? [];
    fields[field] = messages;
    const message = messageOf(error);
    if (!messages.includes(message)) messages.push(message);
  }
  const named = Object.keys(fields);
  return new AppError('validation-failed', `Check ${named.slice(0, 5).join(', ')}.`, { fields });
}

function messageOf(error: { message?: string; params?: unknown }): string {
  const params = error.params as
    | { allowedValues?: unknown[]; missingProperty?: string }
    | undefined;
  if (params?.allowedValues) return `Values must be one of ${params.allowedValues.join(',')}`;
  if (params?.missingProperty) return 'is required';
  return error.message ?? 'is not valid';
}

/** `/requestBody/rules/0/conditions` -> `rules[0].conditions`; path and query parameters by name. */
function fieldPath(instancePath: string, missing: string | undefined): string {
  const parts = instancePath.split('/').slice(2);
  if (missing !== undefined && missing !== 'requestBody') parts.push(missing);
  let path = '';
  for (const part of parts) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path += /^\d+$/.test(name) ? `[${name}]` : path === '' ? name : `.${name}`;
  }
  return path === '' ? 'body' : path;
}

function demandMatch(document: ApiDocument, handlers: Readonly<Record<string, unknown>>): void {
  const declared = new Set(document.operations.map((operation) => operation.operationId));
  const missing = [...declared].filter((id) => !handlers[id]);
  const surplus = Object.keys(handlers).filter((id) => !declared.has(id));
  if (missing.length > 0 || surplus.length > 0)
    throw new Error(
      `Handlers and document differ. Without a handler: ${missing.join(', ') || 'none'}. ` +
        `Without an operation: ${surplus.join(', ') || 'none'}.`,
    );
}

function demandDeclared(
  validator: OpenAPIValidator,
  operation: Operation,
  answer: OperationAnswer,
): void {
  const declared = operation.responses[String(answer.status)];
  if (!declared) throw new Error(`${operation.operationId} answered undeclared ${answer.status}.`);
  if (answer.body === undefined || !declared.content?.['application/json']) return;
  const plain = JSON.parse(JSON.stringify(answer.body)) as unknown;
  const { errors } = validator.validateResponse(plain, operation.operationId, answer.status);
  if (errors)
    throw new Error(
      `${operation.operationId} answered something else than documented: ${JSON.stringify(errors.slice(0, 3))}`,
    );
}

/** `/search/list` before `/search` before `/{id}`: literal segments win over parameters. */
function sortBySpecificity(operations: readonly Operation[]): Operation[] {
  const rank = (path: string) =>
    path
      .split('/')
      .map((part) => (part.startsWith('{') ? '1' : '0'))
      .join('');
  return [...operations].sort((a, b) => rank(a.path).localeCompare(rank(b.path)));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasBody(req: { headers: Record<string, unknown> }): boolean {
  const length = req.headers['content-length'];
  return req.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function isJson(req: { headers: Record<string, unknown> }): boolean {
  const type = String(req.headers['content-type'] ?? 'application/json');
  return /^(application\/(\S+\+)?json|text\/json)\b/i.test(type);
}
