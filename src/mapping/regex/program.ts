import type { CharSet } from './char-set.ts';
import type { GroupTable } from './groups.ts';

/**
 * Instructions of the machine, each followed by its operands in the code array. `R` variants consume towards the
 * start of the text. Registers (`reg`) hold positions, counters and stack heights; the first ones are the newest
 * capture of each group (-1: none).
 */
export const op = {
  match: 0,
  fail: 1,
  /** unit */
  unit: 2,
  unitR: 3,
  /** length, units… */
  text: 4,
  textR: 5,
  /** set index */
  set: 6,
  setR: 7,
  /** Repeat of one unit: kind, argument, min, max, unit that must follow (or the end of the text) or -1 */
  greedy: 8,
  greedyR: 9,
  lazy: 10,
  lazyR: 11,
  atomic: 12,
  atomicR: 13,
  /** target */
  jump: 14,
  /** target to resume at if what follows fails */
  split: 15,
  /** reg (two: rounds, start of the round) */
  loopEnter: 16,
  /** reg, min, max, exit */
  loopGreedy: 17,
  loopLazy: 18,
  /** reg */
  loopRound: 19,
  /** reg for the start of the capture */
  captureStart: 20,
  /** reg, group slot */
  captureEnd: 21,
  /** reg, group slot or -1, slot whose capture ends */
  captureBalance: 22,
  /** group slot, 1 if case does not matter */
  reference: 23,
  referenceR: 24,
  /** group slot, target if it has no capture */
  ifGroup: 25,
  /** reg (two: stack height, position) */
  lookEnter: 26,
  lookExit: 27,
  /** reg, target if the body fails */
  notEnter: 28,
  /** reg */
  notExit: 29,
  /** reg */
  atomicEnter: 30,
  atomicExit: 31,
  start: 32,
  lineStart: 33,
  lineEnd: 34,
  end: 35,
  endOrFinalNewline: 36,
  searchStart: 37,
  boundary: 38,
  notBoundary: 39,
  /** reg, target of the branch without a match */
  tryEnter: 40,
} as const;

/** What a repeat of one unit repeats. */
export const repeatKind = { any: 0, unit: 1, notUnit: 2, set: 3 } as const;
/** Size of a repeat instruction. */
export const repeatSize = 6;

/** How the search for a starting position may be shortened. Every hint is only a necessary condition. */
export interface SearchHints {
  readonly anchor: 'none' | 'start' | 'line-start' | 'search-start';
  /** The match begins with this text. */
  readonly prefix: string;
  /** The match begins with a unit of one of these; undefined if it may be empty or that is not known. */
  readonly first: readonly CharSet[] | undefined;
  readonly firstTable: Uint8Array | undefined;
  /** The match holds these texts somewhere, besides the prefix. */
  readonly required: readonly string[];
  readonly lengthMin: number;
  /** The pattern begins with this unlimited repeat: a failure at one place of its run is one for the whole run. */
  readonly leadingRepeat: { kind: number; argument: number; min: number } | undefined;
}

export interface Program {
  /** Begins with `fail`, which the machine uses as a target; the pattern itself starts at `entry`. */
  readonly code: Int32Array;
  readonly entry: number;
  readonly sets: readonly CharSet[];
  readonly registers: number;
  /** Group numbers by slot, ascending. */
  readonly groups: GroupTable;
  readonly rightToLeft: boolean;
  readonly hints: SearchHints;
}
