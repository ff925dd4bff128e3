import { Schema } from 'mongoose';
import { indexRuns, keptRuns, queueOf, type Run, runMembers } from '../runs/index.ts';
import { say } from '../sentences/index.ts';
import type { ConfigurationChange } from '../stage/index.ts';
import { defineModel, schemaOf } from '../store/index.ts';
import type { Calibration } from './calibration.ts';
import type { DifferenceKind, ReplayDifference } from './compare-incidents.ts';
import type { Cause } from './located.ts';
import type { NoiseFigures } from './noise/heard-noise.ts';
import type { TriedWhatIf } from './noise/trial.ts';
import type { PastRange } from './past.ts';
import type { Counts } from './two-worlds.ts';

/** Differences with one cause, of the same teams. */
export interface ReplayGroup {
  count: number;
  kinds: Partial<Record<DifferenceKind, number>>;
  cause: Cause | null;
  exampleIds: string[];
  teamIds: string[];
}

/** An object that a change set changes. */
export type ChangedObject = Pick<ConfigurationChange, 'action' | 'entityType' | 'id'>;

/** A replay, and what it has found. */
export interface ReplayRun extends Run, Counts, PastRange {
  /** Payloads from before are not kept any more. */
  isCut: boolean;
  /** Hash of the changes, and how many they are. */
  changesHash: string;
  changes: number;
  /** The first objects that they change. */
  changed: ChangedObject[];
  /** Who was on call counts, in place of what is set up now, where nothing is changed. */
  asItWas?: true;
  reachedAt: Date;
  payloads: number;
  alerts: number;
  kinds: Partial<Record<DifferenceKind, number>>;
  groups: ReplayGroup[];
  calibration: Calibration | null;
  /** The wake-ups; null: it tries a change. */
  noise: NoiseReport | null;
}

/** The causes of wake-ups, and changes that would have reduced them. */
export interface NoiseReport extends NoiseFigures {
  /** How many changes were tried, and how many are to be; null: it is not known yet. */
  tried: number;
  toTry: number | null;
  /** The tried changes that wake people less often, the most useful ones first. */
  whatIfs: TriedWhatIf[];
}

const runSchema = schemaOf<ReplayRun>({
  ...runMembers,
  from: Date,
  until: Date,
  people: String,
  asItWas: { type: Boolean, default: undefined },
  isCut: Boolean,
  changesHash: String,
  changes: Number,
  changed: Schema.Types.Mixed,
  reachedAt: Date,
  payloads: Number,
  alerts: Number,
  compared: Number,
  couldNotDiffer: Number,
  different: Number,
  openBefore: Number,
  kinds: Schema.Types.Mixed,
  groups: Schema.Types.Mixed,
  calibration: Schema.Types.Mixed,
  noise: Schema.Types.Mixed,
});
indexRuns(runSchema);

export const replayRunModel = defineModel<ReplayRun>('replay_runs', runSchema);

export const replayRuns = keptRuns(replayRunModel, 'Replay');

/**
 * One at a time of an organization, and two in the whole store: each has the open incidents of two worlds in memory. A
 * long one of another organization keeps nobody waiting as long as there is a place beside it.
 */
export const replayQueue = queueOf(replayRuns, {
  atOnce: 2,
  details: ['groups', 'noise', 'changed', 'kinds', 'calibration'],
  tooMany: say('replayGoesOn'),
});

export interface StoredDifference extends Omit<ReplayDifference, 'couldDiffer' | 'divergence'> {
  divergence: Cause | null;
  _id: string;
  organizationId: string;
  runId: string;
  /** From 1, in the order in which they were found. */
  place: number;
  createdAt: Date;
}

const differenceSchema = schemaOf<StoredDifference>({
  _id: String,
  organizationId: String,
  runId: String,
  place: Number,
  createdAt: Date,
  kinds: [String],
  at: Number,
  integrationId: String,
  teamIds: [String],
  incidentIds: [String],
  divergence: Schema.Types.Mixed,
  present: Schema.Types.Mixed,
  changed: Schema.Types.Mixed,
});
// Lists.
differenceSchema.index({ runId: 1, place: 1 });
// Retention.
differenceSchema.index({ createdAt: 1 });
// For deletion with an organization.
differenceSchema.index({ organizationId: 1 });

export const replayDifferenceModel = defineModel<StoredDifference>(
  'replay_differences',
  differenceSchema,
);
