import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type NextAnswer, type ReceivedRequest, startScriptedHttp } from './scripted-http.ts';

export interface FakeSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

export interface ReceivedPush {
  endpoint: string;
  headers: IncomingHttpHeaders;
  /** Decrypted with the private key of the subscription. */
  payload: Record<string, unknown>;
  /** Claims of the sender's token, whose signature fits the key it names. */
  vapid: { aud: string; exp: number; sub: string; publicKey: string };
}

export interface FakePushService {
  url: string;
  /** A browser subscribes. */
  subscribe(): FakeSubscription;
  pushes: ReceivedPush[];
  received: ReceivedRequest[];
  answerNext(...answers: NextAnswer[]): void;
  forgetAnswers(): void;
  stop(): Promise<void>;
}

/** Takes encrypted messages for browsers (RFC 8030, 8188, 8291, 8292) and reads them as the browser would. */
export async function startPushService(): Promise<FakePushService> {
  const browsers = new Map<string, Browser>();
  const pushes: ReceivedPush[] = [];
  const http = await startScriptedHttp((request) => {
    const browser = browsers.get(request.path);
    if (!browser) return { status: 404 };
    if (request.headers['content-encoding'] !== 'aes128gcm') return { status: 415 };
    if (request.body.length > 4096) return { status: 413 };
    const vapid = readVapid(request.headers.authorization ?? '');
    if (vapid === null || vapid.aud !== http.url) return { status: 403 };
    pushes.push({
      endpoint: http.url + request.path,
      headers: request.headers,
      payload: JSON.parse(decrypt(request.body, browser).toString('utf8')),
      vapid,
    });
    return { status: 201, headers: { location: `${http.url}/messages/${pushes.length}` } };
  });
  return {
    url: http.url,
    pushes,
    received: http.received,
    answerNext: http.answerNext,
    forgetAnswers: http.forgetAnswers,
    stop: http.stop,
    subscribe() {
      const ecdh = createECDH('prime256v1');
      const publicKey = ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/wpush/v2/${randomUUID()}`;
      browsers.set(path, { ecdh, publicKey, auth });
      return {
        endpoint: http.url + path,
        keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
      };
    },
  };
}

interface Browser {
  ecdh: ReturnType<typeof createECDH>;
  publicKey: Buffer;
  auth: Buffer;
}

/** RFC 8291 section 3.4 and RFC 8188: one record. */
function decrypt(body: Buffer, { ecdh, publicKey, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const record = body.subarray(21 + keyLength);
  const shared = ecdh.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', shared, auth, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`${label}\0`), length));
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive('Content-Encoding: aes128gcm', 16),
    derive('Content-Encoding: nonce', 12),
  );
  decipher.setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

/** RFC 8292: `vapid t=<JWT>, k=<key>`; null where the signature is not by that key. */
function readVapid(authorization: string): ReceivedPush['vapid'] | null {
  const [, token = '', publicKey = ''] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  if (point.length !== 65) return null;
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const isGenuine = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isGenuine) return null;
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')), publicKey };
}
