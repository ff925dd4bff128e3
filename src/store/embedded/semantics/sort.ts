import type { Doc, Value } from './model.ts';

export type Sorter = {
  compare(a: Doc, b: Doc): number;
  /** The values a document sorts by, to keep beside raw bytes instead of the document. */
  keyOf(doc: Doc): Value[];
  keyOfRaw(bytes: Uint8Array): Value[];
  compareKeys(a: readonly Value[], b: readonly Value[]): number;
  /** Same form as an index pattern, for the planner. */
  pattern: ReadonlyArray<{ path: string; direction: 1 | -1 }>;
};

/**
 * Compiles a sort specification. Arrays sort by their least element ascending, their greatest descending.
 * `$natural` is the planner's affair and refused here. @throws CommandError BadValue (2)
 */
export function compileSort(_spec: Doc): Sorter {
  throw new Error('pending');
}
