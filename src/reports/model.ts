import type { Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { Intent, Severity, Status } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { defineModel, driverCollection, schemaOf } from '../store/index.ts';

/** What a person did to an incident. No name: the fact outlives the person. */
export interface Act {
  userId: string;
  intent: Intent;
  at: Date;
}

/** What reports know of an incident, for as long as there are reports of its time. Derived from it, version by version. */
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
  /** The teams that hold it and since when; see `holdings.ts`. */
  held: string[];
  /** When it was acknowledged: the first of all, and the first since each team has it. */
  acknowledgedAt: Date[];
  /** The last time, while it is resolved. */
  resolvedAt?: Date;
  /** Created as resolved, or discarded by a rule: how long that took says nothing about anybody. */
  isUntimed?: true;
  /** When the next tier was alerted because nobody acted. */
  escalatedAt: Date[];
  acts: Act[];
}

const factSchema = schemaOf<IncidentFact>({
  _id: String,
  organizationId: String,
  version: Number,
  integrationId: String,
  integrationName: String,
  title: String,
  severity: String,
  status: String,
  createdAt: Date,
  held: [String],
  acknowledgedAt: [Date],
  resolvedAt: Date,
  isUntimed: Boolean,
  escalatedAt: [Date],
  acts: Schema.Types.Mixed,
});
// The three levels of reports; retention goes by the first.
factSchema.index({ organizationId: 1, createdAt: 1 });
factSchema.index({ organizationId: 1, integrationId: 1, createdAt: 1 });
factSchema.index({ organizationId: 1, held: 1 });

export const factModel = defineModel<IncidentFact>('incident_facts', factSchema);

export function factsOf(world: Pick<World, 'store'>): Collection<IncidentFact> {
  return driverCollection(factModel(world.store));
}

/** All incidents of an organization that changed before `from` have their facts. */
export interface FactPosition {
  /** That of the organization. */
  _id: string;
  from: Date;
}

export const positionModel = defineModel<FactPosition>(
  'incident_fact_positions',
  schemaOf<FactPosition>({ _id: String, from: Date }),
);

export function positionsOf(world: Pick<World, 'store'>): Collection<FactPosition> {
  return driverCollection(positionModel(world.store));
}

/** The facts of incidents that an organization had on one day (UTC), packed; see `packed-days.ts`. */
export interface PackedDay {
  /** Organization and day. */
  _id: string;
  organizationId: string;
  /** Raised before and after each write of a fact of the day. */
  stamp: number;
  /** The stamp that the rows were read at; they hold while it is the same. */
  packedAt?: number;
  rows?: Buffer;
  /** Teams that hold incidents together, by the number that rows have for them. */
  teamSets?: string[][];
}

const daySchema = schemaOf<PackedDay>({
  _id: String,
  organizationId: String,
  stamp: Number,
  packedAt: Number,
  rows: Buffer,
  teamSets: { type: Schema.Types.Mixed, default: undefined },
});
// What leaves with an organization.
daySchema.index({ organizationId: 1 });

export const packedDayModel = defineModel<PackedDay>('incident_fact_days', daySchema);

export function packedDaysOf(world: Pick<World, 'store'>): Collection<PackedDay> {
  return driverCollection(packedDayModel(world.store));
}
