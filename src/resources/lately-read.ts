import type { World } from '../kernel/index.ts';
import { changeCount } from './change-count.ts';

const keptMilliseconds = 1000;
const keptMax = 5_000;

/**
 * Values that many messages in a row need, by key, read once a second. When this process changes an object of the
 * kinds they are read again at once; what another process changes counts a second later. Where nobody else can change
 * them, as `isAlone` says, they are kept for longer.
 */
export class LatelyRead<Value> {
  readonly #entityTypes: readonly string[];
  readonly #isAlone: () => boolean;
  #values = new Map<string, Promise<Value>>();
  #changes = 0;
  #since = Number.NEGATIVE_INFINITY;

  constructor(kinds: readonly { readonly entityType: string }[], isAlone = () => false) {
    this.#entityTypes = kinds.map(({ entityType }) => entityType);
    this.#isAlone = isAlone;
  }

  async of(world: World, key: string, read: () => Promise<Value>): Promise<Value> {
    const changes = changeCount(world, ...this.#entityTypes);
    // By a clock that nobody sets: others change what is stored whatever time it is.
    const isOld = !this.#isAlone() && performance.now() - this.#since > keptMilliseconds;
    if (isOld || changes !== this.#changes || this.#values.size >= keptMax) {
      this.#values = new Map();
      this.#changes = changes;
      this.#since = performance.now();
    }
    const values = this.#values;
    const value = values.get(key) ?? read();
    values.set(key, value);
    try {
      return await value;
    } catch (error) {
      values.delete(key);
      throw error;
    }
  }

  forget(key: string): void {
    this.#values.delete(key);
  }
}
