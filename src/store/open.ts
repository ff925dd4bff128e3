import { mkdir } from 'node:fs/promises';
import mongoose from 'mongoose';
import type { Log, OwnedModel, Store } from '../kernel/index.ts';
import { createAllIndexes } from './define-model.ts';
import { startEmbedded } from './embedded/index.ts';

export interface OpenStore extends Store {
  /** `embedded`, or `mongodb` when MONGODB_URI is set. */
  readonly kind: 'embedded' | 'mongodb';
  close(): Promise<void>;
}

export interface StoreOptions {
  mongodbUri: string | undefined;
  dataDir: string;
  log: Log;
  /** Every collection there is; they get their indexes. */
  models: readonly OwnedModel[];
  /** Database name inside the server; tests use one each. */
  databaseName?: string;
}

/** Connects to the configured database, starts the embedded one where none is configured, and makes all indexes. */
export async function openStore(options: StoreOptions): Promise<OpenStore> {
  const embedded = options.mongodbUri ? undefined : await openEmbedded(options.dataDir);
  const uri = options.mongodbUri ?? embedded?.uri ?? '';
  const connection = mongoose.createConnection(uri, {
    ...(options.databaseName ? { dbName: options.databaseName } : {}),
    // Written before the answer means journaled by a majority, wherever the data lives.
    ...(embedded ? {} : { writeConcern: { w: 'majority', journal: true } }),
    serverSelectionTimeoutMS: 15_000,
    minPoolSize: 2,
    maxPoolSize: 20,
    autoIndex: false,
  });
  await connection.asPromise();
  const store: OpenStore = {
    connection,
    kind: embedded ? 'embedded' : 'mongodb',
    mayBeExclusive: embedded?.role === 'owner',
    async close() {
      await connection.close();
      await embedded?.close();
    },
  };
  await createAllIndexes(store, options.models);
  return store;
}

async function openEmbedded(dataDir: string) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return startEmbedded({ dir: dataDir });
}
