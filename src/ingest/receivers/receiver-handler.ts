import type { IncomingMessage, ServerResponse } from 'node:http';
import { ObjectId } from 'bson';
import { requestIdOf, toProblem } from '../../http/index.ts';
import { openIncidentExists } from '../../incidents/index.ts';
import type { IntakeView } from '../../integrations/index.ts';
import { AppError, type World } from '../../kernel/index.ts';
import { type AdmissionOptions, demandBearer, demandRoom, findIntegration } from '../admission.ts';
import { bodyToPayload, type RawBody } from '../body-to-payload.ts';
import { clientAddress } from '../client-address.ts';
import { evaluatePayload } from '../evaluate.ts';
import type { Received } from '../intake.ts';
import { keptHeaders } from '../kept-headers.ts';
import { readBody } from '../read-body.ts';
import { queryFields } from '../webhook.ts';
import { alertmanager } from './alertmanager.ts';
import { ilertEvents } from './ilert-events.ts';
import { opsgenieAlerts } from './opsgenie-alerts.ts';
import { pagerDutyEvents } from './pagerduty-events.ts';
import type { Delivery, Receiver, ReceiverCall, Reply } from './receiver.ts';
import { splunkOnCall } from './splunk-on-call.ts';

export const receiverPrefix = '/api/receivers/';

const receivers: readonly Receiver[] = [
  alertmanager,
  ilertEvents,
  opsgenieAlerts,
  pagerDutyEvents,
  splunkOnCall,
];

/**
 * Receivers of other products' protocols, in front of Express as the webhook is. Keys may be anywhere in a
 * request, so the body is read first (413); then key and address, bearer, rate. Errors have the shape of
 * the protocol, and the payload is on disk before the answer.
 */
export function createReceiverHandler(options: AdmissionOptions) {
  const { world } = options;
  return (req: IncomingMessage, res: ServerResponse): void => {
    const start = performance.now();
    const tookSeconds = () => Math.round(performance.now() - start) / 1000;
    const [target = '', query = ''] = splitOnce(req.url ?? '', '?');
    const receiver = receivers.find(({ base }) => target.startsWith(`${base}/`));
    const handled = receiver
      ? handle(options, receiver, { req, res, target, query, tookSeconds })
      : Promise.reject(new AppError('not-found', 'There is no such receiver.'));
    handled.then(
      ({ reply, outcome }) => {
        if (outcome !== null) options.onProcessed((performance.now() - start) / 1000, outcome);
        send(res, reply);
      },
      (error: unknown) => {
        // Keys stand in addresses: they are not repeated in answers and logs.
        const problem = toProblem(error, requestIdOf(req), receiverPrefix, world.log);
        options.onProcessed((performance.now() - start) / 1000, problem.body.code);
        const { 'content-type': _, 'www-authenticate': __, ...headers } = problem.headers;
        const reply = receiver?.refuse(problem.body) ?? { status: 404, body: problem.body };
        if (!req.complete) res.setHeader('connection', 'close');
        send(res, { ...reply, headers: { ...headers, ...reply.headers } });
      },
    );
  };
}

interface Exchange {
  req: IncomingMessage;
  res: ServerResponse;
  target: string;
  query: string;
  tookSeconds(): number;
}

async function handle(
  options: AdmissionOptions,
  receiver: Receiver,
  { req, res, target, query, tookSeconds }: Exchange,
): Promise<{ reply: Reply; outcome: string | null }> {
  const { world } = options;
  const now = world.clock.now();
  const call: ReceiverCall = {
    method: req.method ?? 'POST',
    path: segmentsOf(target.slice(receiver.base.length)),
    query: queryFields(query),
    headers: req.headers,
    body: await readBody(req, res),
    now,
  };
  const read = receiver.read(call);
  const ip = clientAddress(req, options.trustedProxies);
  const view = await findIntegration(options.views, withDashes(read.key), ip);
  if (view?.type.id !== receiver.typeId)
    throw new AppError(
      'unauthenticated',
      `The key is not the id of an integration of type ${receiver.typeId}.`,
    );
  demandBearer(view, read.bearer);
  if (read.kind === 'question') return { reply: await read.reply(world, view), outcome: null };
  const verdict = await options.limiter.consume('webhook', view.integrationId, now);
  const received = await toReceived(call, read, view, ip);
  await demandRoom(options, verdict, received);
  if (read.isFollowUp && !(await concernsOpenIncident(world, received)))
    received.setAside = 'It follows up on a problem that is not open.';
  const answer = await options.intake.accept(received);
  return { reply: read.reply(answer, tookSeconds()), outcome: answer.outcome };
}

async function toReceived(
  call: ReceiverCall,
  { key, body, query, setAside }: Delivery,
  view: IntakeView,
  ip: string,
): Promise<Received> {
  const contentType = 'application/json';
  const raw: RawBody = {
    method: call.method,
    contentType,
    headers: {
      ...headersWithout(key, keptHeaders(call.headers, view.type)),
      'content-type': contentType,
    },
    query: query ?? call.query,
    body: Buffer.from(JSON.stringify(body)),
  };
  const wrapped = await bodyToPayload(raw);
  return {
    id: new ObjectId(),
    view,
    raw,
    wrapped,
    ip,
    at: call.now,
    ...(setAside !== undefined && { setAside }),
  };
}

/** A key may stand in a header of the protocol's own, and is a credential there as well. */
function headersWithout(key: string, headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== key));
}

async function concernsOpenIncident(world: World, { view, wrapped }: Received): Promise<boolean> {
  const evaluations = await evaluatePayload(view, wrapped, async () => null);
  for (const { correlationId, groupingKey } of evaluations)
    if (
      correlationId !== null &&
      (await openIncidentExists(world, view.integrationId, correlationId, groupingKey))
    )
      return true;
  return false;
}

function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => {
      try {
        return decodeURIComponent(segment);
      } catch {
        return segment;
      }
    });
}

/** Some clients take keys of 32 characters only: an id without its dashes is the same id. */
function withDashes(key: string): string {
  return /^[\da-f]{32}$/i.test(key)
    ? key.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : key;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function send(res: ServerResponse, { status, body, headers = {} }: Reply): void {
  if (res.headersSent || res.destroyed) return;
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  if (body === undefined) {
    res.setHeader('content-length', 0);
    res.end();
    return;
  }
  const text = JSON.stringify(body);
  res.setHeader('content-type', 'application/json; charset=utf-8');
  res.setHeader('content-length', Buffer.byteLength(text));
  res.end(text);
}
