import { generateKeyPairSync, sign } from 'node:crypto';
import { type NextAnswer, startScriptedHttp } from './scripted-http.ts';

export interface TelnyxText {
  id: string;
  from: string;
  to: string;
  text: string;
  webhookUrl: string | null;
}

export interface FakeTelnyx {
  /** For the settings of the account; its API has a private address. */
  env: Record<string, string>;
  texts: TelnyxText[];
  /** The time that it signs. */
  now(): Date;
  answerNext(...answers: NextAnswer[]): void;
  /** As Telnyx refuses: its status, the code and words of its error. */
  refusal(status: number, code: string, detail: string): { status: number; body: string };
  /** Posts an event, signed `secondsAgo`; `change` changes it after that. */
  post(url: string, data: object, options?: PostOptions): Promise<number>;
  /** Reports the end of a text to the address that it named. */
  report(text: TelnyxText, status: string, errorCode?: string): Promise<number>;
  stop(): Promise<void>;
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

/** Plays the Messaging API of Telnyx, and calls back signed. */
export async function startTelnyx(): Promise<FakeTelnyx> {
  const signer = telnyxSigner();
  const apiKey = `KEY${crypto.randomUUID()}`;
  const from = '+15550002000';
  const texts: TelnyxText[] = [];
  const api = await startScriptedHttp(({ method, path, headers, body }) => {
    if (headers.authorization !== `Bearer ${apiKey}`)
      return refusal(401, '10009', 'Authentication failed');
    if (method === 'GET' && path.startsWith('/v2/phone_numbers?')) return answer({ data: [{}] });
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
  const fake: FakeTelnyx = {
    now: () => new Date(),
    env: {
      TOCSIN_TELNYX_API_KEY: apiKey,
      ...signer.env,
      TOCSIN_TELNYX_FROM: from,
      TOCSIN_TELNYX_API_BASE: api.url,
    },
    texts,
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
const refusal: FakeTelnyx['refusal'] = (status, code, detail) => ({
  status,
  body: JSON.stringify({ errors: [{ code, title: 'Refused', detail }] }),
});
