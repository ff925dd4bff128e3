import {
  failedAs,
  isWorthRetrying,
  membersOf,
  OutboundError,
  type OutboundRequest,
  type OutboundResponse,
  retryAfterSecondsOf,
  type SendResult,
  sendFailureOf,
} from '../../egress/index.ts';
import { isObject } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { carrierAnswer } from '../carrier-answer.ts';
import type { ChannelParts } from '../channel.ts';
import type { TelnyxSettings } from './telnyx-settings.ts';

export type TelnyxParts = Pick<
  ChannelParts<TelnyxSettings>,
  'settings' | 'outbound' | 'publicUrl' | 'timeoutMilliseconds'
>;

/** The first error of a refusal. */
export interface TelnyxProblem {
  status: number;
  code: string;
  /** Which member of the request it is about, such as `/to`. */
  pointer: string | null;
}

export interface TelnyxRules {
  /** The id in the members of an answer. */
  idOf(members: Record<string, unknown>): unknown;
  /** The refusal is about the account or its number, whoever the message is for. */
  isOfAccount(problem: TelnyxProblem): boolean;
}

export interface TelnyxApi {
  /** Posts a JSON body. */
  post(path: string, body: object): Promise<SendResult>;
  get(path: string): Promise<SendResult>;
}

/** The API of Telnyx; its answers as results of a send. */
export function createTelnyxApi(
  { settings, outbound, timeoutMilliseconds }: Omit<TelnyxParts, 'publicUrl'>,
  rules: TelnyxRules,
): TelnyxApi {
  const { telnyxApiKey = '', telnyxApiBase } = settings;
  const base = `${telnyxApiBase ?? 'https://api.telnyx.com'}/v2`;
  const headers = { authorization: `Bearer ${telnyxApiKey}`, accept: 'application/json' };
  async function ask(path: string, request: OutboundRequest): Promise<SendResult> {
    const options = { timeoutMilliseconds, redirectsMax: 0, ...request };
    try {
      return resultOf(await outbound.request(`${base}/${path}`, options), rules);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const failure = sendFailureOf(error);
      if (failure.outcome !== 'retry' && failure.outcome !== 'refused') return failure;
      return { ...failure, concernsAll: true };
    }
  }
  return {
    post: (path, body) =>
      ask(path, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    get: (path) => ask(path, { headers }),
  };
}

function resultOf(response: OutboundResponse, { idOf, isOfAccount }: TelnyxRules): SendResult {
  const { status, headers } = response;
  const answer = membersOf(response);
  if (status >= 200 && status < 300) {
    const id = answer === null ? null : idOf(answer);
    return {
      outcome: 'sent',
      code: String(status),
      providerId: typeof id === 'string' ? id : null,
    };
  }
  const [first] = Array.isArray(answer?.errors) ? answer.errors : [];
  const problem = isObject(first) ? first : {};
  const code = typeof problem.code === 'string' ? problem.code : String(status);
  const words = problem.detail ?? problem.title;
  const pointer =
    isObject(problem.source) && typeof problem.source.pointer === 'string'
      ? problem.source.pointer
      : null;
  // 403 is also the answer about one receiver: with a code of messages, or of dialling.
  const isCredentials = status === 401 || (status === 403 && !/^(4\d{4}|D\d+)$/.test(code));
  const said = isCredentials
    ? say('credentialsRefused', { carrier: 'Telnyx', settings: ['TOCSIN_TELNYX_API_KEY'] })
    : carrierAnswer('Telnyx', status, typeof words === 'string' ? words : undefined);
  const failure = failedAs(code, said);
  if (isWorthRetrying(status)) {
    const retryAfterSeconds = retryAfterSecondsOf(headers['retry-after']);
    return { outcome: 'retry', ...failure, concernsAll: true, retryAfterSeconds };
  }
  const isAccount = isCredentials || status === 402 || isOfAccount({ status, code, pointer });
  return { outcome: 'refused', ...failure, ...(isAccount ? { concernsAll: true } : {}) };
}
