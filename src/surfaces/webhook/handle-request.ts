import { ObjectId } from 'bson';
import { bodyBytesMax, bodyToPayload, keptQuery, type RawBody } from '../../bodies/index.ts';
import { rateLimitHeaders } from '../../http/index.ts';
import {
  type Delivery,
  handshakeOf,
  type IntakeAnswer,
  isCostly,
  type Received,
  type Reply,
  readRaw,
  resolvesOpenIncident,
  setAside,
} from '../../ingest/index.ts';
import { hashOfIngestToken, type IntakeView, tokenStateOf } from '../../integrations/index.ts';
import { AppError } from '../../kernel/index.ts';
import { say, words } from '../../sentences/index.ts';
import { admit, admitByBody } from './admission.ts';
import { bearerOf } from './credentials.ts';
import type { Dialect, RequestHead } from './dialects/index.ts';
import type { Exchange, Surface } from './exchange.ts';
import { readBody } from './read-body.ts';
import { receiveSignOfLife } from './sign-of-life.ts';
import { answerHandshake, demandGenuineSender, needsPayload } from './signatures/index.ts';

export interface Handled {
  reply: Reply;
  /** The outcome of the payload; null for a question. */
  outcome: string | null;
  /** The result of intake, for a payload that is on disk. */
  answer?: IntakeAnswer;
}

/**
 * A request in any dialect, in this order: address of the integration, the sender's IP address, bearer, body (413),
 * signature (401), rate (429). Only then is the body parsed, so that nothing costly is done for callers who are not
 * known. Resolved once the payload is on disk.
 */
export async function handleRequest(surface: Surface, exchange: Exchange): Promise<Handled> {
  const { dialect, req, res, head } = exchange;
  const credentials = dialect.credentialsOf(head);
  if (credentials === null) return handleAnonymous(surface, exchange);
  const view = await admit(surface, exchange, credentials);
  const question = dialect.questionOf?.(head);
  if (question) return { reply: await question(surface.world, view), outcome: null };
  const body = await readBody(req, res, {
    bytesMax: bodyBytesMax,
    budget: surface.knownBodies,
    account: view.integrationId,
  });
  return deliver(surface, exchange, view, body);
}

/** For protocols that have the key in the body: read on a small budget, and not parsed before a key is found in it. */
async function handleAnonymous(surface: Surface, exchange: Exchange): Promise<Handled> {
  const { dialect, req, res, head, ip } = exchange;
  const body = await readBody(req, res, {
    bytesMax: bodyBytesMax,
    budget: surface.anonymousBodies,
    account: ip,
  });
  const view = await admitByBody(surface, exchange, body);
  if (view) return deliver(surface, exchange, view, body);
  // Small enough to report exactly what is wrong with it.
  if (body.length <= harmlessBytesMax) dialect.read({ ...head, body }, null);
  throw dialect.unknown();
}

const harmlessBytesMax = 16 * 1024;

async function deliver(
  surface: Surface,
  exchange: Exchange,
  view: IntakeView,
  body: Buffer,
): Promise<Handled> {
  const { req, head } = exchange;
  const { world, limiter, senders } = surface;
  if (view.verifiesSignature) {
    exchange.check = 'signature';
    const payload = needsPayload(view.type)
      ? await payloadToVerify(surface, exchange, view, body)
      : {};
    const signed = { target: req.url ?? '', headers: head.headers, body, payload };
    await demandGenuineSender(senders, view, signed, head.now);
    exchange.check = null;
  }
  if (exchange.isFormerToken) surface.formerTokens.note(view);
  // Only now, so that nobody but the genuine sender can use up the limit of a verifying integration.
  const verdict = await limiter.consume('webhook', view.integrationId, head.now);
  const tooMany = () =>
    new AppError(
      'rate-limited',
      say('payloadLimit', { limit: verdict.limit, seconds: verdict.resetSeconds }),
      { headers: rateLimitHeaders(limiter.limits, 'webhook', verdict) },
    );
  if (view.type.source === 'heartbeat') {
    if (!verdict.allowed) throw tooMany();
    return { reply: await receiveSignOfLife(surface, head, view, body), outcome: null };
  }
  if (!verdict.allowed && !surface.beyondLimit.take(view.integrationId, body.length, head.now))
    throw tooMany();
  const { delivery, unread, received } = await receive(surface, exchange, view, body);
  if (delivery?.key !== undefined && !isKeyOf(view, delivery.key, head.now)) {
    // The key that was found first stood in something that the event quotes.
    const bearer = bearerOf(head.headers.authorization);
    const meant = await admit(surface, exchange, { key: delivery.key, bearer });
    return deliver(surface, exchange, meant, body);
  }
  if (!verdict.allowed && !(await resolvesOpenIncident(world, received))) throw tooMany();
  if (unread) {
    await surface.intake.accept(received);
    // The payload says why it failed, and so does the answer: only the protocol itself could have said what was sent.
    throw unread;
  }
  return accept(surface, exchange, delivery, received, body);
}

function isKeyOf(view: IntakeView, key: string, now: Date): boolean {
  return tokenStateOf(view, hashOfIngestToken(key), now) !== null;
}

/** A request as a payload for the integration. */
type ReceivedRequest = { received: Received } & (
  | { delivery: Delivery; unread?: undefined }
  | { delivery?: undefined; unread: AppError }
);

async function receive(
  surface: Surface,
  { dialect, head, ip }: Exchange,
  view: IntakeView,
  body: Buffer,
): Promise<ReceivedRequest> {
  const origin = { id: new ObjectId(), view, ip, at: head.now, isRequest: true as const };
  const { protocol } = dialect;
  if (protocol === null || !isCostly({ body }, view)) {
    const delivery = dialect.read({ ...head, body }, view);
    return {
      delivery,
      received: { ...(await readRaw(surface.intake, delivery.raw, view)), ...origin },
    };
  }
  const { read, ...found } = await surface.intake.largeBodies.readRequest(
    view,
    protocol,
    { ...head, body },
    unreadRequest(dialect, head, body),
  );
  return { ...found, received: { ...read, ...origin } };
}

/** The stored form of a request that could not be read: without its body if the key is in it. */
function unreadRequest({ keyNames }: Dialect, head: RequestHead, body: Buffer): RawBody {
  return {
    method: head.method,
    contentType: 'application/json',
    headers: {},
    query: keptQuery(head.query),
    body: keyNames ? Buffer.alloc(0) : body,
  };
}

async function accept(
  { senders, intake }: Surface,
  { dialect, head, tookSeconds }: Exchange,
  delivery: Delivery,
  received: Received,
  body: Buffer,
): Promise<Handled> {
  if (delivery.setAside !== undefined) received.evaluations = setAside(delivery.setAside);
  const { view, wrapped } = received;
  const handshake = received.handshake ?? handshakeOf(view.type, wrapped.payload);
  const wanted =
    handshake === null ? null : await answerHandshake(senders, view, handshake, body, head.now);
  if (wanted) received.evaluations = setAside(words(wanted.result));
  const answer = await intake.accept(received);
  const reply = delivery.reply ??
    dialect.replyTo?.(answer, tookSeconds()) ?? { status: 200, body: answer };
  const { outcome } = answer;
  if (wanted === null) return { reply, outcome, answer };
  return {
    answer,
    reply: {
      ...reply,
      body: { ...answer, ...wanted.body },
      headers: { ...reply.headers, ...wanted.headers },
    },
    outcome,
  };
}

/**
 * The body contains the secret, so it must be parsed before the sender is known; this counts on the budget of the
 * integration.
 */
async function payloadToVerify(
  surface: Surface,
  { dialect, head }: Exchange,
  view: IntakeView,
  body: Buffer,
) {
  if (!surface.unverified.take(view.integrationId, body.length, head.now))
    throw new AppError('rate-limited', say('verificationsTooMany'), {
      headers: { 'retry-after': '10' },
    });
  const { raw } = dialect.read({ ...head, body }, view);
  return isCostly(raw)
    ? surface.intake.largeBodies.secretOf(view, raw)
    : (await bodyToPayload(raw)).payload;
}
