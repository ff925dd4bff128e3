import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { Intent, Severity, Status } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';
import type { Span } from './outages.ts';

/** An action of a person on an incident. No name: the fact outlives the person. */
export interface Act {
  userId: string;
  intent: Intent;
  at: Date;
}

/**
 * The facts of an incident that are kept for as long as there are reports of its time. Derived from it, version by
 * version.
 */
export interface IncidentFact {
  /** That of the incident. */
  _id: string;
  organizationId: string;
  /** Version of the incident that it was derived from. */
  version: number;
  integrationId: string | null;
  /** As it was called then: an integration may be deleted. */
  integrationName: string | null;
  title: string;
  severity: Severity;
  status: Status;
  createdAt: Date;
  /** When the incident changed last. */
  updatedAt: Date;
  /** The teams that hold it and since when; see `holdings.ts`. */
  held: string[];
  /** When it was acknowledged: the first of all, and the first since each team has it. */
  acknowledgedAt: Date[];
  /** The last time, while it is resolved. */
  resolvedAt?: Date;
  /** Created as resolved, or discarded by a rule: how long that took says nothing about anybody. */
  isUntimed?: true;
  /** It ended while it was held back. */
  isTransient?: true;
  /** Services that somebody named. */
  serviceIds?: string[];
  /** No outage, whatever it affects. */
  isExcluded?: true;
  /** When it was open, as status pages show it; `end` null while it is. */
  spans: StoredSpan[];
  /** When the next tier was alerted because nobody acted. */
  escalatedAt: Date[];
  acts: Act[];
  /** It has one of these. */
  isActed?: true;
}

export type StoredSpan = Omit<Span, 'end'> & { end: number | null };

/** A fact with what concerns the block that it is packed into. */
export interface StoredFact extends IncidentFact {
  /** For good: the block that has its row, or gets it. */
  block: string;
  /** Another text with each write. There until the block has the row of that write. */
  unpacked?: string;
  /** When somebody was about to delete the incident. */
  goneAt?: Date;
}

/**
 * Finds what people did to the incidents of a team, whose id comes first in `held`. With the organization before it,
 * DocumentDB ends all of its processes when it is asked for an element between two texts.
 */
export const byHolder = { held: 1 } as const;

const factSchema = schemaOf<StoredFact>({
  _id: String,
  organizationId: String,
  version: Number,
  integrationId: String,
  integrationName: String,
  title: String,
  severity: String,
  status: String,
  createdAt: Date,
  updatedAt: Date,
  held: [String],
  acknowledgedAt: [Date],
  resolvedAt: Date,
  isUntimed: Boolean,
  isTransient: Boolean,
  serviceIds: { type: [String], default: undefined },
  isExcluded: Boolean,
  spans: Schema.Types.Mixed,
  escalatedAt: [Date],
  acts: Schema.Types.Mixed,
  isActed: Boolean,
  block: String,
  unpacked: String,
  goneAt: Date,
});
// Retention.
factSchema.index({ organizationId: 1, createdAt: 1 });
factSchema.index(byHolder, { partialFilterExpression: { isActed: { $eq: true } } });
// Finds the facts that are in no block yet, block by block.
factSchema.index(
  { organizationId: 1, block: 1 },
  { partialFilterExpression: { unpacked: { $gt: '' } } },
);
factSchema.index(
  { organizationId: 1, goneAt: 1 },
  { partialFilterExpression: { goneAt: { $gt: new Date(0) } } },
);

export const factModel = defineModel<StoredFact>('kept_incidents', factSchema);

export function factsOf(world: Pick<World, 'store'>): Collection<StoredFact> {
  return driverCollection(factModel(world.store));
}

/** How far the facts of an organization have come. */
export interface FactPosition {
  /** That of the organization. */
  _id: string;
  /** All incidents that changed before it have their facts. */
  from?: Date;
  /** Facts of incidents that were created before it are removed. */
  keptSince?: Date;
}

export const positionModel = defineModel<FactPosition>(
  'kept_incident_positions',
  schemaOf<FactPosition>({ _id: String, from: Date, keptSince: Date }),
);

export function positionsOf(world: Pick<World, 'store'>): Collection<FactPosition> {
  return driverCollection(positionModel(world.store));
}

/** Rows of incidents that an organization had on one day (UTC); see `packed-row.ts`. */
export interface Block {
  /** Organization, day and number: a day of many incidents has several. */
  _id: string;
  organizationId: string;
  /** Raised with each write. */
  version: number;
  count: number;
  /** When the last of its incidents was created, or came to a team. */
  lastStart: Date;
  /** When the last of its incidents changed; far away while one is open. */
  lastChange: Date;
  rows: Buffer;
  /** Titles, and names of integrations, in the order of the rows. */
  words: Buffer;
}

const blockSchema = schemaOf<Block>({
  _id: String,
  organizationId: String,
  version: Number,
  count: Number,
  lastStart: Date,
  lastChange: Date,
  rows: Buffer,
  words: Buffer,
});
// Reports of a period, and what leaves with an organization.
blockSchema.index({ organizationId: 1, lastStart: 1 });
// Status pages.
blockSchema.index({ organizationId: 1, lastChange: 1 });

export const blockModel = defineModel<Block>('incident_days', blockSchema);

export function blocksOf(world: Pick<World, 'store'>): Collection<Block> {
  return driverCollection(blockModel(world.store));
}
