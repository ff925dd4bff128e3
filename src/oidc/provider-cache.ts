import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch } from 'jose';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
} from 'openid-client';
import type { OutboundClient } from '../egress/index.ts';
import { type Clock, Newest } from '../kernel/index.ts';
import type { OidcConnection } from './connection-kind.ts';
import { egressFetch } from './egress-fetch.ts';
import { isLoopback } from './issuer.ts';

const keptMilliseconds = 3600_000;
const connectionsMax = 1000;

interface Known {
  version: number;
  askedAt: number;
  configuration: Promise<Configuration>;
  keys?: JWTVerifyGetKey;
}

/** Keeps the metadata of providers for an hour. However many people sign in at once, one request asks. */
export class ProviderCache {
  readonly #known = new Newest<string, Known>(connectionsMax);
  readonly #fetch: ReturnType<typeof egressFetch>;
  readonly #clock: Clock;
  readonly #timeoutSeconds: number;

  constructor(egress: OutboundClient, clock: Clock, timeoutSeconds: number) {
    this.#timeoutSeconds = timeoutSeconds;
    this.#fetch = egressFetch(egress);
    this.#clock = clock;
  }

  of(connection: OidcConnection): Promise<Configuration> {
    return this.#entryOf(connection).configuration;
  }

  /** The keys that verify logout tokens. They are asked for again when a token names one that is not there. */
  async keysOf(connection: OidcConnection): Promise<JWTVerifyGetKey> {
    const entry = this.#entryOf(connection);
    const { jwks_uri: address } = (await entry.configuration).serverMetadata();
    if (address === undefined) throw new TypeError('The identity provider publishes no keys.');
    entry.keys ??= createRemoteJWKSet(new URL(address), {
      timeoutDuration: this.#timeoutSeconds * 1000,
      [joseFetch]: (url, options) =>
        this.#fetch(url, {
          method: options.method,
          headers: Object.fromEntries(options.headers),
          signal: options.signal,
        }),
    });
    return entry.keys;
  }

  /** Makes the next sign-in ask again: the provider has changed its keys at once. */
  drop({ id }: Pick<OidcConnection, 'id'>): void {
    this.#known.delete(id);
  }

  #entryOf(connection: OidcConnection): Known {
    const now = this.#clock.now().getTime();
    const known = this.#known.get(connection.id);
    if (known?.version === connection.version && now - known.askedAt < keptMilliseconds)
      return known;
    const entry: Known = {
      version: connection.version,
      askedAt: now,
      configuration: discover(connection, this.#fetch, this.#timeoutSeconds),
    };
    this.#known.set(connection.id, entry);
    entry.configuration.catch(() => {
      if (this.#known.get(connection.id) === entry) this.#known.delete(connection.id);
    });
    return entry;
  }
}

/** Asks the provider now. */
export function discover(
  { wire }: Pick<OidcConnection, 'wire'>,
  fetch: ReturnType<typeof egressFetch>,
  timeoutSeconds: number,
): Promise<Configuration> {
  const issuer = new URL(wire.issuer);
  return discovery(issuer, wire.clientId, {}, clientAuthOf(wire.clientSecret), {
    [customFetch]: fetch,
    timeout: timeoutSeconds,
    // The library checks the signature of ID tokens on demand only: they came by TLS from the provider itself.
    execute: [enableNonRepudiationChecks, ...(isLoopback(issuer) ? [allowInsecureRequests] : [])],
  });
}

/** Basic, as the standard has it, unless the provider only takes the secret in the form. */
function clientAuthOf(secret: string | null): ClientAuth {
  if (secret === null) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, ...others) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const takesBasic = methods?.includes('client_secret_basic') ?? true;
    return (takesBasic ? basic : post)(server, ...others);
  };
}
