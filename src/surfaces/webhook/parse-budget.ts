/** How many bytes of bodies may be parsed and evaluated within so many seconds. */
export interface ParseLimits {
  bytes: number;
  seconds: number;
}

/** A small payload counts as much: evaluating it has its price too. */
const bytesMin = 2048;
const integrationsMax = 1000;

/**
 * Work on payloads that may be refused after it, per integration. Counted in bytes, as that is what the work grows
 * with. In memory: it protects this process.
 */
export class ParseBudget {
  readonly #limits: ParseLimits;
  readonly #spent = new Map<string, { since: number; bytes: number }>();

  constructor(limits: ParseLimits) {
    this.#limits = limits;
  }

  /** False when the budget of the window is used up. */
  take(integrationId: string, bytes: number, now: Date): boolean {
    const at = now.getTime();
    let spent = this.#spent.get(integrationId);
    if (!spent || this.#isOver(spent.since, at)) {
      this.#forgetPast(at);
      spent = { since: at, bytes: 0 };
      this.#spent.set(integrationId, spent);
    }
    const cost = Math.max(bytes, bytesMin);
    if (spent.bytes + cost > this.#limits.bytes) return false;
    spent.bytes += cost;
    return true;
  }

  /** Also when the clock was set back. */
  #isOver(since: number, at: number): boolean {
    return Math.abs(at - since) >= this.#limits.seconds * 1000;
  }

  #forgetPast(at: number): void {
    if (this.#spent.size < integrationsMax) return;
    for (const [id, { since }] of this.#spent) if (this.#isOver(since, at)) this.#spent.delete(id);
  }
}
