import {
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { type BlockList, isIP, type LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { inEnglish, type Sentence, say } from '../sentences/index.ts';
import { createNames, NameServerError, type Resolve } from './names.ts';
import { isAllowedTarget } from './target-addresses.ts';

/** Why a request was not made or not finished. */
export type OutboundFailure =
  /** The URL is not allowed: wrong scheme, wrong port, or not a URL. */
  | 'url'
  /** It leads to an address that is not public. */
  | 'blocked'
  | 'unresolvable'
  /** Nothing is known about the host: the name servers of this server did not answer. */
  | 'lookup'
  | 'connection'
  | 'timeout'
  | 'redirects';

/** The message is for the person who chose the URL. */
export class OutboundError extends Error {
  readonly failure: OutboundFailure;
  /** The message, where it has a code. */
  readonly sentence: Sentence | null;
  /** The whole request was on its way, so the receiver may have taken it. */
  readonly hasLeft: boolean;

  constructor(failure: OutboundFailure, said: Sentence | string, cause?: unknown, hasLeft = false) {
    super(
      typeof said === 'string' ? said : inEnglish(said),
      cause === undefined ? undefined : { cause },
    );
    this.name = 'OutboundError';
    this.failure = failure;
    this.sentence = typeof said === 'string' ? null : said;
    this.hasLeft = hasLeft;
  }
}

export interface OutboundRequest {
  method?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** For everything, redirects included. Default 10 s. */
  timeoutMilliseconds?: number;
  /** Default 3; 0 returns the redirect itself. */
  redirectsMax?: number;
  /** Limit of the answer; the rest is left unread. Default 64 KiB. */
  bodyBytesMax?: number;
  signal?: AbortSignal;
}

export interface OutboundResponse {
  /** After redirects. */
  url: string;
  status: number;
  headers: IncomingHttpHeaders;
  /** As sent, not decompressed. */
  body: Buffer;
  isTruncated: boolean;
  /** When the certificate of the server that answered ends; absent without TLS. */
  certificateExpiresAt?: Date;
}

export interface OutboundClient {
  /** Throws `OutboundError`; an HTTP error status is an answer, not an error. */
  request(url: string, options?: OutboundRequest): Promise<OutboundResponse>;
}

export interface OutboundClientOptions {
  /** Private targets that are allowed as exceptions. */
  allowedPrivateTargets?: BlockList | undefined;
  /** Tests replace the name service here. One for all clients shares what it knows. */
  resolve?: Resolve | undefined;
}

const bodyBytesMaxDefault = 64 * 1024;
const timeoutMillisecondsDefault = 10_000;
const redirectsMaxDefault = 3;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);
/** The only headers that a redirect to another origin keeps: any other header may hold a secret. */
const describing = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-encoding',
  'content-language',
  'content-type',
  'user-agent',
]);

/**
 * The one way out to URLs that others choose: webhooks of users, monitors, identity providers. Every
 * address of the host is checked and the connection goes to a checked address, so that neither a name that
 * points inside nor one that changes between check and use gets in (identity-and-security.md section 4).
 */
export function createOutboundClient(options: OutboundClientOptions = {}): OutboundClient {
  const resolve = options.resolve ?? createNames();
  return {
    async request(url, given = {}) {
      const milliseconds = given.timeoutMilliseconds ?? timeoutMillisecondsDefault;
      const deadline = AbortSignal.timeout(milliseconds);
      const trip: Trip = {
        signal: given.signal ? AbortSignal.any([deadline, given.signal]) : deadline,
        hasLeft: false,
        lookingUp: null,
      };
      try {
        return await follow(url, given, trip, (target) =>
          checkedAddresses(target, resolve, options.allowedPrivateTargets),
        );
      } catch (error) {
        const { hasLeft, lookingUp } = trip;
        if (deadline.aborted && lookingUp !== null) throw notLookedUp(lookingUp, error);
        const late = say('noAnswerWithin', { milliseconds });
        if (deadline.aborted) throw new OutboundError('timeout', late, error, hasLeft);
        if (error instanceof OutboundError) throw error;
        const failed = say('connectionFailed', { why: textOf(error) });
        throw new OutboundError('connection', failed, error, hasLeft);
      }
    },
  };
}

interface Trip {
  readonly signal: AbortSignal;
  /** The whole request of the hop is with the system that sends it. */
  hasLeft: boolean;
  /** The host whose addresses are being looked up. */
  lookingUp: string | null;
}

async function follow(
  url: string,
  given: OutboundRequest,
  trip: Trip,
  check: (target: URL) => Promise<string[]>,
): Promise<OutboundResponse> {
  const redirectsMax = given.redirectsMax ?? redirectsMaxDefault;
  let target = parseTarget(url);
  let hop: Hop = {
    method: given.method ?? 'GET',
    headers: withBasicCredentials(target, lowerCased(given.headers ?? {})),
    body: given.body,
  };
  for (let redirects = 0; ; redirects += 1) {
    trip.hasLeft = false;
    trip.lookingUp = target.hostname;
    const addresses = await raced(check(target), trip.signal);
    trip.lookingUp = null;
    const response = await exchange(target, hop, addresses, trip, given.bodyBytesMax);
    const location = redirectStatuses.has(response.status) ? response.headers.location : undefined;
    if (location === undefined || redirectsMax === 0) return response;
    if (redirects >= redirectsMax)
      throw new OutboundError('redirects', say('redirectedTooOften', { count: redirectsMax }));
    const next = parseTarget(new URL(location, target).href);
    hop = hopAfter(hop, response.status, next.origin === target.origin);
    target = next;
  }
}

interface Hop {
  method: string;
  headers: Record<string, string>;
  body: string | Uint8Array | undefined;
}

/** RFC 9110 15.4: 303 asks with GET; 301 and 302 turn a POST into a GET as every browser does. */
function hopAfter(hop: Hop, status: number, isSameOrigin: boolean): Hop {
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(([name]) => isSameOrigin || describing.has(name)),
  );
  const asksAgain = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST';
  if (!asksAgain) return { ...hop, headers };
  delete headers['content-type'];
  return { method: 'GET', headers, body: undefined };
}

function parseTarget(text: string): URL {
  const url = URL.parse(text);
  if (!url) throw new OutboundError('url', 'This is not a URL.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new OutboundError('url', 'Only http and https URLs are allowed.');
  const port = url.port === '' ? null : Number(url.port);
  // Ports below 1024 belong to other services, which could be talked to through HTTP.
  if (port !== null && port < 1024 && port !== 80 && port !== 443)
    throw new OutboundError('url', `Port ${port} is not allowed; use 80, 443 or one above 1023.`);
  return url;
}

/** All addresses of the target's host. Throws when one of them is not allowed, or when there is none. */
export async function checkedAddresses(
  target: URL,
  resolve: (hostname: string) => Promise<string[]>,
  allowed: BlockList | undefined,
): Promise<string[]> {
  const hostname = target.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(hostname) ? [hostname] : await resolved(hostname, resolve);
  for (const address of addresses)
    if (!isAllowedTarget(address, allowed))
      throw new OutboundError('blocked', say('addressNotPublic', { host: hostname, address }));
  return addresses;
}

async function resolved(
  hostname: string,
  resolve: (hostname: string) => Promise<string[]>,
): Promise<string[]> {
  try {
    const addresses = await resolve(hostname);
    if (addresses.length > 0) return addresses;
  } catch (error) {
    if (error instanceof NameServerError) throw notLookedUp(hostname, error);
    throw new OutboundError('unresolvable', say('hostNotResolved', { host: hostname }), error);
  }
  throw new OutboundError('unresolvable', say('hostHasNoAddress', { host: hostname }));
}

function notLookedUp(host: string, cause: unknown): OutboundError {
  return new OutboundError('lookup', say('hostNotLookedUp', { host }), cause);
}

function exchange(
  target: URL,
  hop: Hop,
  addresses: readonly string[],
  trip: Trip,
  bodyBytesMax = bodyBytesMaxDefault,
): Promise<OutboundResponse> {
  const options: RequestOptions = {
    method: hop.method,
    headers: { 'accept-encoding': 'identity', 'user-agent': 'tocsin', ...hop.headers },
    lookup: onlyThese(addresses),
    // A connection of its own: pooled ones would be found by host name, not by checked address.
    agent: false,
    signal: trip.signal,
  };
  return new Promise((resolve, reject) => {
    const started: ClientRequest =
      target.protocol === 'https:'
        ? httpsRequest(withoutCredentials(target), options)
        : httpRequest(withoutCredentials(target), options);
    started.once('response', (response: IncomingMessage) => {
      const certificateExpiresAt = certificateEndOf(response);
      collect(response, bodyBytesMax).then(({ body, isTruncated }) => {
        started.destroy();
        const { statusCode = 0, headers } = response;
        resolve({
          url: withoutCredentials(target).href,
          status: statusCode,
          headers,
          body,
          isTruncated,
          ...(certificateExpiresAt ? { certificateExpiresAt } : {}),
        });
      }, reject);
    });
    started.on('error', reject);
    started.on('finish', () => {
      trip.hasLeft = true;
    });
    started.end(hop.body);
  });
}

function certificateEndOf({ socket }: IncomingMessage): Date | null {
  if (!(socket instanceof TLSSocket)) return null;
  const end = new Date(socket.getPeerCertificate().valid_to);
  return Number.isNaN(end.getTime()) ? null : end;
}

/** A name service that knows nothing but what was checked. */
function onlyThese(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, callback) => {
    const [first] = all;
    if (options.all) callback(null, all);
    else callback(null, first?.address ?? '', first?.family ?? 0);
  };
}

async function collect(
  response: IncomingMessage,
  bodyBytesMax: number,
): Promise<{ body: Buffer; isTruncated: boolean }> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes > bodyBytesMax)
      return { body: Buffer.concat(chunks).subarray(0, bodyBytesMax), isTruncated: true };
  }
  return { body: Buffer.concat(chunks, bytes), isTruncated: false };
}

/** A question to name servers is not interrupted, as others may wait for the answer; waiting for it is. */
function raced<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    promise.then(resolve, reject);
  });
}

function withBasicCredentials(
  { username, password }: URL,
  headers: Record<string, string>,
): Record<string, string> {
  if (username === '' || headers.authorization !== undefined) return headers;
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { ...headers, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function withoutCredentials(target: URL): URL {
  const plain = new URL(target);
  plain.username = '';
  plain.password = '';
  return plain;
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

function textOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return textOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
