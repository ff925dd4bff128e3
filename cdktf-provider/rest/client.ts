/**
 * Requests to the Public API: the key, pacing, patience with a busy server, and failures that say
 * what to do. Everything above this file speaks of objects, everything below of bytes.
 */
import { parseExactJson, stringifyExactJson } from '../runtime/exact-json.ts';
import type { Log } from '../runtime/log.ts';
import type { Value } from '../runtime/value.ts';
import { serverUrl } from './addresses.ts';
import { type ApiFailure, networkFailure, readProblem } from './failure.ts';
import type { PaceClock, Pacer } from './pace.ts';
import type { ApiRequest, Query } from './request.ts';

export interface ApiClient {
  /** The parsed answer of a 2xx, null when it is empty. Throws ApiFailure on everything else. */
  send(request: ApiRequest): Promise<Value>;
}

export interface ClientOptions {
  /** Of the Public API, see addresses.ts. */
  readonly baseUrl: string;
  /** Sent with every request: the key and who sends it, or nothing where a session speaks for the caller. */
  readonly headers: Readonly<Record<string, string>>;
  /** How requests leave: a browser adds its session. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly pacer: Pacer;
  readonly signal: AbortSignal;
  readonly log: Log;
  readonly clock?: PaceClock;
}

/** How long one request may wait for a server that is busy or a key that is used up. */
const patienceMilliseconds = 600_000;
const requestTimeoutMilliseconds = 120_000;
const firstBackoffMilliseconds = 500;
const backoffMaxMilliseconds = 30_000;
/** How long a change under way may still end after Terraform was interrupted. */
const graceMilliseconds = 30_000;

/** The connection broke after it was established, so a retry may succeed. Refused means that no server listens. */
const brokenConnection = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ETIMEDOUT']);

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
  const { pacer, signal, log, clock = systemClock } = options;
  const changes = afterGrace(signal);

  const attempt = async (request: ApiRequest): Promise<Attempt> => {
    await pacer.turn(signal);
    const started = clock.now();
    const outcome = await exchange(options, request, request.method === 'GET' ? signal : changes);
    log('debug', 'request', {
      method: request.method,
      path: request.path,
      milliseconds: clock.now() - started,
      ...('status' in outcome ? { status: outcome.status } : { failure: outcome.code }),
    });
    return outcome;
  };

  return {
    send: async (request) => {
      const started = clock.now();
      for (let count = 1; ; count += 1) {
        const outcome = await attempt(request);
        if ('status' in outcome && outcome.status >= 200 && outcome.status < 300)
          return outcome.body;
        const pause = pauseBefore(outcome, request, count);
        signal.throwIfAborted();
        if (pause === undefined || clock.now() + pause - started > patienceMilliseconds) {
          throw failureOf(options, request, outcome);
        }
        log('warn', 'request will be repeated', { path: request.path, count, milliseconds: pause });
        if ('status' in outcome && outcome.status === 429) pacer.pauseUntil(clock.now() + pause);
        else await clock.sleep(pause, signal);
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
    signal.throwIfAborted();
    return { code: codeOf(error), cause: error };
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

/** Milliseconds to wait before the next attempt; undefined when another one would not help. */
function pauseBefore(outcome: Attempt, request: ApiRequest, count: number): number | undefined {
  const backoff = Math.min(firstBackoffMilliseconds * 2 ** (count - 1), backoffMaxMilliseconds);
  const repeatable = request.method !== 'POST' || request.idempotencyKey !== undefined;
  if (!('status' in outcome)) {
    return repeatable && brokenConnection.has(outcome.code) && count < 4 ? backoff : undefined;
  }
  // 429 and 503 say that nothing was done; the others may hide a request that was.
  if (outcome.status === 429 || outcome.status === 503) {
    return retryAfterMilliseconds(outcome.retryAfter) ?? backoff;
  }
  return repeatable && (outcome.status === 502 || outcome.status === 504) && count < 4
    ? backoff
    : undefined;
}

/** RFC 9110 section 10.2.3: seconds, or a date. */
function retryAfterMilliseconds(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function failureOf(options: ClientOptions, request: ApiRequest, outcome: Attempt): ApiFailure {
  return 'status' in outcome
    ? readProblem(request, outcome)
    : networkFailure(request, options.baseUrl, outcome.code, outcome.cause);
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
