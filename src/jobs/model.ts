import { Schema } from 'mongoose';
import { defineModel } from '../store/index.ts';

/** One document per task: who runs it now, and until when that is believed. */
export interface LeaseDocument {
  _id: string;
  holder: string;
  until: Date;
}

export const leaseModel = defineModel<LeaseDocument>(
  'job_leases',
  new Schema<LeaseDocument>({ _id: String, holder: String, until: Date }),
);
