import { type IndexDefinition, type IndexOptions, type Model, Schema } from 'mongoose';
import type { AuditEntry } from '../audit/index.ts';
import type { ChangeSource, Store } from '../kernel/index.ts';
import { defineModel } from '../store/index.ts';

/** A stored wire object and what the house keeps beside it. */
export interface ResourceDocument<Wire> {
  _id: string;
  /** Absent only on a deleted object whose audit entry is not in the log yet. */
  organizationId?: string;
  /** The team whose members may see it; null for objects of the organization itself. */
  teamId: string | null;
  wire: Wire;
  /** Derived from the wire object for searches and unique indexes; `displayName` in lower case, and what the kind adds. */
  lookup: Record<string, string>;
  source: ChangeSource;
  provisioned: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** Entries of this object's changes that are not in the audit log yet. */
  outbox?: AuditEntry[];
}

export interface KindDefinition<Wire> {
  /** As the audit log names it: `Team`, `InboundIntegration`. */
  entityType: string;
  /** First half of audit actions: `team` gives `team.create`. */
  noun: string;
  collection: string;
  displayNameOf(wire: Wire): string | null;
  /** Further values to search by, such as an e-mail address in lower case; null ones are left out. */
  lookupOf?(wire: Wire): Record<string, string | null>;
  /** Dotted paths (without array positions) of secrets: sealed at rest, masked for readers and in the log. */
  secretPaths?: readonly string[];
  /** Further indexes, each beside the query that needs it. */
  indexes?: readonly [IndexDefinition, IndexOptions?][];
}

export interface ResourceKind<Wire> extends KindDefinition<Wire> {
  model(store: Store): Model<ResourceDocument<Wire>>;
}

/** Declares a kind of object that is stored, echoed exactly, protected and audited. */
export function defineKind<Wire>(definition: KindDefinition<Wire>): ResourceKind<Wire> {
  const schema = new Schema<ResourceDocument<Wire>>({
    _id: String,
    organizationId: String,
    teamId: String,
    // Mixed: the wire object goes in and out untouched, null, [] and absent apart (public-api.md 0.5).
    wire: Schema.Types.Mixed,
    lookup: Schema.Types.Mixed,
    source: String,
    provisioned: Boolean,
    version: Number,
    createdAt: Date,
    updatedAt: Date,
    outbox: { type: [Schema.Types.Mixed], default: undefined },
  } as never);
  // Lists in order of creation, of an organization or of some of its teams.
  schema.index({ organizationId: 1, createdAt: 1, _id: 1 });
  schema.index({ organizationId: 1, teamId: 1, createdAt: 1, _id: 1 });
  // Entries that a crash left behind.
  schema.index({ 'outbox._id': 1 }, { sparse: true });
  for (const [fields, options] of definition.indexes ?? []) schema.index(fields, options);
  const model = defineModel<ResourceDocument<Wire>>(definition.collection, schema);
  const kind = { ...definition, model };
  kinds.push(kind as unknown as ResourceKind<unknown>);
  return kind;
}

const kinds: ResourceKind<unknown>[] = [];

export function allKinds(): readonly ResourceKind<unknown>[] {
  return kinds;
}
