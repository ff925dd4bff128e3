import { type Budget, charge } from '../budget.ts';
import type { Json } from '../types.ts';

interface Members {
  keys?: readonly string[];
  values?: readonly Json[];
}

/** Members of the large objects of one payload, by object. */
export type ListCache = Map<object, Members>;

/** Objects with more keys are remembered. Listing a smaller one costs less than looking it up. */
const smallMax = 64;
/** Beyond this V8 keeps an object as a hash table, whose keys it has to sort for every listing. */
const ordinaryMax = 1_000;

/** Lists the members of objects, the large ones once per payload, and takes the cost from the budget. */
export class Lists {
  readonly #budget: Budget;
  readonly #cache: ListCache;

  constructor(budget: Budget, cache: ListCache = new Map()) {
    this.#budget = budget;
    this.#cache = cache;
  }

  values(value: { [key: string]: Json }): readonly Json[] {
    const known = this.#cache.size > 0 ? this.#cache.get(value) : undefined;
    if (known?.values !== undefined) return known.values;
    const values = Object.values(value);
    this.#charge(values.length);
    if (values.length > smallMax) this.#cache.set(value, { ...known, values });
    return values;
  }

  keys(value: { [key: string]: Json }): readonly string[] {
    const known = this.#cache.size > 0 ? this.#cache.get(value) : undefined;
    if (known?.keys !== undefined) return known.keys;
    const keys = Object.keys(value);
    this.#charge(keys.length);
    if (keys.length > smallMax) this.#cache.set(value, { ...known, keys });
    return keys;
  }

  /** Charged after listing the keys: only that shows how many there are. */
  #charge(members: number): void {
    charge(this.#budget, members > ordinaryMax ? 'listLarge' : 'listSmall', members);
  }
}
