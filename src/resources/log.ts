import { type QueryFilter, Schema, type SchemaDefinition } from 'mongoose';
import { removeInSteps } from '../jobs/index.ts';
import {
  type Ctx,
  horizonOf,
  type Module,
  type ModuleSettings,
  type OwnedModel,
  orderedId,
  type RetentionName,
  type Task,
  type World,
} from '../kernel/index.ts';
import { type DefinedModel, defineModel, plainCollection } from '../store/index.ts';
import type { Page } from './read-resources.ts';

/** A record of something that happened; never changed. Ids are ordered in time, so they page, too. */
export interface LogDocument {
  _id: string;
  organizationId: string;
  /** The object that the log belongs to: an integration, a routing, a user. */
  ownerId: string;
  incidentId: string | null;
  createdAt: Date;
}

export interface Log<Entry extends LogDocument> {
  readonly model: DefinedModel<Entry>;
  /** The name in TOCSIN_RETENTION for how long records are kept. */
  readonly keptAs: RetentionName;
}

/** Declares a log. `fields` are those that `Entry` adds. Its module lists `logTask` and `leavesWithOrganization`. */
export function defineLog<Entry extends LogDocument>(
  collection: string,
  fields: SchemaDefinition,
  keptAs: RetentionName,
): Log<Entry> {
  // as unknown as: members that are spread in have no types of their own.
  const schema = new Schema({
    _id: String,
    organizationId: String,
    ownerId: String,
    incidentId: String,
    createdAt: Date,
    ...fields,
  }) as unknown as Schema<Entry>;
  // Latest first: of an owner, and of an incident.
  schema.index({ organizationId: 1, ownerId: 1, _id: -1 });
  schema.index({ organizationId: 1, incidentId: 1, _id: -1 });
  // Retention.
  schema.index({ createdAt: 1 });
  return { model: defineModel<Entry>(collection, schema), keptAs };
}

/** Removes the records of a log that are kept no longer. */
export function logTask<Entry extends LogDocument>(
  world: World,
  { model, keptAs }: Log<Entry>,
  { retention, onExpired }: ModuleSettings,
): Task {
  return {
    name: `${keptAs}-retention`,
    everySeconds: 3600,
    async run(stopping) {
      const createdAt = { $lt: horizonOf(retention, keptAs, world.clock.now()) };
      onExpired(keptAs, await removeInSteps(world, model, { createdAt }, { stopping }));
    },
  };
}

/** How the documents of collections that only name their organization leave with it. */
export function leavesWithOrganization(
  ...models: readonly OwnedModel[]
): NonNullable<Module['removeWith']> {
  return {
    async Organization(world, { id }, stopping) {
      for (const model of models)
        await removeInSteps(world, model, { organizationId: id }, { stopping });
    },
  };
}

/** Many records that are written as one. */
export async function appendToLog<Entry extends LogDocument>(
  world: World,
  log: Log<Entry>,
  entries: readonly Omit<Entry, '_id'>[],
): Promise<void> {
  if (entries.length === 0) return;
  const documents = entries.map((entry) => ({
    ...entry,
    _id: orderedId(entry.createdAt.getTime()),
  }));
  await plainCollection(log.model(world.store)).insertMany(documents, { ordered: false });
}

export interface LogQuery {
  createdAtLessThan?: string | undefined;
  idLessThan?: string | undefined;
  limit?: number | undefined;
}

/** Latest first. Pages by the id of the last record, alone or with its date (public-api.md 1.4). */
export async function listLog<Entry extends LogDocument>(
  ctx: Ctx,
  log: Log<Entry>,
  filter: Record<string, unknown>,
  { createdAtLessThan, idLessThan, limit = 20 }: LogQuery,
): Promise<Page<Entry>> {
  const bounds: Record<string, unknown> = {};
  // Ids are ordered like dates, so the id alone decides where both are given.
  if (idLessThan !== undefined) bounds._id = { $lt: idLessThan };
  else if (createdAtLessThan !== undefined) bounds.createdAt = { $lt: new Date(createdAtLessThan) };
  const found = await log
    .model(ctx.store)
    .find(entryFilter({ ...filter, ...bounds, organizationId: ctx.organizationId }))
    .sort({ _id: -1 })
    .limit(limit + 1)
    .lean<Entry[]>();
  return { items: found.slice(0, limit), hasMore: found.length > limit };
}

/** The record with this id, if it matches, or null. */
export function findInLog<Entry extends LogDocument>(
  ctx: Ctx,
  log: Log<Entry>,
  id: string,
  filter: Record<string, unknown>,
): Promise<Entry | null> {
  return log
    .model(ctx.store)
    .findOne(entryFilter({ ...filter, _id: id, organizationId: ctx.organizationId }))
    .lean<Entry>();
}

function entryFilter<Entry extends LogDocument>(
  filter: Readonly<Record<string, unknown>>,
): QueryFilter<Entry> {
  // as never: the members of an entry are not known here; the schema refuses those that it does not have.
  return filter as never;
}
