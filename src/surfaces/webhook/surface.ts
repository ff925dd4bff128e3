import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerHeaders, type Metrics, requestIdOf, toProblem } from '../../http/index.ts';
import type { Reply } from '../../ingest/index.ts';
import { FormerTokenUses, recordRefusedRequests } from '../../integrations/index.ts';
import { AppError, problems, type Task } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { BodyBudget } from './body-budget.ts';
import { clientAddress } from './client-address.ts';
import type { Dialect } from './dialects/index.ts';
import type { Exchange, Surface } from './exchange.ts';
import { handleRequest } from './handle-request.ts';
import { anonymousBodies, beyondLimit, knownBodies, unverified } from './limits.ts';
import { ParseBudget } from './parse-budget.ts';
import { Refusals } from './refusals.ts';
import { waysTo } from './ways.ts';

export interface WebhookSurfaceOptions
  extends Pick<
    Surface,
    'world' | 'views' | 'intake' | 'limiter' | 'monitors' | 'senders' | 'journey' | 'trustedProxies'
  > {
  /** Products at whose own paths requests are answered, too. */
  compatiblePaths: ReadonlySet<string>;
  metrics: Pick<Metrics, 'webhookProcessed' | 'webhookRefused'>;
}

interface WebhookSurface {
  /** Whether requests to this address are for here. */
  takes(url: string): boolean;
  handle(req: IncomingMessage, res: ServerResponse): void;
  /** Stores how many requests were refused, and which came by a former token. */
  task: Task;
  /** After the last request: stores what is not stored yet. */
  stop(): Promise<void>;
}

/** Also odd spellings of our addresses, so that nothing else answers and repeats the token in them. */
const oddAddress = /^(?:https?:\/\/[^/?#]*)?\/+api\/+(?:webhook|receivers)(?:[/?#]|$)/i;
const absoluteForm = /^https?:\/\/[^/?#]*(?=\/)/i;

/** `/api/webhook/` and `/api/receivers/`, in front of Express: 50 us instead of 150 to 340. */
export function createWebhookSurface(options: WebhookSurfaceOptions): WebhookSurface {
  const { world, metrics, compatiblePaths, ...parts } = options;
  const surface: Surface = {
    world,
    ...parts,
    ways: waysTo(compatiblePaths),
    formerTokens: new FormerTokenUses(world),
    knownBodies: new BodyBudget(knownBodies),
    anonymousBodies: new BodyBudget(anonymousBodies),
    beyondLimit: new ParseBudget(beyondLimit),
    unverified: new ParseBudget(unverified),
  };
  const refusals = new Refusals(world, metrics.webhookRefused);
  // `refusals` logs faults of callers and overload once a minute.
  const silent = world.log.child({}, { level: 'silent' });

  function refuse(exchange: Exchange, error: unknown): { reply: Reply; outcome: string } {
    const { req, dialect } = exchange;
    const requestId = requestIdOf(req);
    const isExpected = error instanceof AppError && problems[error.code].status !== 500;
    if (isExpected) refusals.note(exchange, error, requestId);
    // Addresses contain keys: answers and logs do not repeat them.
    const problem = toProblem(error, requestId, dialect.base, isExpected ? silent : world.log);
    const { 'content-type': _, 'www-authenticate': challenge, ...headers } = problem.headers;
    const reply = dialect.refuse(problem.body);
    return {
      outcome: problem.body.code,
      reply: {
        ...reply,
        headers: {
          ...(reply.status >= 500 ? { 'retry-after': '5' } : {}),
          ...headers,
          ...(dialect.protocol === null && challenge ? { 'www-authenticate': challenge } : {}),
          ...reply.headers,
        },
      },
    };
  }

  function handle(req: IncomingMessage, res: ServerResponse): void {
    const start = performance.now();
    const exchange = exchangeOf(surface, req, res, start);
    const handled =
      exchange.dialect === elsewhere
        ? Promise.reject(elsewhere.unknown())
        : handleRequest(surface, exchange);
    handled.then(
      ({ reply, outcome, answer }) => {
        if (outcome !== null) metrics.webhookProcessed((performance.now() - start) / 1000, outcome);
        if (answer && exchange.view)
          surface.journey?.webhook({
            organizationId: exchange.view.organizationId,
            integrationId: exchange.view.integrationId,
            ...answer,
            startedAt: exchange.head.now,
            until: world.clock.now(),
          });
        send(res, reply);
      },
      (error: unknown) => {
        const { reply, outcome } = refuse(exchange, error);
        metrics.webhookProcessed((performance.now() - start) / 1000, outcome);
        if (!req.complete && !res.headersSent) res.setHeader('connection', 'close');
        send(res, reply);
      },
    );
  }

  async function storeNews(): Promise<void> {
    await recordRefusedRequests(world, refusals.takePending());
    await surface.formerTokens.store();
  }

  return {
    takes: (url) =>
      url.startsWith('/api/webhook/') ||
      url.startsWith('/api/receivers/') ||
      oddAddress.test(url) ||
      surface.ways.some(({ prefix }) => url.startsWith(prefix)),
    handle,
    task: {
      name: 'refused-requests',
      everySeconds: 5,
      everywhere: true,
      run: storeNews,
    },
    stop: storeNews,
  };
}

function exchangeOf(
  surface: Surface,
  req: IncomingMessage,
  res: ServerResponse,
  start: number,
): Exchange {
  let target = req.url ?? '';
  if (!target.startsWith('/')) target = target.replace(absoluteForm, '');
  const { dialect, baseLength } =
    surface.ways.find(({ prefix }) => target.startsWith(prefix)) ?? nowhere;
  const mark = target.indexOf('?');
  return {
    dialect,
    req,
    res,
    head: {
      method: req.method ?? 'POST',
      path: target.slice(baseLength, mark < 0 ? undefined : mark),
      query: mark < 0 ? '' : target.slice(mark + 1),
      headers: req.headers,
      now: surface.world.clock.now(),
    },
    ip: clientAddress(req, surface.trustedProxies),
    view: null,
    isFormerToken: false,
    check: null,
    tookSeconds: () => Math.round(performance.now() - start) / 1000,
  };
}

/** Addresses below ours that are nobody's. */
const elsewhere: Dialect = {
  base: '/api/receivers/',
  protocol: null,
  credentialsOf: () => {
    throw elsewhere.unknown();
  },
  read: () => {
    throw elsewhere.unknown();
  },
  unknown: () => new AppError('not-found', say('noSuchReceiver')),
  refuse: (problem) => ({
    status: problem.status,
    body: problem,
    headers: { 'content-type': 'application/problem+json; charset=utf-8' },
  }),
};

const nowhere = { dialect: elsewhere, baseLength: elsewhere.base.length };

const always = Object.entries(answerHeaders);

function send(res: ServerResponse, { status, body, headers }: Reply): void {
  if (res.headersSent || res.destroyed) return;
  res.statusCode = status;
  for (const [name, value] of always) res.setHeader(name, value);
  for (const name in headers) res.setHeader(name, headers[name] ?? '');
  if (body === undefined) {
    res.setHeader('content-length', 0);
    res.end();
    return;
  }
  const text = JSON.stringify(body);
  if (!res.hasHeader('content-type'))
    res.setHeader('content-type', 'application/json; charset=utf-8');
  res.setHeader('content-length', Buffer.byteLength(text));
  res.end(text);
}
