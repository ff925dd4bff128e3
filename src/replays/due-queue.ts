interface Entry<Item> {
  at: number;
  item: Item;
}

/** Items by due time, the earliest first; items of the same instant in the order in which they were added. */
export class DueQueue<Item> {
  readonly #heap: (Entry<Item> & { place: number })[] = [];
  #places = 0;

  /** The due time of the earliest item; infinite if nothing waits. */
  get nextAt(): number {
    return this.#heap[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  push(at: number, item: Item): void {
    this.#places += 1;
    const heap = this.#heap;
    const entry = { at, item, place: this.#places };
    let index = heap.push(entry) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (!above || !isBefore(entry, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = entry;
  }

  /** Takes what is due by then. */
  *takeUntil(until: number): Generator<Entry<Item>> {
    while (this.nextAt <= until) {
      const first = this.#pop();
      if (first) yield first;
    }
  }

  #pop(): Entry<Item> | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last || heap.length === 0) return first;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const [one, other] = [heap[left], heap[left + 1]];
      const isRight = one !== undefined && other !== undefined && isBefore(other, one);
      const below = isRight ? other : one;
      if (!below || !isBefore(below, last)) break;
      heap[index] = below;
      index = isRight ? left + 1 : left;
    }
    heap[index] = last;
    return first;
  }
}

interface Placed {
  at: number;
  place: number;
}

function isBefore(one: Placed, other: Placed): boolean {
  return one.at < other.at || (one.at === other.at && one.place < other.place);
}
