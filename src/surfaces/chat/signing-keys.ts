import {
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { membersOf, type OutboundClient, OutboundError } from '../../egress/index.ts';
import type { Clock } from '../../kernel/index.ts';

const keptMilliseconds = 3600_000;
/** A forged name of a key must not lead to a request each time. */
const againMilliseconds = 60_000;
const timeoutMilliseconds = 2000;
const clockToleranceSeconds = 60;

/** Where a vendor has its keys, or the OpenID metadata that name the address. */
type KeySource = { keysUrl: string } | { metadataUrl: string };

/** The content of a token that one of the keys signed. */
interface Verified {
  claims: JWTPayload;
  /** With what the vendor says of it beside. */
  key: JWK & Readonly<Record<string, unknown>>;
}

/** The public keys by which a vendor signs its requests, asked for once an hour and where one is new. */
export class SigningKeys {
  readonly #egress: OutboundClient;
  readonly #clock: Clock;
  readonly #source: KeySource;
  #keys: JSONWebKeySet | null = null;
  #asking: Promise<void> | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(egress: OutboundClient, clock: Clock, source: KeySource) {
    this.#egress = egress;
    this.#clock = clock;
    this.#source = source;
  }

  /** Null unless the token is signed by one of the keys, is for this audience and has not ended. */
  async verified(
    token: string,
    { issuer, audience }: { issuer: string; audience: string },
  ): Promise<Verified | null> {
    for (const age of [keptMilliseconds, againMilliseconds]) {
      await this.#ask(age);
      if (!this.#keys) return null;
      try {
        const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(this.#keys), {
          issuer,
          audience,
          algorithms: ['RS256'],
          requiredClaims: ['exp'],
          currentDate: this.#clock.now(),
          clockTolerance: clockToleranceSeconds,
        });
        const key = this.#keys.keys.find(({ kid }) => kid === protectedHeader.kid);
        return key ? { claims: payload, key: { ...key } } : null;
      } catch (error) {
        // A key that is not there yet is asked for once more; anything else is no token of theirs.
        if (!(error instanceof errors.JWKSNoMatchingKey)) return null;
      }
    }
    return null;
  }

  /** However many requests come at once, one of them asks. */
  async #ask(ageMax: number): Promise<void> {
    const now = this.#clock.now().getTime();
    if (this.#asking === null && now - this.#askedAt >= ageMax)
      this.#asking = this.#read().then((keys) => {
        this.#keys = keys ?? this.#keys;
        this.#askedAt = keys ? now : now - keptMilliseconds + againMilliseconds;
        this.#asking = null;
      });
    await this.#asking;
  }

  /** Null where the vendor does not answer. */
  async #read(): Promise<JSONWebKeySet | null> {
    try {
      const url = await this.#keysUrl();
      const { keys } = url === null ? {} : await this.#membersAt(url);
      return Array.isArray(keys) ? { keys } : null;
    } catch (error) {
      if (error instanceof OutboundError) return null;
      throw error;
    }
  }

  async #keysUrl(): Promise<string | null> {
    if ('keysUrl' in this.#source) return this.#source.keysUrl;
    const { jwks_uri: url } = await this.#membersAt(this.#source.metadataUrl);
    return typeof url === 'string' && url.startsWith('https://') ? url : null;
  }

  async #membersAt(url: string): Promise<Readonly<Record<string, unknown>>> {
    const answer = await this.#egress.request(url, { redirectsMax: 0, timeoutMilliseconds });
    return (answer.status === 200 && membersOf(answer)) || {};
  }
}
