import { generateKeyPairSync, verify } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import type { ReceivedRequest, ScriptedAnswer } from './scripted-receiver.ts';

const issuer = 'chat@system.gserviceaccount.com';

/** Google as far as a Chat app needs it: keys, tokens of service accounts, and one space. */
export class FakeGoogleChat {
  readonly #keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  /** Cards and texts by the name of the message. */
  readonly messages: Record<string, unknown>[] = [];
  readonly calls: string[] = [];
  readonly serviceAccountKey = JSON.stringify({
    type: 'service_account',
    client_email: 'tocsin@project.iam.gserviceaccount.com',
    private_key: this.#keys.privateKey.export({ format: 'pem', type: 'pkcs8' }),
  });

  readonly script = (request: ReceivedRequest): ScriptedAnswer => {
    const { host, path, method, query } = request;
    if (host === 'www.googleapis.com' && path.endsWith(`/jwk/${issuer}`)) {
      this.calls.push('keys');
      const key = {
        ...this.#keys.publicKey.export({ format: 'jwk' }),
        kid: 'k1',
        alg: 'RS256',
        use: 'sig',
      };
      return { json: { keys: [key] } };
    }
    if (host === 'oauth2.googleapis.com') return this.#token(request);
    if (host !== 'chat.googleapis.com') return { status: 404 };
    if (request.headers.authorization !== 'Bearer ya29.SECRET-access') return { status: 401 };
    this.calls.push(`${method} ${path}`);
    const json = Object(request.json) as Record<string, unknown>;
    if (method === 'PATCH') {
      if (query.get('updateMask') !== 'cardsV2') return { status: 400 };
      this.messages[0] = json;
      return { json: { name: path.slice('/v1/'.length) } };
    }
    if (!query.get('messageReplyOption')?.startsWith('REPLY_MESSAGE')) return { status: 400 };
    this.messages.push(json);
    return { json: { name: `spaces/AAAA/messages/${this.messages.length}` } };
  };

  #token({ body }: ReceivedRequest): ScriptedAnswer {
    const form = new URLSearchParams(body);
    const assertion = form.get('assertion') ?? '';
    const [head = '', claims = '', signature = ''] = assertion.split('.');
    const signed = Buffer.from(`${head}.${claims}`);
    const bytes = Buffer.from(signature, 'base64url');
    const { aud, iss, scope, iat = 0, exp = 0 } = decodeJwt(assertion);
    const isRight =
      form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
      verify('sha256', signed, this.#keys.publicKey, bytes) &&
      aud === 'https://oauth2.googleapis.com/token' &&
      iss === 'tocsin@project.iam.gserviceaccount.com' &&
      scope === 'https://www.googleapis.com/auth/chat.bot' &&
      exp - iat <= 3600;
    if (!isRight) return { status: 400, json: { error: 'invalid_grant' } };
    return { json: { access_token: 'ya29.SECRET-access', expires_in: 3599, token_type: 'Bearer' } };
  }

  /** The token that a request of Google bears. */
  bearer(
    at: Date,
    { audience = '123456', from = issuer, kid = 'k1', seconds = 3600 } = {},
  ): Promise<string> {
    const now = Math.floor(at.getTime() / 1000);
    return new SignJWT()
      .setProtectedHeader({ alg: 'RS256', kid })
      .setIssuer(from)
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(now + seconds)
      .sign(this.#keys.privateKey);
  }
}
