import type { SendResult } from '../egress/index.ts';
import { type Clock, divide } from '../kernel/index.ts';
import { words } from '../sentences/index.ts';
import type {
  ChannelParts,
  ChannelResult,
  Message,
  ProviderAttempt,
  ProviderHealth,
  Way,
} from './channel.ts';

/** One mail server or carrier. */
export interface Provider<Content, Address> {
  /** As people know it: the host of a mail server, the name of a carrier. */
  readonly name: string;
  /** `hasOther`: another one gets what this one does not take, so it need not be waited for as long. */
  send(message: Message<Content, Address>, hasOther: boolean): Promise<ChannelResult>;
  probe(): Promise<SendResult>;
  close?(): Promise<void>;
}

/** So long a provider that failed is not tried first; then one message tries it. */
export const restMilliseconds = 60_000;

/**
 * Sends by the first of several providers that takes the message. One that fails for a reason of its own is followed by
 * the next at once, within the same attempt, and is left out for a while. What may have left a provider without an
 * answer goes to no other one in the same attempt: it is perhaps sent, and the next attempt is up to the record of the
 * message.
 */
export function inOrder<Content, Address>(
  providers: readonly Provider<Content, Address>[],
  { clock, onProvider }: Pick<ChannelParts<unknown>, 'clock' | 'onProvider'>,
): Way<Content, Address> {
  const all = providers.map((provider) => new Watched(provider, clock, onProvider));
  return {
    async send(message) {
      const allowed = all.filter(({ name }) => (message.by ?? name) === name);
      const [ready, resting] = divide(allowed, (one) => one.mayBeFirst());
      const order = [...ready, ...resting];
      let failure: ChannelResult | null = null;
      for (const [index, one] of order.entries()) {
        const result = await one.send(message, index < order.length - 1);
        if (!isOfProvider(result) || mayHaveArrived(result)) return result;
        // One that may take it later outweighs one that never will.
        if (failure?.outcome !== 'retry') failure = result;
      }
      if (failure === null) throw new TypeError('A channel without a provider was asked to send.');
      return failure;
    },
    async probe() {
      let result: SendResult | null = null;
      for (const one of all) {
        const found = await one.probe();
        if (found.outcome === 'sent') return found;
        result ??= found;
      }
      if (result === null) throw new TypeError('A channel without a provider was tried.');
      return result;
    },
    async close() {
      for (const { provider } of all) await provider.close?.();
    },
    providers: all,
  };
}

/** A provider, and what is known of it. */
class Watched<Content, Address> implements ProviderHealth {
  readonly provider: Provider<Content, Address>;
  readonly #clock: Clock;
  readonly #onAttempt: (attempt: ProviderAttempt) => void;
  #failure: ProviderHealth['failure'] = null;
  #restsUntil = 0;

  constructor(
    provider: Provider<Content, Address>,
    clock: Clock,
    onAttempt: (attempt: ProviderAttempt) => void,
  ) {
    this.provider = provider;
    this.#clock = clock;
    this.#onAttempt = onAttempt;
  }

  get name(): string {
    return this.provider.name;
  }

  get failure(): ProviderHealth['failure'] {
    return this.#failure;
  }

  /** The first message that asks a provider that has rested is the only one that tries it. */
  mayBeFirst(): boolean {
    if (this.#failure === null) return true;
    if (this.#clock.elapsed() < this.#restsUntil) return false;
    this.#rest();
    return true;
  }

  async send(message: Message<Content, Address>, hasOther: boolean): Promise<ChannelResult> {
    const result = await this.provider.send(message, hasOther);
    this.#tell(result, this.#note(result));
    return result;
  }

  async probe(): Promise<SendResult> {
    const result = await this.provider.probe();
    const change = this.#note(result);
    if (change !== null) this.#tell(result, change);
    return result;
  }

  #tell(result: ChannelResult, change: ProviderAttempt['change']): void {
    this.#onAttempt({ provider: this.name, result, isDown: this.#failure !== null, change });
  }

  #note(result: ChannelResult): ProviderAttempt['change'] {
    const before = this.#failure;
    if (!isOfProvider(result)) {
      this.#failure = null;
      return before === null ? null : 'works again';
    }
    const reason = result.sentence ?? words(result.error);
    this.#failure = { since: before?.since ?? this.#clock.now(), reason };
    this.#rest();
    return before === null ? 'fails' : null;
  }

  #rest(): void {
    this.#restsUntil = this.#clock.elapsed() + restMilliseconds;
  }
}

type ProviderFailure = Extract<ChannelResult, { outcome: 'retry' | 'refused' }>;

/** A failure of the provider itself, whoever the message was for. */
function isOfProvider(result: ChannelResult): result is ProviderFailure {
  return 'concernsAll' in result && result.concernsAll === true;
}

function mayHaveArrived(result: ChannelResult): boolean {
  return 'mayHaveArrived' in result && result.mayHaveArrived === true;
}
