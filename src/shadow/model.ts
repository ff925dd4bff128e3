import { Schema } from 'mongoose';
import type { Sentence } from '../sentences/index.ts';
import { defineModel, schemaOf } from '../store/index.ts';
import type { LoggedAlert, Telling } from './product-log.ts';

/** How far the log of the other product is read; `_id` is the id of the run. */
export interface ShadowReading {
  _id: string;
  organizationId: string;
  /** Until then nothing is missing. */
  mark: Date;
  nextAt: Date;
  /** When it was read last. */
  readAt: Date | null;
  failingSince: Date | null;
  problem: Sentence | null;
}

const readingSchema = schemaOf<ShadowReading>({
  _id: String,
  organizationId: String,
  mark: Date,
  nextAt: Date,
  readAt: Date,
  failingSince: Date,
  problem: Schema.Types.Mixed,
});
// For deletion with an organization.
readingSchema.index({ organizationId: 1 });

export const shadowReadingModel = defineModel<ShadowReading>('shadow_readings', readingSchema);

/** Somebody who was told by the other product. No address is kept. */
export interface KeptTelling extends Omit<Telling, 'person'> {
  /** The id of a user here; null for a stranger. */
  userId: string | null;
}

/** The other product's actions on one of its alerts: who, when and what. */
export interface ShadowLogEntry extends Omit<LoggedAlert, 'id' | 'told'> {
  /** The run and the alert. */
  _id: string;
  organizationId: string;
  runId: string;
  told: readonly KeptTelling[];
}

const entrySchema = schemaOf<ShadowLogEntry>({
  _id: String,
  organizationId: String,
  runId: String,
  key: String,
  title: String,
  openedAt: Date,
  told: Schema.Types.Mixed,
  escalatedAt: [Date],
  acknowledgedAt: Date,
  resolvedAt: Date,
});
// For the comparison of a report.
entrySchema.index({ runId: 1, openedAt: 1 });
// Retention.
entrySchema.index({ openedAt: 1 });
// For deletion with an organization.
entrySchema.index({ organizationId: 1 });

export const shadowLogModel = defineModel<ShadowLogEntry>('shadow_log', entrySchema);
