import { type Schema as MongooseSchema, Schema } from 'mongoose';
import type { Sentence } from '../sentences/index.ts';

/** `Waiting`: others come first. */
export type RunState = 'Waiting' | 'Running' | 'Done' | 'Stopped' | 'Cancelled';

/** The members of every run, whatever it is about. */
export interface Run {
  _id: string;
  organizationId: string;
  createdAt: Date;
  state: RunState;
  /** Absent: it has waited until now. */
  beganAt?: Date;
  /** Why it did not come to its end. */
  reason: Sentence | null;
  /** While it waits or runs, its server says that it does. */
  seenAt: Date;
  /** Somebody has asked it to stop. */
  isCancelled?: true;
}

/** How these members are stored: a part of the schema of each kind of run. */
export const runMembers = {
  _id: String,
  organizationId: String,
  createdAt: Date,
  state: String,
  beganAt: { type: Date, default: undefined },
  reason: Schema.Types.Mixed,
  seenAt: Date,
  isCancelled: { type: Boolean, default: undefined },
};

/** Finds those that wait or run. */
export const byState = { state: 1, seenAt: 1 } as const;

/** The indexes that `keptRuns` reads by. */
export function indexRuns<Kept extends Run>(schema: MongooseSchema<Kept>): void {
  schema.index(byState);
  // Retention.
  schema.index({ createdAt: 1 });
  // Lists, the latest first; when one of an organization began last; what leaves with an organization.
  schema.index({ organizationId: 1, _id: -1 });
}
