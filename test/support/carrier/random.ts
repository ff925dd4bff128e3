/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  /** True that often of 1. */
  happens(share: number): boolean;
  /** A whole number, both bounds included. */
  between(least: number, most: number): number;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
}

/** The generator known as mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    happens: (share) => next() < share,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (values) => values[Math.floor(next() * values.length)] ?? values[0],
  };
}
