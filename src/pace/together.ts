interface Waiter<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Does together what is asked for while the last of it is under way: the busier, the fewer steps. Whoever comes first
 * waits for nothing.
 */
export class Together<Item, Result> {
  readonly #most: number;
  readonly #work: (items: readonly Item[]) => Promise<readonly Result[]>;
  #waiting: Waiter<Item, Result>[] = [];
  #isBusy = false;

  /** `work` gives a result for each item, in their order. Harmless to repeat: where it throws, each is done alone. */
  constructor(most: number, work: (items: readonly Item[]) => Promise<readonly Result[]>) {
    this.#most = most;
    this.#work = work;
  }

  do(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ item, resolve, reject });
    if (!this.#isBusy) void this.#doAll();
    return promise;
  }

  async #doAll(): Promise<void> {
    this.#isBusy = true;
    // Items of the same moment belong together, too.
    await null;
    while (this.#waiting.length > 0) await this.#step(this.#waiting.splice(0, this.#most));
    this.#isBusy = false;
  }

  async #step(some: readonly Waiter<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(some.map(({ item }) => item));
      // as: there is one for each.
      for (const [at, { resolve }] of some.entries()) resolve(results[at] as Result);
    } catch (error) {
      // An item that fails holds up no other.
      if (some.length === 1) some[0]?.reject(error);
      else await Promise.all(some.map((one) => this.#step([one])));
    }
  }
}
