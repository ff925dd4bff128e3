import { Schema } from 'mongoose';
import type { TaskError } from '../kernel/index.ts';
import { defineModel } from '../store/index.ts';

/** One document per task: who runs it now, until when that is believed, and how its last run ended. */
export interface LeaseDocument {
  _id: string;
  holder: string;
  until: Date;
  /** By the clock of modules, unlike `until`. */
  startedAt?: Date;
  lastRun?: StoredRun;
}

export interface StoredRun {
  seconds: number;
  failuresInARow: number;
  error: TaskError | null;
}

export const leaseModel = defineModel<LeaseDocument>(
  'job_leases',
  new Schema<LeaseDocument>({
    _id: String,
    holder: String,
    until: Date,
    startedAt: Date,
    lastRun: Object,
  }),
);
