import { type IndexDefinition, type IndexOptions, Schema } from 'mongoose';
import type { AuditEntry } from '../audit/index.ts';
import type { ChangeSource, Ctx, ProblemCode, World } from '../kernel/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { type DefinedModel, defineModel, schemaOf } from '../store/index.ts';
import type { WireShape } from './wire-shape.ts';

/** A stored wire object and the server's own data about it. */
export interface ResourceDocument<Wire, Internal = object> {
  _id: string;
  /** Absent only on a deleted object whose audit entry is not in the log yet. */
  organizationId?: string;
  /** The team whose members may see it; null for objects of the organization itself. */
  teamId: string | null;
  wire: Wire;
  /** Data of the object that never leaves the server: hashes of passwords, dates the server sets. */
  internal: Internal;
  /**
   * Derived from the wire object for searches and unique indexes, all in lower case; `displayName`, and what the kind
   * adds.
   */
  lookup: Record<string, LookupValue>;
  source: ChangeSource;
  provisioned: boolean;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  /** Entries of this object's changes that are not in the audit log yet. */
  outbox?: AuditEntry[];
}

/** The object as modules get it: the wire object as it was sent, and the server's own data. */
export interface Resource<Wire, Internal = object> {
  id: string;
  organizationId: string;
  teamId: string | null;
  wire: Wire;
  internal: Internal;
  provisioned: boolean;
  source: ChangeSource;
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** An object is found by paths into it; it is stored as it is. */
export type LookupValue = string | string[] | { readonly [name: string]: unknown };

export interface Prepared<Wire, Internal> {
  wire: Wire;
  internal: Internal;
}

/**
 * From the value of a query parameter to what is stored. Searches ask for the whole value, lists also for a part of a
 * text.
 */
export type KindFilter = (value: string, match: 'whole' | 'part') => Record<string, unknown>;

export interface PersonRule<Wire> {
  /** Why the person is forgotten, as a sentence for the audit log. */
  reason: string;
  /** Names and addresses, for texts that name them without their id. */
  namesOf?(wire: Wire): readonly (string | null)[];
  /**
   * Other organizations that have the person keep the name known, here too. Asked after the removal, when only the
   * address is left.
   */
  elsewhere?: {
    addressOf(wire: Wire): string;
    isKnown(world: World, organizationId: string, address: string): Promise<boolean>;
  };
}

interface KindDefinition<Wire, Internal = object> {
  /** As the audit log names it: `Team`, `InboundIntegration`. */
  entityType: string;
  /** First half of audit actions: `team` gives `team.create`. */
  noun: string;
  collection: string;
  /** Its shape in the OpenAPI document. */
  shape: WireShape;
  displayNameOf(wire: Wire): string | null;
  /**
   * Further values to search by, in lower case, such as e-mail addresses and ids of other objects; null ones are left
   * out.
   */
  lookupOf?(wire: Wire, internal: Internal): Record<string, LookupValue | null>;
  /**
   * Whose personal data the object is: it is erased from the audit log with that person, while changes of other objects
   * stay.
   */
  personOf?(wire: Wire, id: string): string | null;
  /**
   * The server's own data that the audit log compares beside the wire object: changes that people notice and no member
   * shows.
   */
  auditedOf?(internal: Internal): Readonly<Record<string, unknown>>;
  /** The objects are people: with the object goes what names the person, see `forgetPeople` of modules. */
  person?: PersonRule<Wire>;
  /** Filters of lists and searches in addition to `DisplayName`, by the name of the query parameter. */
  filters?: Readonly<Record<string, KindFilter>>;
  /** The team that owns it; left out for objects of the organization. Throws 400 when the team is unknown. */
  teamOf?(ctx: Ctx, wire: Wire, id: string): string | null | Promise<string | null>;
  /**
   * Everybody with a role in the organization or one of its teams sees it; administrators of its team change it. With
   * `having` this holds only for objects that have this value of `lookup`.
   */
  sharedWithin?: 'organization' | { having: string };
  /** The object shares the id of another object: there is one of each, and creating it again replaces it. */
  sharesId?: true;
  /**
   * Checks (400) and normalises what a client sent before it is stored; runs again on a retry, so it writes nothing.
   */
  prepare?(
    ctx: Ctx,
    wire: Wire,
    current: Resource<Wire, Internal> | undefined,
  ): Prepared<Wire, Internal> | Promise<Prepared<Wire, Internal>>;
  /** Why other objects may not name one of these in this member, where not all of them fit there; else null. */
  unfitFor?(member: string, wire: Wire): Sentence | null;
  /** Throws when the object must stay; runs again on a retry. */
  beforeRemove?(ctx: Ctx, current: Resource<Wire, Internal>): void | Promise<void>;
  /**
   * Objects to remove with their parent: a filter for them by the parent's entity type. Runs before the parent is
   * removed.
   */
  removedWith?: Readonly<Record<string, (parentId: string) => Record<string, unknown>>>;
  /** The error for a unique value that is already taken, one or by the field of the index; default 409. */
  duplicate?: Duplicate | readonly (Duplicate & { index: string })[];
  /** Further indexes, each declared next to the query that needs it. */
  indexes?: readonly [IndexDefinition, IndexOptions?][];
}

export interface Duplicate {
  code: ProblemCode;
  field: string;
  message: Sentence;
}

export interface ResourceKind<Wire, Internal = object> extends KindDefinition<Wire, Internal> {
  readonly model: DefinedModel<ResourceDocument<Wire, Internal>>;
}

/** Declares a kind of object that is stored, echoed exactly, protected and audited. */
export function defineKind<Wire, Internal = object>(
  definition: KindDefinition<Wire, Internal>,
): ResourceKind<Wire, Internal> {
  const schema = schemaOf<ResourceDocument<Wire, Internal>>({
    _id: String,
    organizationId: String,
    teamId: String,
    // Mixed: the wire object is stored and returned unchanged; null, [] and absent stay distinct (public-api.md 0.5).
    wire: Schema.Types.Mixed,
    internal: Schema.Types.Mixed,
    lookup: Schema.Types.Mixed,
    source: String,
    provisioned: Boolean,
    version: Number,
    createdAt: Date,
    updatedAt: Date,
    outbox: { type: [Schema.Types.Mixed], default: undefined },
  });
  // Lists in order of creation, of an organization or of some of its teams.
  schema.index({ organizationId: 1, createdAt: 1, _id: 1 });
  schema.index({ organizationId: 1, teamId: 1, createdAt: 1, _id: 1 });
  // Entries that a crash left behind.
  schema.index({ 'outbox._id': 1 }, { sparse: true });
  for (const [fields, options] of definition.indexes ?? []) schema.index(fields, options);
  const model = defineModel<ResourceDocument<Wire, Internal>>(definition.collection, schema);
  return { ...definition, model };
}

/** The kinds of all modules. */
export function kindsOf({ modules }: Pick<World, 'modules'>): readonly ResourceKind<object>[] {
  // `defineKind` makes every kind there is.
  return modules.flatMap((module) => (module.kinds ?? []) as readonly ResourceKind<object>[]);
}
