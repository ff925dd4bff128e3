import { Schema } from 'mongoose';
import { indexRuns, keptRuns, queueOf, type Run, runMembers } from '../runs/index.ts';
import { say } from '../sentences/index.ts';
import type { ConfigurationChange } from '../stage/index.ts';
import { defineModel, schemaOf } from '../store/index.ts';
import type { ProvenGuarantee } from './prove-guarantees.ts';

/** An object that a change set changes. */
export type ChangedObject = Pick<ConfigurationChange, 'action' | 'entityType' | 'id'>;

/** A proof that somebody asked for, and what it has found. */
export interface ProofRun extends Run {
  /** Who asked for it: a person, or the name of a key. */
  userId: string | null;
  key: string | null;
  /** How many objects are changed by what is proven, and the first ones. */
  changes: number;
  changed: ChangedObject[];
  /** From when on it is proven; until it begins, when it was asked for. */
  from: Date;
  results: ProvenGuarantee[];
  /** Counter-examples and times are left out, for there are too many. */
  isCut: boolean;
  /** The objects that changes make; people with their display names. */
  newIds: { name: string; id: string; person?: string }[];
}

const schema = schemaOf<ProofRun>({
  ...runMembers,
  userId: String,
  key: String,
  changes: Number,
  changed: Schema.Types.Mixed,
  from: Date,
  results: Schema.Types.Mixed,
  isCut: Boolean,
  newIds: Schema.Types.Mixed,
});
indexRuns(schema);

export const proofRunModel = defineModel<ProofRun>('proof_runs', schema);

export const proofRuns = keptRuns(proofRunModel, 'Proof');

/** One at a time of an organization; threads see to it that those of several share a server. */
export const proofQueue = queueOf(proofRuns, {
  atOnce: Number.POSITIVE_INFINITY,
  details: ['results', 'newIds', 'changed'],
  tooMany: say('proofGoesOn'),
});
