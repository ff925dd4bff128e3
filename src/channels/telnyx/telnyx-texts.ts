import {
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
import type { ChannelParts } from '../channel.ts';
import type { Provider } from '../providers.ts';
import type { TelnyxSettings } from './telnyx-settings.ts';

/** Of the account or its number, whoever the text is for: sender, messaging profile, spending. */
const accountCodes = new Set(['20100', '40013', '40305', '40312', '40318', '40333']);

/** Texts through the Messaging API of Telnyx. */
export function createTelnyxTexts({
  settings,
  outbound,
  publicUrl,
  timeoutMilliseconds,
}: Pick<
  ChannelParts<TelnyxSettings>,
  'settings' | 'outbound' | 'publicUrl' | 'timeoutMilliseconds'
>): Provider<{ text: string }, string> {
  const { telnyxApiKey = '', telnyxFrom = '', telnyxApiBase } = settings;
  const base = `${telnyxApiBase ?? 'https://api.telnyx.com'}/v2`;
  const headers = { authorization: `Bearer ${telnyxApiKey}`, accept: 'application/json' };
  async function ask(path: string, request: OutboundRequest): Promise<SendResult> {
    const options = { timeoutMilliseconds, redirectsMax: 0, ...request };
    try {
      return resultOf(await outbound.request(`${base}/${path}`, options));
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const failure = sendFailureOf(error);
      if (failure.outcome !== 'retry' && failure.outcome !== 'refused') return failure;
      return { ...failure, concernsAll: true };
    }
  }
  return {
    name: 'Telnyx',
    send: ({ key, to, text, statusUrl }) =>
      ask('messages', {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          from: telnyxFrom,
          to,
          text,
          ...(statusUrl === undefined ? {} : { webhook_url: reportUrl(publicUrl(), key) }),
        }),
      }),
    probe: () =>
      ask(`phone_numbers?filter%5Bphone_number%5D=${encodeURIComponent(telnyxFrom)}`, { headers }),
  };
}

/** Where Telnyx reports on a text: it signs otherwise than other carriers, so its address is another one. */
function reportUrl(publicUrl: string, deliveryId: string): string {
  return `${publicUrl}/telephony/telnyx/notifications/message?d=${encodeURIComponent(deliveryId)}`;
}

function resultOf(response: OutboundResponse): SendResult {
  const { status, headers } = response;
  const answer = membersOf(response);
  if (status >= 200 && status < 300) {
    const id = isObject(answer?.data) ? answer.data.id : null;
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
  // 403 is also the answer about a person who wants no texts, with a code of messages.
  const isCredentials = status === 401 || (status === 403 && !/^4\d{4}$/.test(code));
  const error = isCredentials
    ? 'Telnyx refused the credentials; check TOCSIN_TELNYX_API_KEY.'
    : `Telnyx answered ${status}${typeof words === 'string' ? `: ${words.slice(0, 300)}` : '.'}`;
  if (isWorthRetrying(status)) {
    const retryAfterSeconds = retryAfterSecondsOf(headers['retry-after']);
    return { outcome: 'retry', code, error, concernsAll: true, retryAfterSeconds };
  }
  const isAccount = isCredentials || status === 402 || accountCodes.has(code);
  return { outcome: 'refused', code, error, ...(isAccount ? { concernsAll: true } : {}) };
}
