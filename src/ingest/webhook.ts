import type { IncomingMessage, ServerResponse } from 'node:http';
import { ObjectId } from 'bson';
import { requestIdOf, toProblem } from '../http/index.ts';
import { AppError } from '../kernel/index.ts';
import {
  type AdmissionOptions,
  bearerOf,
  demandBearer,
  demandRoom,
  findIntegration,
} from './admission.ts';
import { bodyToPayload, type RawBody } from './body-to-payload.ts';
import { clientAddress } from './client-address.ts';
import type { IntakeAnswer, Received } from './intake.ts';
import { keptHeaders } from './kept-headers.ts';
import { readBody } from './read-body.ts';
import {
  demandGenuineSender,
  type SenderVerification,
  shakeHands,
  withoutBodySecrets,
} from './signatures/index.ts';

export interface WebhookOptions extends AdmissionOptions {
  senders: SenderVerification;
}

export const webhookPrefix = '/api/webhook/';

/**
 * `ANY /api/webhook/{uuid}` (spec 4.1), in front of Express. Checks in order: id, address (404, the same
 * as for an unknown id), bearer (401), the body (413), the sender's signature (401), rate (429). Answers
 * 200 once the payload is on disk.
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
  const { world } = options;
  const target = req.url ?? '';
  const { id, query } = parseTarget(target);
  const ip = clientAddress(req, options.trustedProxies);
  const view = await findIntegration(options.views, id, ip);
  if (!view) throw unknownWebhook();
  demandBearer(view, bearerOf(req.headers.authorization));
  const body = await readBody(req, res);
  const raw: RawBody = {
    method: req.method ?? 'POST',
    contentType: req.headers['content-type'] ?? '',
    headers: keptHeaders(req.headers, view.type),
    query,
    body,
  };
  const wrapping = bodyToPayload(raw);
  const wrapped = wrapping instanceof Promise ? await wrapping : wrapping;
  const at = world.clock.now();
  const signed = { target, headers: req.headers, body, payload: wrapped.payload };
  if (view.verifiesSignature) await demandGenuineSender(options.senders, view, signed, at);
  // Only now, so that nobody but the genuine sender can use up the limit of a verifying integration.
  const verdict = await options.limiter.consume('webhook', view.integrationId, at);
  const received: Received = {
    id: new ObjectId(),
    view,
    ...withoutBodySecrets(view, raw, wrapped),
    ip,
    at,
  };
  await demandRoom(options, verdict, received);
  const handshake = shakeHands(options.senders, view, { ...signed, method: raw.method }, at);
  if (!handshake) return options.intake.accept(received);
  const { result, answer: wanted, headers } = await handshake;
  const answer = await options.intake.accept({ ...received, setAside: result });
  for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value);
  return { ...answer, ...wanted };
}

/** One text for unknown ids and refused addresses: nobody learns which ids exist. */
function unknownWebhook(): AppError {
  return new AppError('not-found', 'There is no such webhook.');
}

function parseTarget(url: string): { id: string; query: Record<string, string | string[]> } {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return {
    id: path.slice(webhookPrefix.length).replace(/\/$/, ''),
    query: mark < 0 ? Object.create(null) : queryFields(url.slice(mark + 1)),
  };
}

/** Repeated fields become lists; the result has no prototype to pollute. */
export function queryFields(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const present = query[name];
    if (present === undefined) query[name] = value;
    else if (Array.isArray(present)) present.push(value);
    else query[name] = [present, value];
  }
  return query;
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
