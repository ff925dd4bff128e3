import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Faults } from './faults.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Webhook {
  /** Last part of the address. */
  kind: string;
  /** As the server wrote it: absolute, perhaps with overrides of the connection as fragment. */
  url: string;
  fields: Readonly<Record<string, string>>;
  isAwaited: boolean;
}

export interface Answer {
  status: number;
  contentType: string | null;
  body: string;
}

/** One request as it was answered. */
export interface Delivery extends Webhook {
  /** Seconds of virtual time since the call began. */
  at: number;
  token: string;
  answer: Answer | null;
  /** The same token was sent before. */
  isRepeat: boolean;
}

export interface WebhookOptions {
  time: VirtualTime;
  random: Random;
  authToken: string;
  /** What the server calls itself; replaced by the address of one of the instances. */
  publicUrl: string;
  /** Where servers listen, asked anew for each request. */
  instances(): readonly string[];
  faults: Faults;
  /** Ends the server that listens there as a power cut would. */
  kill?: ((instance: string) => Promise<void>) | undefined;
}

/** Everything of one call that was sent, in order. */
export interface SentWebhooks {
  startedAt: number;
  deliveries: Delivery[];
  counts: Map<string, number>;
}

export type Outcome = { answer: Answer } | { failure: Failure };
/** Of the connection, of the wait for an answer, or by its status. */
type Failure = 'ct' | 'rt' | '4xx' | '5xx';

interface Policy {
  connectSeconds: number;
  readSeconds: number;
  totalSeconds: number;
  retries: number;
  after: ReadonlySet<string>;
}

/** Sends webhooks as the carrier does: signed, with a token that stays the same in retries. */
export class Webhooks {
  readonly #options: WebhookOptions;
  #turn = 0;

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  async send(webhook: Webhook, sent: SentWebhooks): Promise<Outcome> {
    const { faults, time, random } = this.#options;
    const nth = (sent.counts.get(webhook.kind) ?? 0) + 1;
    sent.counts.set(webhook.kind, nth);
    const fault = faults({ ...webhook, nth });
    const token = tokenOf(random);
    const policy = policyOf(webhook.url);
    const startedAt = time.now();
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt(webhook, token, sent, policy, attempt, fault);
      if ('answer' in outcome) {
        if (fault?.fault === 'duplicate' && attempt === 0)
          time.after(fault.after, () =>
            time.start(async () => void (await this.#deliver(webhook, token, sent))),
          );
        return outcome;
      }
      const isRetried = policy.after.has('all') || policy.after.has(outcome.failure);
      const elapsed = (time.now() - startedAt) / 1000;
      if (attempt >= policy.retries || !isRetried || elapsed >= policy.totalSeconds) return outcome;
    }
  }

  async #attempt(
    webhook: Webhook,
    token: string,
    sent: SentWebhooks,
    policy: Policy,
    attempt: number,
    fault: Fault | null,
  ): Promise<Outcome> {
    const { time } = this.#options;
    if (fault?.fault === 'drop' || (fault?.fault === 'no-connection' && attempt === 0)) {
      await time.wait(policy.connectSeconds);
      return { failure: 'ct' };
    }
    if (attempt > 0) return this.#judged(await this.#deliver(webhook, token, sent));
    if (fault?.fault === 'delay') {
      if (!webhook.isAwaited || fault.seconds < policy.readSeconds) await time.wait(fault.seconds);
      else {
        // It is still on its way when the carrier has given up.
        time.after(fault.seconds, () =>
          time.start(async () => void (await this.#deliver(webhook, token, sent))),
        );
        await time.wait(policy.readSeconds);
        return { failure: 'rt' };
      }
    }
    if (fault?.fault === 'twice-at-once') {
      const [first = null] = await Promise.all([
        this.#deliver(webhook, token, sent),
        this.#deliver(webhook, token, sent),
      ]);
      return this.#judged(first);
    }
    const answer = await this.#deliver(webhook, token, sent, fault);
    if (fault?.fault === 'slow-answer') await time.wait(fault.seconds);
    if (fault?.fault !== 'lost-answer') return this.#judged(answer);
    await time.wait(policy.readSeconds);
    return { failure: 'rt' };
  }

  #judged(answer: Answer | 'ct' | 'rt' | null): Outcome {
    if (answer === null || answer === 'ct') return { failure: 'ct' };
    if (answer === 'rt') return { failure: 'rt' };
    if (answer.status >= 500) return { failure: '5xx' };
    return answer.status >= 400 ? { failure: '4xx' } : { answer };
  }

  /** One request over HTTP. */
  async #deliver(
    webhook: Webhook,
    token: string,
    sent: SentWebhooks,
    fault: Fault | null = null,
  ): Promise<Answer | 'ct' | 'rt'> {
    const { time, publicUrl, authToken, kill } = this.#options;
    const [url = ''] = webhook.url.split('#');
    const instance = this.#next();
    const delivery: Delivery = {
      ...webhook,
      at: (time.now() - sent.startedAt) / 1000,
      token,
      answer: null,
      isRepeat: sent.deliveries.some((earlier) => earlier.token === token),
    };
    sent.deliveries.push(delivery);
    const killing =
      fault?.fault === 'kill' && kill
        ? sleep(fault.milliseconds).then(() => kill(instance))
        : undefined;
    const asked = (async () => {
      const response = await fetch(instance + url.slice(publicUrl.replace(/\/+$/, '').length), {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
          'user-agent': 'TwilioProxy/1.1',
          'i-twilio-idempotency-token': token,
          'x-twilio-signature': signatureOf(authToken, url, webhook.fields),
        },
        body: new URLSearchParams({ ...webhook.fields }).toString(),
      });
      return {
        status: response.status,
        contentType: response.headers.get('content-type'),
        body: await response.text(),
      };
    })();
    try {
      delivery.answer = await time.during(asked);
      return delivery.answer;
    } catch (error) {
      return codeOf(error) === 'ECONNREFUSED' ? 'ct' : 'rt';
    } finally {
      if (killing) await time.during(killing);
    }
  }

  /** Servers take turns. */
  #next(): string {
    const instances = this.#options.instances();
    this.#turn += 1;
    return (instances[this.#turn % instances.length] ?? '').replace(/\/+$/, '');
  }
}

/** HMAC-SHA1 of the address and every field, sorted by name. */
export function signatureOf(
  authToken: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): string {
  const hmac = createHmac('sha1', authToken).update(url);
  for (const name of Object.keys(fields).toSorted()) hmac.update(name + fields[name]);
  return hmac.digest('base64');
}

/** Overrides of the connection, such as `#ct=2000&rc=3&rp=ct,5xx`. */
function policyOf(url: string): Policy {
  const [, fragment = ''] = url.split('#');
  const pairs = new Map(
    fragment.split('&').map((pair): [string, string] => {
      const [name = '', value = ''] = pair.split('=');
      return [name, value];
    }),
  );
  const seconds = (name: string, usual: number) => Number(pairs.get(name) ?? usual) / 1000;
  return {
    connectSeconds: seconds('ct', 5000),
    readSeconds: seconds('rt', 15_000),
    totalSeconds: seconds('tt', 15_000),
    retries: Number(pairs.get('rc') ?? 1),
    after: new Set((pairs.get('rp') ?? 'ct').split(',')),
  };
}

function tokenOf(random: Random): string {
  const part = () =>
    Math.floor(random.next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return `${part()}-${part()}-${part()}-${part()}`;
}

function codeOf(error: unknown): string | null {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : null;
}
