/** Chance that a seed repeats. */
export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** From 0 to below 1: mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from 0 to `max`. */
  upTo(max: number): number {
    return Math.floor(this.next() * (max + 1));
  }

  pick<Value>(values: readonly Value[]): Value {
    const picked = values[this.upTo(values.length - 1)];
    if (picked === undefined) throw new Error('nothing to pick');
    return picked;
  }
}
