/** An item that waits in a line. */
export interface Waiting {
  /** Whose line it is: an integration's id. */
  account: string;
  bytes: number;
  /** It may look at what those before it have written. */
  isAlone: boolean;
}

/**
 * Payloads that wait to be decided: a line for each integration, in order of arrival. Lines take turns, so that nobody
 * waits for another's many.
 */
export class IntakeLines<Item extends Waiting> {
  /** In the order of their turns; no line is empty. */
  readonly #lines = new Map<string, Item[]>();
  /** Lines whose first payload is still being applied. */
  readonly #held = new Set<string>();

  add(item: Item): void {
    const line = this.#lines.get(item.account);
    if (line) line.push(item);
    else this.#lines.set(item.account, [item]);
  }

  /** The next in turn that may share a commit with those of `batch`; undefined when there is none. */
  next(batch: ReadonlySet<string>): Item | undefined {
    for (const [account, line] of this.#lines) {
      const [first] = line;
      if (first === undefined || this.#held.has(account)) continue;
      if (first.isAlone && batch.has(account)) continue;
      line.shift();
      this.#lines.delete(account);
      // Its next turn comes after those of all others.
      if (line.length > 0) this.#lines.set(account, line);
      return first;
    }
    return undefined;
  }

  /** Whether some line is not held. */
  areReady(): boolean {
    for (const account of this.#lines.keys()) if (!this.#held.has(account)) return true;
    return false;
  }

  /** The others of its line wait until `release`, so that they keep their order. */
  hold(account: string): void {
    this.#held.add(account);
  }

  release(account: string): void {
    this.#held.delete(account);
  }
}
