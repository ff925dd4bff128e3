import { createHmac, randomBytes } from 'node:crypto';
import {
  type NextAnswer,
  type ReceivedRequest,
  type ScriptedAnswer,
  startScriptedHttp,
} from './scripted-http.ts';

export interface CarriedText {
  sid: string;
  from: string;
  to: string;
  text: string;
  statusUrl: string | null;
}

export interface CarriedCall {
  sid: string;
  from: string;
  to: string;
  answerUrl: string;
  statusUrl: string | null;
}

export interface FakeCarrier {
  /** For TOCSIN_TWILIO_ACCOUNT_SID, TOCSIN_TWILIO_AUTH_TOKEN, TOCSIN_TWILIO_FROM and TOCSIN_TWILIO_API_BASE. */
  env: Record<string, string>;
  texts: CarriedText[];
  calls: CarriedCall[];
  /** Every request to the API, also those that were refused. */
  received: ReceivedRequest[];
  answerNext(...answers: NextAnswer[]): void;
  forgetAnswers(): void;
  /** As Twilio refuses: its status, its error code and words. */
  refusal(status: number, code: number, message: string): ScriptedAnswer;
  /** The headers with which the carrier would send these fields to this address. */
  signed(url: string, fields: Readonly<Record<string, string>>): Record<string, string>;
  /** Posts signed form fields, as the carrier does; `signedUrl` where a proxy in between changes the address. */
  post(url: string, fields: Record<string, string>, options?: PostOptions): Promise<CarrierAnswer>;
  /** Reports what became of a text or a call to its status URL. */
  report(carried: CarriedText | CarriedCall, status: string, errorCode?: number): Promise<void>;
  /** Somebody answers the call: what is said to them. */
  answer(call: CarriedCall): Promise<string>;
  /** They press a key while the instructions `twiml` run; an empty key is silence. */
  press(call: CarriedCall, twiml: string, digits: string): Promise<string>;
  stop(): Promise<void>;
}

export interface PostOptions {
  signedUrl?: string;
  authToken?: string | null;
}

export interface CarrierAnswer {
  status: number;
  text: string;
}

/** Plays the REST API of Twilio for messages and calls, and calls back signed. */
export async function startCarrier(): Promise<FakeCarrier> {
  const accountSid = `AC${randomBytes(16).toString('hex')}`;
  const authToken = randomBytes(16).toString('hex');
  const from = '+15550001000';
  const texts: CarriedText[] = [];
  const calls: CarriedCall[] = [];
  const api = await startScriptedHttp((request) => {
    const expected = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    if (request.headers.authorization !== expected) return refusal(401, 20003, 'Authenticate');
    if (request.method === 'GET' && request.path === `/2010-04-01/Accounts/${accountSid}.json`)
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sid: accountSid, status: 'active' }),
      };
    const resource = new RegExp(
      `^/2010-04-01/Accounts/${accountSid}/(Messages|Calls)\\.json$`,
    ).exec(request.path)?.[1];
    if (resource === undefined || request.method !== 'POST')
      return refusal(404, 20404, 'The requested resource was not found');
    const fields = new URLSearchParams(request.body.toString('utf8'));
    const common = {
      sid: `${resource === 'Calls' ? 'CA' : 'SM'}${randomBytes(16).toString('hex')}`,
      from: fields.get('From') ?? '',
      to: fields.get('To') ?? '',
      statusUrl: fields.get('StatusCallback'),
    };
    if (resource === 'Calls') calls.push({ ...common, answerUrl: fields.get('Url') ?? '' });
    else texts.push({ ...common, text: fields.get('Body') ?? '' });
    return {
      status: 201,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sid: common.sid, status: 'queued', to: common.to }),
    };
  });

  const post: FakeCarrier['post'] = async (url, fields, options = {}) => {
    const { signedUrl = url, authToken: signing = authToken } = options;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(signing === null ? {} : { 'x-twilio-signature': sign(signing, signedUrl, fields) }),
      },
      body: new URLSearchParams(fields).toString(),
    });
    return { status: response.status, text: await response.text() };
  };
  const callFields = ({ sid, to }: CarriedCall, callStatus: string) => ({
    AccountSid: accountSid,
    CallSid: sid,
    CallStatus: callStatus,
    Direction: 'outbound-api',
    From: from,
    To: to,
  });
  return {
    env: {
      TOCSIN_TWILIO_ACCOUNT_SID: accountSid,
      TOCSIN_TWILIO_AUTH_TOKEN: authToken,
      TOCSIN_TWILIO_FROM: from,
      TOCSIN_TWILIO_API_BASE: api.url,
    },
    texts,
    calls,
    received: api.received,
    answerNext: api.answerNext,
    forgetAnswers: api.forgetAnswers,
    refusal,
    signed: (url, fields) => ({ 'x-twilio-signature': sign(authToken, url, fields) }),
    post,
    async report(carried, status, errorCode) {
      const fields =
        'answerUrl' in carried
          ? callFields(carried, status)
          : {
              AccountSid: accountSid,
              MessageSid: carried.sid,
              SmsSid: carried.sid,
              MessageStatus: status,
              From: from,
              To: carried.to,
            };
      const code: Record<string, string> =
        errorCode === undefined ? {} : { ErrorCode: String(errorCode) };
      await post(carried.statusUrl ?? '', { ...fields, ...code });
    },
    answer: async (call) => (await post(call.answerUrl, callFields(call, 'in-progress'))).text,
    async press(call, twiml, digits) {
      const action = /<Gather[^>]*\baction="([^"]+)"/.exec(twiml)?.[1]?.replaceAll('&amp;', '&');
      if (action === undefined) throw new Error(`Nothing waits for a key in ${twiml}`);
      const url = new URL(action, call.answerUrl).href;
      const fields = { ...callFields(call, 'in-progress'), Digits: digits };
      return (await post(url, fields)).text;
    },
    stop: api.stop,
  };
}

function refusal(status: number, code: number, message: string): ScriptedAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, message, status }),
  };
}

/** HMAC-SHA1 over the address and the sorted fields, as Twilio documents it. */
function sign(authToken: string, url: string, fields: Readonly<Record<string, string>>): string {
  const text = Object.keys(fields)
    .toSorted()
    .reduce((so, name) => so + name + fields[name], url);
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
}
