import type { Binary, ObjectId } from 'bson';
import { Schema } from 'mongoose';
import type { Sentence } from '../sentences/index.ts';
import { defineModel } from '../store/index.ts';

/** The outcomes of a payload, as the webhook answers and the payload list shows them. */
export const outcomes = [
  'Opened',
  'Updated',
  'Resolved',
  'Discarded',
  'Maintenance',
  'Silenced',
  'Failed',
  'Accepted',
] as const;
export type Outcome = (typeof outcomes)[number];

export interface Decision {
  step: string;
  result: Sentence;
}

/**
 * `[attribute, step, evaluation, result or null, reason or null, microseconds, detail?]`: a trace line in a tenth of
 * the space.
 */
export type CompactTraceLine = (string | number | Sentence | null)[];

/**
 * A request as it came in. The body is kept as received, so that parsing it again gives the same
 * digits and the same mapping result; `body-to-payload.ts` makes the JSON of spec 4.1 from it.
 */
export interface PayloadDocument {
  /** Ordered by arrival; its hex form is the id on the wire (public-api.md 5.4: not a UUID, sortable). */
  _id: ObjectId;
  organizationId: string;
  integrationId: string;
  teamId: string;
  createdAt: Date;
  ip: string;
  /** Absent: POST. */
  method?: string;
  /** Absent: as in the headers. */
  contentType?: string;
  headers: Record<string, string>;
  /** Absent: none. */
  query?: Record<string, string | string[]>;
  body: Binary;
  outcome: Outcome;
  reason: Sentence;
  /** The incident it was applied to; the first of them when its alerts were split. */
  incidentId: string | null;
  /** Only for payloads of several alerts: one per alert, null where it is not applied yet. */
  incidentIds?: (string | null)[];
  /** JSON text of one list of `CompactTraceLine` per alert; absent where it can be made anew (see `shown-trace.ts`). */
  trace?: string;
  /** Where there is no trace: the id of what evaluated it (see `revisions.ts`), and `checkOf` what came out. */
  revision?: string;
  /** See `decisions.ts`, which reads them. */
  decisions?: Decision[];
  /** Stored but not applied yet: a job applies it. */
  pending?: true;
  /** How many times applying it was postponed. */
  attempts?: number;
  /** Discarded without evaluating the mapping; see `reason`. */
  setAside?: true;
  /** The payload this one repeats. */
  replayOf?: ObjectId;
  /** Why the mapping could not read it, while it is still to be seen who was told of that. */
  untold?: Sentence;
}

// as never: mongoose types binary and mixed members in ways of its own.
const schema = new Schema<PayloadDocument>({
  organizationId: String,
  integrationId: String,
  teamId: String,
  createdAt: Date,
  ip: String,
  method: String,
  contentType: String,
  headers: Schema.Types.Mixed,
  query: Schema.Types.Mixed,
  body: Schema.Types.Buffer,
  outcome: String,
  reason: Schema.Types.Mixed,
  incidentId: String,
  incidentIds: { type: [String], default: undefined },
  trace: String,
  revision: String,
  decisions: Schema.Types.Mixed,
  pending: Boolean,
  attempts: Number,
  setAside: Boolean,
  replayOf: Schema.Types.ObjectId,
  untold: Schema.Types.Mixed,
} as never);
// The latest payloads of an integration, paged by id.
// Ascending, although they are read the other way round: what grows at its end is packed twice as densely.
schema.index({ integrationId: 1, _id: 1 });
schema.index({ pending: 1 }, { sparse: true });
schema.index({ 'untold.code': 1 }, { sparse: true });

export const payloadModel = defineModel<PayloadDocument>('payloads', schema);

/**
 * The settings by which payloads were evaluated, as far as their traces depend on them. A revision does not change.
 */
export interface RevisionDocument {
  /** Hash of its content and its integration. */
  _id: string;
  integrationId: string;
  /** JSON text of `RevisionRules`, deflated. */
  rules: Binary;
  /** A payload refers to it that is not older, or half a day younger at most. */
  usedAt: Date;
}

// as never: mongoose types binary members in a way of its own.
const revisionSchema = new Schema<RevisionDocument>({
  _id: String,
  integrationId: String,
  rules: Schema.Types.Buffer,
  usedAt: Date,
} as never);
// To delete them with their integration.
revisionSchema.index({ integrationId: 1 });
revisionSchema.index({ usedAt: 1 });

export const revisionModel = defineModel<RevisionDocument>('payload_revisions', revisionSchema);

/** How far a process has certainly applied what it stored; read after it died (see `recover.ts`). */
export interface WatermarkDocument {
  /** Id of the process (see `processes`): its payload ids carry it as their bytes 5 to 9. */
  _id: string;
  /** Every payload of the process up to this id is applied. */
  appliedThrough: ObjectId;
}

export const watermarkModel = defineModel<WatermarkDocument>(
  'intake_watermarks',
  new Schema<WatermarkDocument>({
    _id: String,
    appliedThrough: Schema.Types.ObjectId,
    // as never: its type of an object id is not the driver's.
  } as never),
);
