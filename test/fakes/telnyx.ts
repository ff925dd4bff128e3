import { generateKeyPairSync, sign } from 'node:crypto';
import { type NextAnswer, startScriptedHttp } from './scripted-http.ts';

export interface TelnyxText {
  id: string;
  from: string;
  to: string;
  text: string;
  webhookUrl: string | null;
}

export interface TelnyxCall {
  sid: string;
  from: string;
  to: string;
  answerUrl: string;
  statusUrl: string | null;
}

export interface FakeTelnyx {
  /** For the settings of the account; its API has a private address. */
  env: Record<string, string>;
  /** The same, and what calls need besides. */
  voiceEnv: Record<string, string>;
  texts: TelnyxText[];
  calls: TelnyxCall[];
  /** The time that it signs. */
  now(): Date;
  answerNext(...answers: NextAnswer[]): void;
  /** As Telnyx refuses: its status, the code and words of its error. */
  refusal(
    status: number,
    code: string,
    detail: string,
    pointer?: string,
  ): { status: number; body: string };
  /** Posts an event, signed `secondsAgo`; `change` changes it after that. */
  post(url: string, data: object, options?: PostOptions): Promise<number>;
  /** Reports the end of a text to the address that it named. */
  report(text: TelnyxText, status: string, errorCode?: string): Promise<number>;
  /** Posts the fields of a call, signed; the status and what is to be done. */
  postForm(url: string, fields: Record<string, string>, isSigned?: boolean): Promise<TelnyxAnswer>;
  /** Reports the end of a call to the address that it named. */
  reportCall(call: TelnyxCall, status: string): Promise<number>;
  /** Somebody answers the call: what is said to them. */
  answer(call: TelnyxCall): Promise<string>;
  /** They press a key while the instructions run; an empty key is silence. */
  press(call: TelnyxCall, instructions: string, digits: string): Promise<string>;
  stop(): Promise<void>;
}

export interface TelnyxAnswer {
  status: number;
  text: string;
}

interface PostOptions {
  secondsAgo?: number;
  isSigned?: boolean;
  change?(body: string): string;
}

/** A key as Telnyx signs with, and the setting that knows it. */
export function telnyxSigner() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return {
    env: { TOCSIN_TELNYX_PUBLIC_KEY: Buffer.from(x, 'base64url').toString('base64') },
    signed(body: string, at: Date): Record<string, string> {
      const timestamp = String(Math.floor(at.getTime() / 1000));
      const signature = sign(null, Buffer.from(`${timestamp}|${body}`), privateKey);
      return {
        'telnyx-timestamp': timestamp,
        'telnyx-signature-ed25519': signature.toString('base64'),
      };
    },
  };
}

/** Plays the Messaging and TeXML APIs of Telnyx, and calls back signed. */
export async function startTelnyx(): Promise<FakeTelnyx> {
  const signer = telnyxSigner();
  const apiKey = `KEY${crypto.randomUUID()}`;
  const from = '+15550002000';
  const accountId = crypto.randomUUID();
  const applicationId = '1494404757140276705';
  const texts: TelnyxText[] = [];
  const calls: TelnyxCall[] = [];
  const api = await startScriptedHttp(({ method, path, headers, body }) => {
    if (headers.authorization !== `Bearer ${apiKey}`)
      return refusal(401, '10009', 'Authentication failed');
    if (method === 'GET' && path.startsWith('/v2/phone_numbers?')) return answer({ data: [{}] });
    if (method === 'GET' && path.startsWith('/v2/texml_applications/'))
      return path.endsWith(`/${applicationId}`)
        ? answer({ data: { id: applicationId } })
        : refusal(404, '10005', 'Not found');
    if (method === 'POST' && path === `/v2/texml/Accounts/${accountId}/Calls`) {
      const asked = JSON.parse(body.toString('utf8')) as Record<string, string>;
      const { To: to = '', From: by = '', Url: answerUrl = '', StatusCallback = null } = asked;
      if (asked.ApplicationSid !== applicationId)
        return refusal(422, '10015', 'Unknown application', '/ApplicationSid');
      const sid = `v3:${crypto.randomUUID()}`;
      calls.push({ sid, from: by, to, answerUrl, statusUrl: StatusCallback });
      return answer({ call_sid: sid, from: by, to, status: 'queued' });
    }
    if (method !== 'POST' || path !== '/v2/messages') return refusal(404, '10005', 'Not found');
    const sent = JSON.parse(body.toString('utf8')) as Record<string, string>;
    const id = crypto.randomUUID();
    const { to = '', text = '', webhook_url: webhookUrl = null } = sent;
    texts.push({ id, from: sent.from ?? '', to, text, webhookUrl });
    return answer({ data: { id, record_type: 'message', to: [{ status: 'queued' }] } });
  });
  const post: FakeTelnyx['post'] = async (url, data, options = {}) => {
    const { secondsAgo = 0, isSigned = true, change = (same) => same } = options;
    const body = JSON.stringify({ data: { record_type: 'event', ...data } });
    const signed = signer.signed(body, new Date(fake.now().getTime() - secondsAgo * 1000));
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(isSigned ? signed : {}) },
      body: change(body),
    });
    return status;
  };
  const postForm: FakeTelnyx['postForm'] = async (url, fields, isSigned = true) => {
    const body = new URLSearchParams(fields).toString();
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(isSigned ? signer.signed(body, fake.now()) : {}),
      },
      body,
    });
    return { status: response.status, text: await response.text() };
  };
  const fieldsOf = ({ sid, to }: TelnyxCall, CallStatus: string) => ({
    AccountSid: accountId,
    CallSid: sid,
    CallStatus,
    From: from,
    To: to,
  });
  const env = {
    TOCSIN_TELNYX_API_KEY: apiKey,
    ...signer.env,
    TOCSIN_TELNYX_FROM: from,
    TOCSIN_TELNYX_API_BASE: api.url,
  };
  const fake: FakeTelnyx = {
    now: () => new Date(),
    env,
    voiceEnv: {
      ...env,
      TOCSIN_TELNYX_ACCOUNT_ID: accountId,
      TOCSIN_TELNYX_APPLICATION_ID: applicationId,
    },
    texts,
    calls,
    postForm,
    reportCall: async (call, status) =>
      (await postForm(call.statusUrl ?? '', fieldsOf(call, status))).status,
    answer: async (call) => (await postForm(call.answerUrl, fieldsOf(call, 'in-progress'))).text,
    async press(call, instructions, digits) {
      // Silence goes on behind `<Gather>`.
      const found =
        digits === ''
          ? /<Redirect[^>]*>([^<]+)</.exec(instructions)
          : /<Gather[^>]*\baction="([^"]+)"/.exec(instructions);
      const url = found?.[1]?.replaceAll('&amp;', '&');
      if (url === undefined) throw new Error(`Nothing waits for a key in ${instructions}`);
      const key = digits === '' ? {} : { Digits: digits };
      return (await postForm(url, { ...fieldsOf(call, 'in-progress'), ...key })).text;
    },
    answerNext: api.answerNext,
    refusal,
    post,
    report: ({ id, to, webhookUrl }, status, errorCode) =>
      post(webhookUrl ?? '', {
        event_type: 'message.finalized',
        payload: {
          id,
          to: [{ phone_number: to, status }],
          errors: errorCode === undefined ? [] : [{ code: errorCode, title: 'Failed' }],
        },
      }),
    stop: api.stop,
  };
  return fake;
}

const json = { 'content-type': 'application/json' };
const answer = (body: object) => ({ status: 200, headers: json, body: JSON.stringify(body) });
const refusal: FakeTelnyx['refusal'] = (status, code, detail, pointer) => ({
  status,
  body: JSON.stringify({
    errors: [{ code, title: 'Refused', detail, ...(pointer ? { source: { pointer } } : {}) }],
  }),
});
