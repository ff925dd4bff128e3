import type { World } from '../kernel/index.ts';
import { changeCount } from './change-count.ts';

const keptMilliseconds = 1000;
const keptMax = 1000;

/**
 * Values that many messages in a row need, by key, read once a second. When this process changes an object of the
 * kinds they are read again at once; what another process changes counts a second later.
 */
export class LatelyRead<Value> {
  readonly #entityTypes: readonly string[];
  #values = new Map<string, Promise<Value>>();
  #changes = 0;
  #since = 0;

  constructor(...kinds: readonly { readonly entityType: string }[]) {
    this.#entityTypes = kinds.map(({ entityType }) => entityType);
  }

  async of(world: World, key: string, read: () => Promise<Value>): Promise<Value> {
    const changes = changeCount(world, ...this.#entityTypes);
    // By the real clock others change what is stored.
    const isOld = Date.now() - this.#since > keptMilliseconds || this.#values.size >= keptMax;
    if (isOld || changes !== this.#changes) {
      this.#values = new Map();
      this.#changes = changes;
      this.#since = Date.now();
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
