import { Schema } from 'mongoose';
import type { Interval } from '../calendar/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { defineModel, schemaOf } from '../store/index.ts';
import type { Days } from './times-of-events.ts';

/** The result of reading a calendar; `_id` is its id. Times only: no title of an event is kept. */
export interface CalendarReading {
  _id: string;
  organizationId: string;
  /** Version of the calendar that is read. */
  version: number;
  nextAt: Date;
  readAt: Date | null;
  /** Until when everything was read again whole, whatever the address said of changes. */
  wholeAt: Date | null;
  /** When its days or times last became others. */
  changedAt?: Date;
  failingSince: Date | null;
  problem: Sentence | null;
  /** The host of its address, as it was asked last. */
  host?: string | null;
  etag: string | null;
  lastModified: string | null;
  /** Whole days of wherever the person, or the layer, is. */
  days: Days[];
  times: Interval[];
  events: number;
  ignored: number;
}

const schema = schemaOf<CalendarReading>({
  _id: String,
  organizationId: String,
  version: Number,
  nextAt: Date,
  readAt: Date,
  wholeAt: Date,
  changedAt: Date,
  failingSince: Date,
  problem: Schema.Types.Mixed,
  host: String,
  etag: String,
  lastModified: String,
  days: [Schema.Types.Mixed],
  times: [Schema.Types.Mixed],
  events: Number,
  ignored: Number,
});
// Finds what is to be read next.
schema.index({ nextAt: 1 });
// To delete them with their organization, and to find those that are news for a look at who is on call.
schema.index({ organizationId: 1, changedAt: 1 });

export const calendarReadingModel = defineModel<CalendarReading>('leave_intervals', schema);
