import type { Document } from 'mongodb';

/** One of several writes that belong together, by the name of its collection. */
export type JointWrite = { collection: string } & (
  | { insert: Document }
  | { filter: Document; update: Document }
);

export interface JointResult {
  /** Codes of the writes that the store refused, by position. */
  refused: ReadonlyMap<number, number>;
  /** Whether every update that was not refused found its document. */
  isEachFound: boolean;
}
