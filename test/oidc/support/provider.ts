import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Adapter, type AdapterPayload, type Configuration, Provider } from 'oidc-provider';

/** A person of the provider. */
export interface Account {
  sub: string;
  claims?: Record<string, unknown>;
}

export interface TestProvider {
  issuer: string;
  /** Who signs in next. */
  account: Account;
  /** The first one signs. */
  keys: JWK[];
  /** Starts anew with these keys; sessions and codes stay. */
  rekey(keys: JWK[]): void;
  /** Registers a redirect URI. */
  allow(redirectUri: string): void;
  /** Where it reports sign-outs. */
  reportTo(url: string): void;
  /** Answers before the provider does; true when it has. */
  intercept: ((req: IncomingMessage, res: ServerResponse) => boolean) | null;
  /** Changes the answer of the token endpoint. */
  forge: ((answer: Record<string, unknown>) => Promise<Record<string, unknown>>) | null;
  /** Every request, as `GET /path?query`. */
  requests: string[];
  stop(): Promise<void>;
}

export const clientId = 'tocsin';
export const clientSecret = 'a-client-secret-that-nobody-logs-7Qx';
/** Where the provider sends people after signing out. */
export const publicUrl = 'https://tocsin.test';

export async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/** A certified OpenID provider on loopback, where everybody is signed in at once as `account`. */
export async function startProvider(more: Partial<Configuration> = {}): Promise<TestProvider> {
  let handle: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => res.end();
  const server = createServer((req, res) => handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const redirectUris: string[] = [`${publicUrl}/unused`];
  let reportsTo = `${publicUrl}/nobody`;
  const accounts = new Map<string, Account>();
  const stored = new Map<string, AdapterPayload>();
  const make = () =>
    new Provider(issuer, {
      adapter: adapterOver(stored),
      jwks: { keys: self.keys },
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: redirectUris,
          // So that ID tokens name the session.
          backchannel_logout_uri: reportsTo,
          backchannel_logout_session_required: true,
          post_logout_redirect_uris: [`${publicUrl}/sign-in`],
        },
      ],
      cookies: { keys: ['of the cookies'] },
      claims: {
        openid: ['sub', 'sid'],
        email: ['email', 'email_verified'],
        profile: ['name', 'groups', 'realm_access', '_claim_names'],
      },
      // Into the ID token, as most providers do.
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
      // Its own refuses loopback.
      fetch: (url, { dispatcher: _, ...options } = {}) => fetch(url, options),
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      ttl: {
        AccessToken: 600,
        AuthorizationCode: 60,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
      findAccount: (_ctx, sub) => ({
        accountId: sub,
        claims: () => ({ sub, ...accounts.get(sub)?.claims }),
      }),
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId ?? '',
          accountId: oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      ...more,
    });
  const self: TestProvider = {
    issuer,
    account: { sub: 'nobody' },
    keys: [await newKey('first')],
    rekey(keys) {
      self.keys = keys;
      provider = make();
    },
    allow(redirectUri) {
      redirectUris.push(redirectUri);
      provider = make();
    },
    reportTo(url) {
      reportsTo = url;
      provider = make();
    },
    intercept: null,
    forge: null,
    requests: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  let provider = make();
  handle = (req, res) => {
    const path = req.url ?? '';
    self.requests.push(`${req.method} ${path}`);
    if (self.intercept?.(req, res)) return;
    if (path.startsWith('/interaction/')) {
      accounts.set(self.account.sub, self.account);
      const result = { login: { accountId: self.account.sub } };
      void provider.interactionFinished(req, res, result);
      return;
    }
    if (path.startsWith('/token') && self.forge) answerForged(res, self.forge);
    void provider.callback()(req, res);
  };
  return self;
}

function answerForged(res: ServerResponse, forge: NonNullable<TestProvider['forge']>): void {
  const end = res.end.bind(res);
  const endForged = (chunk?: unknown) => {
    void forge(JSON.parse(String(chunk))).then((forged) => {
      const body = JSON.stringify(forged);
      res.setHeader('content-length', Buffer.byteLength(body));
      end(body);
    });
    return res;
  };
  res.end = endForged;
}

/** What the provider stores, in a map that outlives it. */
function adapterOver(stored: Map<string, AdapterPayload>): new (name: string) => Adapter {
  return class implements Adapter {
    readonly #name: string;
    constructor(name: string) {
      this.#name = name;
    }
    async upsert(id: string, payload: AdapterPayload) {
      stored.set(`${this.#name}:${id}`, payload);
    }
    async find(id: string) {
      return stored.get(`${this.#name}:${id}`);
    }
    async findByUid(uid: string) {
      return [...stored.values()].find((one) => one.uid === uid && one.kind === this.#name);
    }
    async findByUserCode() {
      return undefined;
    }
    async consume(id: string) {
      const found = stored.get(`${this.#name}:${id}`);
      if (found) found.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string) {
      stored.delete(`${this.#name}:${id}`);
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, one] of stored) if (one.grantId === grantId) stored.delete(key);
    }
  };
}
