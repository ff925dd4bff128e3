import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Configuration, Provider } from 'oidc-provider';

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
  /** Answers before the provider does; true when it has. */
  intercept: ((req: IncomingMessage, res: ServerResponse) => boolean) | null;
  /** Changes the answer of the token endpoint. */
  forge: ((answer: Record<string, unknown>) => Promise<Record<string, unknown>>) | null;
  /** Bodies that were sent to the token endpoint, and paths that were asked for. */
  requests: string[];
  stop(): Promise<void>;
}

export const clientId = 'tocsin';
export const clientSecret = 'a-client-secret-that-nobody-logs-7Qx';

export interface TestProviderOptions {
  /** Redirect URIs of the client, known once the server is up. */
  redirectUris: string[];
  postLogoutRedirectUris?: string[];
  configuration?: Partial<Configuration>;
}

export async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

/** A certified OpenID provider on loopback, where everybody is signed in at once as `account`. */
export async function startProvider(options: TestProviderOptions): Promise<TestProvider> {
  let handle: (req: IncomingMessage, res: ServerResponse) => void = (_req, res) => res.end();
  const server = createServer((req, res) => handle(req, res));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const self: TestProvider = {
    issuer,
    account: { sub: 'nobody' },
    keys: [await newKey('first')],
    rekey(keys) {
      self.keys = keys;
      provider = make();
    },
    intercept: null,
    forge: null,
    requests: [],
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  function make(): Provider {
    const made = new Provider(issuer, {
      jwks: { keys: self.keys as never },
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: options.redirectUris,
          post_logout_redirect_uris: options.postLogoutRedirectUris ?? [],
          require_auth_time: false,
        },
      ],
      cookies: { keys: ['provider-cookie-key'] },
      claims: {
        openid: ['sub', 'sid'],
        email: ['email', 'email_verified'],
        profile: ['name', 'groups', 'realm_access', '_claim_names', 'hasgroups'],
      },
      conformIdTokenClaims: false,
      features: {
        devInteractions: { enabled: false },
        rpInitiatedLogout: { enabled: true },
        backchannelLogout: { enabled: true },
      },
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      findAccount: (_ctx, sub) => ({
        accountId: sub,
        claims: () => ({ sub, ...self.account.claims }),
      }),
      async loadExistingGrant(ctx) {
        const grant = new ctx.oidc.provider.Grant({
          clientId: ctx.oidc.client?.clientId ?? '',
          accountId: ctx.oidc.session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
      ...options.configuration,
    });
    // Errors that a test provokes are not worth a line.
    made.on('server_error', () => {});
    return made;
  }
  let provider = make();

  handle = (req, res) => {
    const path = req.url ?? '';
    self.requests.push(`${req.method} ${path}`);
    if (self.intercept?.(req, res)) return;
    if (path.startsWith('/interaction/')) {
      void provider.interactionFinished(req, res, {
        login: { accountId: self.account.sub },
      });
      return;
    }
    const { forge } = self;
    if (path.startsWith('/token') && forge) answerForged(res, forge);
    void provider.callback()(req, res);
  };
  return self;
}

function answerForged(res: ServerResponse, forge: NonNullable<TestProvider['forge']>): void {
  const end = res.end.bind(res);
  res.end = ((chunk?: unknown) => {
    const answer = JSON.parse(String(chunk)) as Record<string, unknown>;
    void forge(answer).then((forged) => {
      const body = JSON.stringify(forged);
      res.setHeader('content-length', Buffer.byteLength(body));
      end(body);
    });
    return res;
  }) as typeof res.end;
}
