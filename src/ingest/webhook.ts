import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BlockList } from 'node:net';
import { ObjectId } from 'bson';
import { type RateLimiter, rateLimitHeaders, requestIdOf, toProblem } from '../http/index.ts';
import { openIncidentExists } from '../incidents/index.ts';
import type { IntakeView, IntakeViews } from '../integrations/index.ts';
import { AppError, isListed, isUuid, type World } from '../kernel/index.ts';
import { bodyToPayload, type RawBody } from './body-to-payload.ts';
import { clientAddress } from './client-address.ts';
import { evaluatePayload } from './evaluate.ts';
import type { Intake, IntakeAnswer, Received } from './intake.ts';
import { keptHeaders } from './kept-headers.ts';
import { readBody } from './read-body.ts';

export interface WebhookOptions {
  world: World;
  views: IntakeViews;
  intake: Intake;
  limiter: RateLimiter;
  trustedProxies: BlockList | undefined;
  onProcessed(seconds: number, outcome: string): void;
}

export const webhookPrefix = '/api/webhook/';

/**
 * `ANY /api/webhook/{uuid}` (spec 4.1), in front of Express. Checks in order: id, address (404, the same
 * as for an unknown id), bearer (401), rate (429), then the body (413). Answers 200 once the payload is
 * on disk.
 */
export function createWebhookHandler(options: WebhookOptions) {
  const { world } = options;
  return (req: IncomingMessage, res: ServerResponse): void => {
    const start = performance.now();
    handle(options, req, res).then(
      (answer) => {
        options.onProcessed((performance.now() - start) / 1000, answer.outcome);
        sendJson(res, 200, answer);
      },
      (error: unknown) => {
        // The webhook id is a credential: it is not repeated in answers and logs.
        const problem = toProblem(error, requestIdOf(req), webhookPrefix, world.log);
        options.onProcessed((performance.now() - start) / 1000, problem.body.code);
        if (!req.complete && !res.headersSent) res.setHeader('connection', 'close');
        for (const [name, value] of Object.entries(problem.headers)) res.setHeader(name, value);
        sendJson(res, problem.status, problem.body);
      },
    );
  };
}

async function handle(
  options: WebhookOptions,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<IntakeAnswer> {
  const { id, query } = parseTarget(req.url ?? '');
  const view = await knownIntegration(options.views, id);
  const ip = clientAddress(req, options.trustedProxies);
  if (view.allowedAddresses && !isListed(view.allowedAddresses, ip)) throw unknownWebhook();
  demandBearer(view, req.headers.authorization);
  const { world } = options;
  const at = world.clock.now();
  const verdict = await options.limiter.consume('webhook', view.integrationId, at);
  const body = await readBody(req);
  const raw: RawBody = {
    method: req.method ?? 'POST',
    contentType: req.headers['content-type'] ?? '',
    headers: keptHeaders(req.headers, view.type),
    query,
    body,
  };
  const wrapping = bodyToPayload(raw);
  const wrapped = wrapping instanceof Promise ? await wrapping : wrapping;
  const received: Received = { id: new ObjectId(), view, raw, wrapped, ip, at };
  if (!verdict.allowed && !(await resolvesOpenIncident(world, received))) {
    for (const [name, value] of Object.entries(
      rateLimitHeaders(options.limiter.limits, 'webhook', verdict),
    ))
      res.setHeader(name, value);
    throw new AppError(
      'rate-limited',
      `More than ${verdict.limit} payloads for this integration; try again in ${verdict.resetSeconds} s. ` +
        'Payloads that resolve an open incident are always taken.',
    );
  }
  return options.intake.accept(received);
}

async function knownIntegration(views: IntakeViews, id: string): Promise<IntakeView> {
  if (!isUuid(id)) throw unknownWebhook();
  const key = id.toLowerCase();
  const view = views.cached(key) ?? (await views.load(key));
  if (!view) throw unknownWebhook();
  return view;
}

/** One text for unknown ids and refused addresses: nobody learns which ids exist. */
function unknownWebhook(): AppError {
  return new AppError('not-found', 'There is no such webhook.');
}

function demandBearer(view: IntakeView, header: string | undefined): void {
  if (!view.bearerHash) return;
  const token = /^Bearer\s+(\S+)\s*$/i.exec(header ?? '')?.[1] ?? '';
  const hash = createHash('sha256').update(token).digest();
  if (!timingSafeEqual(hash, view.bearerHash))
    throw new AppError(
      'unauthenticated',
      'This webhook takes Authorization: Bearer with its token.',
    );
}

/** Over the limit, an end of an alarm still gets through: it can only make the night quieter. */
async function resolvesOpenIncident(world: World, { view, wrapped }: Received): Promise<boolean> {
  const evaluations = await evaluatePayload(view, wrapped, async () => null);
  for (const { outcome, correlationId, groupingKey } of evaluations) {
    if (outcome !== 'Resolved' || correlationId === null) continue;
    if (await openIncidentExists(world, view.integrationId, correlationId, groupingKey))
      return true;
  }
  return false;
}

function parseTarget(url: string): { id: string; query: Record<string, string | string[]> } {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const query: Record<string, string | string[]> = Object.create(null);
  if (mark >= 0)
    for (const [name, value] of new URLSearchParams(url.slice(mark + 1))) {
      const present = query[name];
      if (present === undefined) query[name] = value;
      else if (Array.isArray(present)) present.push(value);
      else query[name] = [present, value];
    }
  return { id: path.slice(webhookPrefix.length).replace(/\/$/, ''), query };
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  if (res.headersSent || res.destroyed) return;
  const text = JSON.stringify(body);
  res.statusCode = status;
  if (!res.hasHeader('content-type'))
    res.setHeader('content-type', 'application/json; charset=utf-8');
  res.setHeader('content-length', Buffer.byteLength(text));
  res.end(text);
}
