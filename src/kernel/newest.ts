/** A map of so many entries at the most: the one that was set first leaves. */
export class Newest<Key, Value> extends Map<Key, Value> {
  readonly #most: number;

  constructor(most: number) {
    super();
    this.#most = most;
  }

  override set(key: Key, value: Value): this {
    // Set again, it is the newest.
    this.delete(key);
    for (const oldest of this.keys()) {
      if (this.size < this.#most) break;
      this.delete(oldest);
    }
    return super.set(key, value);
  }
}
