import {
  failedAs,
  type OutboundClient,
  type OutboundResponse,
  type SendResult,
  sendFailureOf,
  sendResultOf,
} from '../egress/index.ts';
import { isObject } from '../kernel/index.ts';
import { type Sentence, say } from '../sentences/index.ts';

/** Ends a delivery with a result other than `sent`. */
export class NotSent extends Error {
  readonly result: SendResult;

  constructor(result: SendResult) {
    super(result.outcome);
    this.name = 'NotSent';
    this.result = result;
  }
}

export interface ToolRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH';
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  json?: unknown;
  body?: string;
}

export interface ToolAnswer {
  status: number;
  /** The JSON value, or null where there is none. */
  json: Readonly<Record<string, unknown>>;
}

/** A request to a tool and its answer, for whoever wants to know why. */
export interface ToolExchange {
  method: string;
  url: string;
  /** Body of the request; null where it has none. */
  request: string | null;
  /** Null without an answer. */
  status: number | null;
  /** Body of the answer, or what became of the request. */
  answer: string;
}

/** Only the first requests are kept: the first failure ends the delivery. */
const keptMax = 10;

/** The requests of one delivery. They share one deadline, which lies before the end of its claim. */
export class Exchange {
  readonly #egress: OutboundClient;
  readonly #deadline: AbortSignal;
  /** Status of the latest answer. */
  code: string | null = null;
  /** The credentials of requests, which a receiver may repeat in its answer. */
  readonly credentials = new Set<string>();
  /** With all secrets in clear. */
  readonly kept: ToolExchange[] = [];

  constructor(egress: OutboundClient, milliseconds: number) {
    this.#egress = egress;
    this.#deadline = AbortSignal.timeout(milliseconds);
  }

  /**
   * The answer to a request; throws `NotSent` unless its status is a success. Redirects are not followed: a POST that
   * turns into a GET looks like a success.
   */
  async ask(url: string, request: ToolRequest = {}): Promise<ToolAnswer> {
    const answer = await this.#send(url, request);
    this.code = String(answer.status);
    const result = sendResultOf(answer);
    if (result.outcome !== 'sent') throw new NotSent(withRetryOfBody(result, answer));
    return { status: answer.status, json: jsonOf(answer.body) };
  }

  async #send(
    url: string,
    { method = 'POST', headers = {}, json, body }: ToolRequest,
  ): Promise<OutboundResponse> {
    const content = json === undefined ? body : JSON.stringify(json);
    const [, credentials] = /^\S+ +(.+)$/.exec(headers.authorization ?? '') ?? [];
    if (credentials) this.credentials.add(credentials);
    const keep = (status: number | null, answer: string) => {
      if (this.kept.length >= keptMax) return;
      this.kept.push({ method, url, request: content ?? null, status, answer });
    };
    try {
      const answer = await this.#egress.request(url, {
        method,
        headers: {
          accept: 'application/json',
          ...(json === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(content === undefined ? {} : { body: content }),
        redirectsMax: 0,
        signal: this.#deadline,
      });
      keep(answer.status, answer.body.toString('utf8'));
      return answer;
    } catch (error) {
      const failure = sendFailureOf(error);
      if (failure.outcome !== 'sent') keep(null, failure.error);
      throw new NotSent(failure);
    }
  }
}

/** Throws: the tool took the request and said no. */
export function refused(code: string, said: Sentence): never {
  throw new NotSent({ outcome: 'refused', ...failedAs(code, said) });
}

/** Throws: the tool took the request and said not now. */
export function notNow(code: string, said: Sentence): never {
  throw new NotSent({ outcome: 'retry', ...failedAs(code, said), retryAfterSeconds: null });
}

/** The text at a path of an answer; throws where a tool answers something else than it documents. */
export function textAt({ json }: ToolAnswer, ...path: readonly string[]): string {
  let value: unknown = json;
  for (const name of path) value = isObject(value) ? value[name] : undefined;
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return notNow('answer', say('answerLacks', { path: path.join('.') }));
}

/** The items of a list at a path of an answer; none where there is no list. */
export function itemsAt(
  { json }: ToolAnswer,
  ...path: readonly string[]
): Readonly<Record<string, unknown>>[] {
  let value: unknown = json;
  for (const name of path) value = isObject(value) ? value[name] : undefined;
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A list is the member `items`. */
function jsonOf(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (Array.isArray(value)) return { items: value };
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Discord and Telegram say in the body when to come back. */
function withRetryOfBody(result: SendResult, { body }: OutboundResponse): SendResult {
  if (result.outcome !== 'retry' || result.retryAfterSeconds !== null) return result;
  const { retry_after: direct, parameters } = jsonOf(body);
  const nested = isObject(parameters) ? parameters.retry_after : undefined;
  const seconds = [direct, nested].find((value) => typeof value === 'number');
  return typeof seconds === 'number' && seconds >= 0 && seconds < 1e6
    ? { ...result, retryAfterSeconds: Math.ceil(seconds) }
    : result;
}
