import type { Collection, Document } from 'mongodb';
import { type Model, type QueryFilter, Schema } from 'mongoose';

/** A value that a member is compared with, or an object of operators. */
type Condition<Value> =
  | Value
  | (Value extends readonly (infer Item)[] ? Item : never)
  | null
  | Readonly<Record<`$${string}`, unknown>>;

/**
 * Conditions by path: members of the stored document, and paths into them. A member that no document has does not
 * compile.
 */
export type PathFilter<Stored> = {
  readonly [Member in keyof Stored & string]?: Condition<NonNullable<Stored[Member]>>;
} & { readonly [Path in `${keyof Stored & string}.${string}`]?: unknown } & {
  readonly $or?: readonly PathFilter<Stored>[];
  readonly $and?: readonly PathFilter<Stored>[];
};

/** The filter as mongoose wants it. The model only says which documents are looked for. */
export function pathFilter<Stored>(
  _model: Model<Stored>,
  filter: PathFilter<Stored>,
): QueryFilter<Stored> {
  // as never: mongoose knows paths of one level only; PathFilter has checked the members, strictQuery refuses the rest.
  return filter as never;
}

/** The driver's own collection behind a model, which writes documents as they are. */
export function driverCollection<Stored extends Document>(
  model: Model<Stored>,
): Collection<Stored> {
  return driverOf(model) as Collection<Stored>;
}

/** The common part of documents that are removed and audited alike. */
export interface PlainDocument {
  _id: string;
  organizationId?: string;
  version?: number;
  outbox?: object[];
}

/** The same collection for what deals with members that several kinds share: audit outbox, removal, runs. */
export function plainCollection<Shared extends Document = PlainDocument>(model: {
  readonly collection: unknown;
}): Collection<Shared> {
  return driverOf(model) as Collection<Shared>;
}

/** Mongoose hands on the driver's collection, but declares it for documents of any kind. */
function driverOf({ collection }: { readonly collection: unknown }): unknown {
  return collection;
}

/** How a member is stored, in the words of mongoose. */
type StoredAs =
  | StringConstructor
  | NumberConstructor
  | BooleanConstructor
  | DateConstructor
  | BufferConstructor
  | typeof Schema.Types.Mixed
  | readonly StoredAs[]
  | { type: StoredAs; default?: undefined };

/** The schema of stored documents: every member that they have, and no other. */
export function schemaOf<Stored>(
  fields: {
    readonly [Member in keyof Required<Stored>]: StoredAs;
  },
): Schema<Stored> {
  // as never: mongoose wants to derive the members of a Mixed value, which it is there to leave alone.
  return new Schema<Stored>(fields as never);
}
