import type { Model, Schema } from 'mongoose';
import type { Store } from '../kernel/index.ts';
import { createIndexesOf, type IndexedModel } from './create-indexes.ts';

const defined = new Map<string, (store: Store) => IndexedModel>();

/**
 * Names a collection and its schema once, at the head of a room; the model itself belongs to the
 * connection of a store, so that several stores can live in one process. Unknown fields in a filter
 * or a document are errors: a misspelt field that matches everything must not pass.
 */
export function defineModel<Document>(
  collection: string,
  schema: Schema<Document>,
): (store: Store) => Model<Document> {
  schema.set('collection', collection);
  schema.set('strict', 'throw');
  schema.set('strictQuery', 'throw');
  schema.set('minimize', false);
  schema.set('versionKey', false);
  schema.set('autoCreate', false);
  schema.set('autoIndex', false);
  const model = (store: Store) =>
    (store.connection.models[collection] as Model<Document> | undefined) ??
    store.connection.model<Document>(collection, schema, collection);
  if (defined.has(collection)) throw new Error(`The collection ${collection} is owned twice.`);
  defined.set(collection, model);
  return model;
}

/** Creates every collection and index that any room declared; safe to run at each start. */
export async function createAllIndexes(store: Store): Promise<void> {
  for (const model of defined.values()) {
    const bound = model(store);
    await bound.createCollection();
    await createIndexesOf(bound);
  }
}

/** Names of all collections, for tests that look at every one. */
export function definedCollections(): string[] {
  return [...defined.keys()];
}
