import { AppError } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import type { BodyLimits } from './limits.ts';

/** Bytes of bodies in memory: of all requests together, and of one integration or address. */
export class BodyBudget {
  readonly #limits: BodyLimits;
  readonly #shares = new Map<string, number>();
  #total = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** False when they exceed the budget. */
  take(key: string, bytes: number): boolean {
    const share = (this.#shares.get(key) ?? 0) + bytes;
    const { totalBytesMax, shareBytesMax } = this.#limits;
    if (share > shareBytesMax || this.#total + bytes > totalBytesMax) return false;
    this.#shares.set(key, share);
    this.#total += bytes;
    return true;
  }

  giveBack(key: string, bytes: number): void {
    if (bytes === 0) return;
    this.#total -= bytes;
    const share = (this.#shares.get(key) ?? 0) - bytes;
    if (share > 0) this.#shares.set(key, share);
    else this.#shares.delete(key);
  }
}

export function tooBusy(): AppError {
  return new AppError('overloaded', say('payloadsTooMany'), {
    headers: { connection: 'close', 'retry-after': '5' },
  });
}
