import { Schema } from 'mongoose';
import type { Store } from '../kernel/index.ts';
import { defineModel } from '../store/index.ts';

/** A process that uses this store, and its last heartbeat. */
export interface ProcessDocument {
  _id: string;
  aliveAt: Date;
  host: string;
  pid: number;
  /** See `upgrade`; absent: of a release before there was one. */
  release?: number;
}

export const processModel = defineModel<ProcessDocument>(
  'processes',
  new Schema<ProcessDocument>({
    _id: String,
    aliveAt: Date,
    host: String,
    pid: Number,
    release: Number,
  }),
);

/** Until then it may be the store that was silent: whoever lives writes a heartbeat as soon as the store takes it. */
export const certainMilliseconds = 90_000;

/** All processes that have entered and not left, dead ones included. */
export function registered(store: Store): Promise<ProcessDocument[]> {
  // By the index of ids: a registry is small, but no query scans.
  return processModel(store)
    .find({ _id: { $gt: '' } })
    .lean<ProcessDocument[]>()
    .exec();
}
