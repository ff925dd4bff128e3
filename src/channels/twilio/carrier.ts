import type TwilioClient from 'twilio/lib/base/RequestClient.js';
import {
  failedAs,
  isWorthRetrying,
  retryAfterSecondsOf,
  type SendResult,
} from '../../egress/index.ts';
import { type Sentence, say } from '../../sentences/index.ts';
import { carrierAnswer } from '../carrier-answer.ts';
import type { Message } from '../channel.ts';
import type { TwilioSettings } from './twilio-settings.ts';

type Addressed = Pick<Message<unknown, string>, 'to' | 'answerUrl' | 'statusUrl'>;

export interface Carrier {
  sms(message: Addressed & { text: string }): Promise<SendResult>;
  call(message: Addressed): Promise<SendResult>;
  /** Asks for the account, and sends nothing. */
  probe(): Promise<SendResult>;
}

const ringSeconds = 30;
/** Codes of Twilio whose own words do not say what to do. */
const plainWords: Readonly<Record<number, Sentence>> = {
  20003: say('credentialsRefused', {
    carrier: 'Twilio',
    settings: ['TOCSIN_TWILIO_ACCOUNT_SID', 'TOCSIN_TWILIO_AUTH_TOKEN'],
  }),
  21211: say('carrierKnowsNoNumber'),
  21219: say('carrierTrialOnly'),
  21408: say('carrierTextsNoCountry'),
  21215: say('carrierCallsNoCountry'),
  21608: say('carrierTrialOnly'),
  21610: say('carrierStopped'),
  21614: say('carrierTakesNoTexts'),
};

/**
 * Twilio's codes for wrong credentials, an account that is not active or has no money, a sender that is not its own.
 */
const accountCodes = new Set([20003, 20005, 20006, 21212, 21606, 30002]);

/** Texts and calls through Twilio. The package costs 0.4 s and 38 MB, so it is loaded by whoever sends first. */
export async function createCarrier(
  settings: TwilioSettings,
  timeoutMilliseconds: number,
): Promise<Carrier> {
  // Not by name: Node finds no names in this CommonJS package.
  const { default: twilio } = await import('twilio');
  const {
    twilioAccountSid: accountSid = '',
    twilioFrom: from = '',
    twilioApiBase: apiBase,
  } = settings;
  const authToken = settings.twilioAuthTokens?.[0] ?? '';

  /** Another base address, and the whole answer of a refusal, of which the package keeps no headers. */
  class CarrierClient extends twilio.RequestClient {
    override async request<Data>(options: TwilioClient.RequestOptions<Data>) {
      const uri = apiBase ? options.uri.replace(/^https:\/\/[^/]+/, apiBase) : options.uri;
      const answer = await super.request<Data>({ ...options, uri });
      if (answer.statusCode >= 400) throw new CarrierRefusal(answer);
      return answer;
    }
  }
  const client = twilio(accountSid, authToken, {
    httpClient: new CarrierClient({ timeout: timeoutMilliseconds }),
  });
  return {
    sms: ({ to, text, statusUrl }) =>
      resultOf(() =>
        client.messages.create({
          from,
          to,
          body: text,
          ...(statusUrl === undefined ? {} : { statusCallback: statusUrl('twilio') }),
        }),
      ),
    call: ({ to, answerUrl, statusUrl }) =>
      resultOf(() =>
        client.calls.create({
          from,
          to,
          timeout: ringSeconds,
          ...(answerUrl === undefined ? {} : { url: answerUrl('twilio') }),
          ...(statusUrl === undefined
            ? {}
            : {
                statusCallback: statusUrl('twilio'),
                statusCallbackEvent: ['answered', 'completed'],
              }),
        }),
      ),
    async probe() {
      let status = 'active';
      const result = await resultOf(async () => {
        const account = await client.api.v2010.accounts(accountSid).fetch();
        ({ status } = account);
        return account;
      });
      if (result.outcome !== 'sent' || status === 'active') return result;
      const state = say('carrierAccountState', { state: status });
      return { outcome: 'refused', ...failedAs(status, state), concernsAll: true };
    },
  };
}

interface CarrierAnswer {
  statusCode: number;
  body: unknown;
  headers: Readonly<Record<string, unknown>> | undefined;
}

class CarrierRefusal extends Error {
  readonly answer: CarrierAnswer;
  constructor(answer: CarrierAnswer) {
    super(`Twilio answered ${answer.statusCode}.`);
    this.answer = answer;
  }
}

async function resultOf(create: () => Promise<{ sid: string }>): Promise<SendResult> {
  try {
    const { sid } = await create();
    return { outcome: 'sent', code: '201', providerId: sid };
  } catch (error) {
    return error instanceof CarrierRefusal ? refusalOf(error.answer) : connectionFailureOf(error);
  }
}

function refusalOf({ statusCode, body, headers }: CarrierAnswer): SendResult {
  const { code, message } = problemOf(body);
  const said =
    plainWords[code ?? 0] ??
    (statusCode === 401 ? plainWords[20003] : undefined) ??
    carrierAnswer('Twilio', statusCode, message);
  const failure = failedAs(String(code ?? statusCode), said);
  if (isWorthRetrying(statusCode)) {
    const retryAfterSeconds = retryAfterSecondsOf(String(headers?.['retry-after'] ?? ''));
    return { outcome: 'retry', ...failure, concernsAll: true, retryAfterSeconds };
  }
  // Credentials, or an account that is empty or suspended.
  const isAccount = statusCode === 401 || statusCode === 402 || accountCodes.has(code ?? 0);
  return { outcome: 'refused', ...failure, ...(isAccount ? { concernsAll: true } : {}) };
}

function problemOf(body: unknown): { code?: number; message?: string } {
  try {
    const value: unknown = typeof body === 'string' ? JSON.parse(body) : body;
    if (value === null || typeof value !== 'object') return {};
    const { code, message } = value as { code?: unknown; message?: unknown };
    return {
      ...(typeof code === 'number' ? { code } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    };
  } catch {
    return {};
  }
}

/** Errors of an open connection: the carrier may have done what was asked. */
const unanswered = new Set(['ECONNABORTED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

function connectionFailureOf(error: unknown): SendResult {
  if (!(error instanceof Error)) throw error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  // A mistake of ours, such as a missing parameter, has no code of a connection.
  if (code === undefined) throw error;
  const isTimeout = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
  return {
    outcome: 'retry',
    concernsAll: true,
    ...(unanswered.has(code) ? { mayHaveArrived: true } : {}),
    ...failedAs(
      isTimeout ? 'timeout' : 'connection',
      isTimeout ? say('carrierTimedOut') : say('carrierUnreachable', { code }),
    ),
    retryAfterSeconds: null,
  };
}
