import { Schema } from 'mongoose';
import { defineModel } from '../store/index.ts';

/** A process that uses this store, and its last heartbeat. */
export interface ProcessDocument {
  _id: string;
  aliveAt: Date;
  host: string;
  pid: number;
}

export const processModel = defineModel<ProcessDocument>(
  'processes',
  new Schema<ProcessDocument>({
    _id: String,
    aliveAt: Date,
    host: String,
    pid: Number,
  }),
);
