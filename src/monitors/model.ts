import { Schema } from 'mongoose';
import type { Severity } from '../incidents/index.ts';
import { defineLog, type LogDocument } from '../resources/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { defineModel, schemaOf } from '../store/index.ts';
import type { Level } from './decide.ts';

/** News of a monitor that its integration has not received yet; stored with the state, so that no crash loses it. */
export interface Announcement {
  id: string;
  level: Level;
  /** Null where it is resolved. */
  severity: Severity | null;
  reason: Sentence;
  at: Date;
  responseBody?: string;
}

/** Where a monitor stands; `_id` is its integration. */
export interface MonitorState {
  _id: string;
  organizationId: string;
  /** Version of the integration that this was planned from. */
  version: number;
  /** The schedule that this was planned from. */
  planKey: string;
  /** When there is something to do; absent while there is not. A claim moves it to the end of the claim. */
  nextAt?: Date;
  /** The host that is asked. Absent where none is. */
  target?: string;
  /** How long what is to be done can take. */
  claimSeconds: number;
  /** Who works on it; see `claim` of `jobs`. */
  claim?: string;
  /** The level that people were told last. */
  level: Level;
  failures: number;
  certificateExpiresAt?: Date;
  lastReceivedAt?: Date;
  nextExpectedAt?: Date;
  announcement?: Announcement;
  /** When there is something to do after the announcement. */
  thenAt?: Date;
  /** The alarm came during a maintenance: it is repeated when that is over. */
  isHeld?: true;
  /** By silences that open nothing: which ones. It is repeated once these are others. */
  heldBy?: string;
}

const schema = schemaOf<MonitorState>({
  _id: String,
  organizationId: String,
  version: Number,
  planKey: String,
  nextAt: Date,
  target: String,
  claimSeconds: Number,
  claim: String,
  level: String,
  failures: Number,
  certificateExpiresAt: Date,
  lastReceivedAt: Date,
  nextExpectedAt: Date,
  announcement: Schema.Types.Mixed,
  thenAt: Date,
  isHeld: Boolean,
  heldBy: String,
});
// Finds monitors that are due, longest first.
schema.index({ nextAt: 1 }, { sparse: true });
// Finds claims of dead processes.
schema.index({ claim: 1 }, { sparse: true });
// To delete them with their organization.
schema.index({ organizationId: 1 });

export const monitorStateModel = defineModel<MonitorState>('monitor_states', schema);

/** One check of an HTTP or ping monitor; `ownerId` is the integration. */
export interface MonitorResult extends LogDocument {
  status: Level;
  /** Why the status is what it is; left out where there is nothing to say. */
  reason?: Sentence;
  totalElapsedInMs: number;
  responseBody?: string;
}

export type NewMonitorResult = Omit<MonitorResult, '_id'>;

export const monitorResults = defineLog<MonitorResult>(
  'http_monitoring_results',
  {
    status: String,
    reason: Schema.Types.Mixed,
    totalElapsedInMs: Number,
    responseBody: String,
  },
  'checks',
);

/** When some process last listened for signs of life: what happened since nobody heard. */
export interface MonitorWatch {
  _id: string;
  aliveAt: Date;
  /** When somebody last noticed that the clock had gone back. */
  wentBackAt?: Date;
}

export const monitorWatchModel = defineModel<MonitorWatch>(
  'monitor_watch',
  schemaOf<MonitorWatch>({ _id: String, aliveAt: Date, wentBackAt: Date }),
);
