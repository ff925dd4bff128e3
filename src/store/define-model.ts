import type { Connection, Model, Schema } from 'mongoose';
import type { OwnedModel, Store } from '../kernel/index.ts';
import { createIndexesOf } from './create-indexes.ts';

export interface DefinedModel<Document> extends OwnedModel {
  (store: Store): Model<Document>;
}

/**
 * Names a collection and its schema once, in the module that owns it; the model itself belongs to the
 * connection of a store, so that several stores can live in one process. Unknown fields in a filter
 * or a document are errors: a misspelt field that matches everything must not pass. The module lists the
 * model in its `models`, or the collection gets no indexes.
 */
export function defineModel<Document>(
  collection: string,
  schema: Schema<Document>,
): DefinedModel<Document> {
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
  return Object.assign(model, { collectionName: collection, schema });
}

/** Creates the collections of `models` with their indexes, not the models; safe to run at each start. */
export async function createAllIndexes(
  connection: Connection,
  models: readonly OwnedModel[],
): Promise<void> {
  const stored = await connection.listCollections();
  const known = new Set(stored.map(({ name }) => name));
  // All at once, so that they share commits.
  await Promise.all(
    models.map(async ({ collectionName, schema }) => {
      const collection = connection.collection(collectionName);
      if (schema.indexes().length > 0)
        await createIndexesOf({ schema, collection, db: connection });
      else if (!known.has(collectionName)) await connection.createCollection(collectionName);
    }),
  );
}
