/**
 * Requests to the Public API: the key, pacing, patience with a busy server, and failures that say
 * what to do. Everything above this file speaks of objects, everything below of bytes.
 */
import { parseExactJson, stringifyExactJson } from '../runtime/exact-json.ts';
import type { Log } from '../runtime/log.ts';
import type { Value } from '../runtime/value.ts';
import { serverUrl } from './addresses.ts';
import { type ApiFailure, isDistrust, networkFailure, readProblem } from './failure.ts';
import type { PaceClock, Pacer } from './pace.ts';
import type { ApiRequest, Query } from './request.ts';

export interface ApiClient {
  /** The parsed answer of a 2xx, null when it is empty. Throws ApiFailure on everything else. */
  send(request: ApiRequest): Promise<Value>;
}

export interface ClientOptions {
  /** The URL of the Public API, see addresses.ts. */
  readonly baseUrl: string;
  /** Sent with every request: the key and who sends it, or nothing where a session speaks for the caller. */
  readonly headers: Readonly<Record<string, string>>;
  /** How requests leave: a browser adds its session. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly pacer: Pacer;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly clock?: PaceClock;
  /** How long one request may wait for a server that is busy, used up or starting again. Default: ten minutes. */
  readonly patienceMilliseconds?: number;
}

const requestTimeoutMilliseconds = 120_000;
const firstBackoffMilliseconds = 500;
const backoffMaxMilliseconds = 30_000;
/** A server that starts again is there within seconds. */
const backoffForServerMaxMilliseconds = 5_000;
/** How long a change under way may still end after Terraform was interrupted. */
const graceMilliseconds = 30_000;

/** There was no connection, so nothing was sent: no server listens, or the way to it is cut. */
const notConnected = new Set([
  'ECONNREFUSED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  // A proxy that does not let us through.
  'UND_ERR_ABORTED',
]);
/** The connection broke, so the request may have been carried out. */
const brokenConnection = new Set([
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]);

function wasSent(outcome: Attempt): boolean {
  if ('status' in outcome) return true;
  return !notConnected.has(outcome.code) && !isDistrust(outcome.code);
}

export const systemClock: PaceClock = {
  now: Date.now,
  sleep: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener('abort', stop);
        resolve();
      }, milliseconds);
      signal.addEventListener('abort', stop, { once: true });
    }),
};

/** How clients of the Public API that have a key say who they are. */
export function keyHeaders(apiKey: string, userAgent: string): Record<string, string> {
  return { 'user-agent': userAgent, 'x-authorization': apiKey };
}

export function createClient(options: ClientOptions): ApiClient {
  const { pacer, signal, log, clock = systemClock, patienceMilliseconds = 600_000 } = options;
  const changes = afterGrace(signal);
  /** Somebody listened at this address during this run: who does not any more is being started again. */
  let isServerKnown = false;

  const attempt = async (request: ApiRequest): Promise<Attempt> => {
    await pacer.turn(signal);
    const started = clock.now();
    const outcome = await exchange(options, request, request.method === 'GET' ? signal : changes);
    log('debug', 'request', {
      method: request.method,
      path: request.path,
      milliseconds: clock.now() - started,
      ...('status' in outcome
        ? { status: outcome.status, requestId: outcome.requestId ?? undefined }
        : { failure: outcome.code }),
    });
    return outcome;
  };

  return {
    send: async (request) => {
      const started = clock.now();
      let isUnsettled = false;
      for (let count = 1; ; count += 1) {
        const outcome = await attempt(request);
        isServerKnown ||= wasSent(outcome);
        if ('status' in outcome && outcome.status >= 200 && outcome.status < 300)
          return outcome.body;
        isUnsettled = isUnsettledAfter(outcome, request, isUnsettled);
        const failure = failureOf(options, request, outcome, isUnsettled);
        const pause = isServerKnown
          ? pauseBefore(outcome, request, { count, isUnsettled })
          : undefined;
        if (pause === undefined) throw failure;
        if (clock.now() + pause - started > patienceMilliseconds) {
          // The next one need not wait as long again for a server that is gone.
          isServerKnown = wasSent(outcome);
          throw failure;
        }
        log('warn', 'request will be repeated', { path: request.path, count, milliseconds: pause });
        if ('status' in outcome && outcome.status === 429) pacer.pauseUntil(clock.now() + pause);
        await clock.sleep(pause, signal).catch((stopped: unknown) => {
          throw isUnsettled ? failure : stopped;
        });
      }
    },
  };
}

interface Answered {
  readonly status: number;
  readonly body: Value;
  readonly retryAfter: string | null;
  readonly requestId: string | null;
}
interface Broken {
  readonly code: string;
  readonly cause: unknown;
}
type Attempt = Answered | Broken;

/**
 * Reads and waits end when Terraform stops. The server completes a change that is under way in any case,
 * so it may finish: then its id gets into the state.
 */
function afterGrace(signal: AbortSignal): AbortSignal {
  const late = new AbortController();
  const start = () => {
    const timer: unknown = setTimeout(() => late.abort(signal.reason), graceMilliseconds);
    // In Node a timer keeps the process alive; in a browser it is a number.
    if (isTimer(timer)) timer.unref();
  };
  if (signal.aborted) late.abort(signal.reason);
  else signal.addEventListener('abort', start, { once: true });
  return late.signal;
}

function isTimer(timer: unknown): timer is { unref(): void } {
  return typeof timer === 'object' && timer !== null && 'unref' in timer;
}

async function exchange(
  { baseUrl, headers, fetch: send = fetch }: ClientOptions,
  request: ApiRequest,
  signal: AbortSignal,
): Promise<Attempt> {
  const query = new URLSearchParams(pairsOf(request.query));
  const base = request.isServerText === true ? serverUrl(baseUrl) : baseUrl;
  const url = `${base}${request.path}${query.size > 0 ? `?${query}` : ''}`;
  try {
    const response = await send(url, {
      method: request.method,
      headers: {
        accept: 'application/json',
        // A form says itself where its parts end.
        ...(request.file === undefined ? { 'content-type': 'application/json' } : {}),
        ...headers,
        ...(request.idempotencyKey === undefined
          ? {}
          : { 'idempotency-key': request.idempotencyKey }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMilliseconds)]),
      ...bodyOf(request),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: request.isServerText === true && response.ok ? text : parseBody(text, response),
      retryAfter: response.headers.get('retry-after'),
      requestId: response.headers.get('x-request-id'),
    };
  } catch (error) {
    // A read that was interrupted is over; a change may have been carried out.
    if (signal.aborted && request.method === 'GET') throw signal.reason;
    return { code: signal.aborted ? 'INTERRUPTED' : codeOf(error), cause: error };
  }
}

function bodyOf({ file, body }: ApiRequest): { body?: string | FormData } {
  if (file !== undefined) {
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(file.bytes)]), file.name);
    return { body: form };
  }
  return body === undefined ? {} : { body: stringifyExactJson(body) };
}

function pairsOf(query: Query = {}): [string, string][] {
  return Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
}

/** Gateways answer HTML; their text is kept for the message, but it is no object. */
function parseBody(text: string, response: Response): Value {
  if (text.trim() === '') return null;
  try {
    return parseExactJson(text);
  } catch (error) {
    if (response.ok) throw error;
    return text.slice(0, 2000);
  }
}

/**
 * Whether the request may have been carried out without anybody knowing: a later attempt that is answered settles it.
 */
function isUnsettledAfter(outcome: Attempt, { method }: ApiRequest, before: boolean): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  if (!('status' in outcome)) return before || wasSent(outcome);
  if (isGateway(outcome)) return true;
  return isAskedToWait(outcome) && before;
}

/** Milliseconds to wait before the next attempt; undefined when another one would not help. */
function pauseBefore(
  outcome: Attempt,
  request: ApiRequest,
  { count, isUnsettled }: { readonly count: number; readonly isUnsettled: boolean },
): number | undefined {
  const backoff = firstBackoffMilliseconds * 2 ** (count - 1);
  // Without a key a second creation makes a second object.
  const isRepeatable =
    !isUnsettled || request.method !== 'POST' || request.idempotencyKey !== undefined;
  if (!isRepeatable) return undefined;
  if ('status' in outcome && isAskedToWait(outcome)) {
    return retryAfterMilliseconds(outcome.retryAfter) ?? Math.min(backoff, backoffMaxMilliseconds);
  }
  const mayComeBack =
    'status' in outcome
      ? isGateway(outcome)
      : notConnected.has(outcome.code) || brokenConnection.has(outcome.code);
  return mayComeBack ? Math.min(backoff, backoffForServerMaxMilliseconds) : undefined;
}

/**
 * Nothing was done: by a server that is busy or a key that is used up, or because the first request under this key
 * still runs.
 */
function isAskedToWait({ status, retryAfter }: Answered): boolean {
  return status === 429 || status === 503 || (status === 409 && retryAfter !== null);
}

/** A proxy in front of a server that is restarting answers in its place. */
function isGateway({ status }: Answered): boolean {
  return status === 502 || status === 504;
}

/** RFC 9110 section 10.2.3: seconds, or a date. */
function retryAfterMilliseconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function failureOf(
  options: ClientOptions,
  request: ApiRequest,
  outcome: Attempt,
  isUnsettled: boolean,
): ApiFailure {
  return 'status' in outcome
    ? readProblem(request, outcome, isUnsettled)
    : networkFailure(request, options.baseUrl, outcome, isUnsettled);
}

/** fetch says only "fetch failed"; what happened is one or two causes down. */
function codeOf(error: unknown): string {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    if (at.name === 'TimeoutError') return 'ETIMEDOUT';
    if (at instanceof AggregateError && at.errors[0] !== undefined && at.cause === undefined) {
      return codeOf(at.errors[0]);
    }
  }
  return error instanceof SyntaxError ? 'NOT_JSON' : 'UNKNOWN';
}
