import type { IndexTree } from './index-tree.ts';
import type { IndexKeyPattern } from './semantics/keys.ts';
import type { Matcher } from './semantics/match.ts';
import type { Doc } from './semantics/values.ts';

/** An index as the catalog has it in memory. */
export interface Index {
  readonly id: number;
  readonly name: string;
  /** As `listIndexes` answers it. */
  readonly spec: Doc;
  readonly pattern: IndexKeyPattern;
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial: Matcher | undefined;
  readonly expireAfterSeconds: number | undefined;
  readonly tree: IndexTree;
  /** Top-level fields on which the entries depend; `undefined`: on the whole document. */
  readonly fields: ReadonlySet<string> | undefined;
  /** Some document has an array on an indexed path: set once, for good. */
  multikey: boolean;
  /** Bit n: an array was met on the path of the field at position n. */
  arrayFields: number;
  /** Some key was cut, so the order of the index is not the order of the values. Set once, for good. */
  truncated: boolean;
  /** `false` while it is being built: written to, not read from. */
  ready: boolean;
}

/** Where it is noted what an index has met. */
export interface IndexMarks {
  markMultikey(index: Index, arrayFields: number): void;
  markTruncated(index: Index): void;
}
