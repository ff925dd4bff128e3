import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { membersOf, type OutboundClient, OutboundError } from '../../egress/index.ts';
import type { Clock } from '../../kernel/index.ts';

const keptMilliseconds = 3600_000;
/** A forged name of a key must not lead to a request each time. */
const againMilliseconds = 60_000;
const timeoutMilliseconds = 2000;
const clockToleranceSeconds = 60;

/** The public keys by which a vendor signs its requests, asked for once an hour and where one is new. */
export class SigningKeys {
  readonly #egress: OutboundClient;
  readonly #clock: Clock;
  readonly #url: string;
  #keys: JSONWebKeySet | null = null;
  #asking: Promise<void> | null = null;
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(egress: OutboundClient, clock: Clock, url: string) {
    this.#egress = egress;
    this.#clock = clock;
    this.#url = url;
  }

  /** Whether the token is signed by one of the keys, is for this audience and has not ended. */
  async verifies(
    token: string,
    { issuer, audience }: { issuer: string; audience: string },
  ): Promise<boolean> {
    for (const age of [keptMilliseconds, againMilliseconds]) {
      await this.#ask(age);
      if (!this.#keys) return false;
      try {
        await jwtVerify(token, createLocalJWKSet(this.#keys), {
          issuer,
          audience,
          algorithms: ['RS256'],
          requiredClaims: ['exp'],
          currentDate: this.#clock.now(),
          clockTolerance: clockToleranceSeconds,
        });
        return true;
      } catch (error) {
        // A key that is not there yet is asked for once more; anything else is no token of theirs.
        if (!(error instanceof errors.JWKSNoMatchingKey)) return false;
      }
    }
    return false;
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
      const answer = await this.#egress.request(this.#url, {
        redirectsMax: 0,
        timeoutMilliseconds,
      });
      const { keys } = membersOf(answer) ?? {};
      return answer.status === 200 && Array.isArray(keys) ? { keys } : null;
    } catch (error) {
      if (error instanceof OutboundError) return null;
      throw error;
    }
  }
}
