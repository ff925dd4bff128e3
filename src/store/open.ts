import { mkdir } from 'node:fs/promises';
import mongoose, { type Connection, type ConnectOptions } from 'mongoose';
import type { Log, OwnedModel, Store, StoreWrites } from '../kernel/index.ts';
import { applyChanges } from './apply-changes.ts';
import { type StoreChange, storeChanges } from './changes/index.ts';
import { createAllIndexes } from './define-model.ts';
import { type DatabaseThread, startEmbedded } from './embedded/index.ts';
import { writeFailure } from './errors.ts';
import { createPageSweep, type PageSweep } from './page-sweep.ts';
import { measuredTime, timeOfThisMachine } from './store-time.ts';
import { createStoreWrites } from './store-writes.ts';
import { jointWriter } from './write-together.ts';

export interface OpenStore extends Store {
  /** `embedded`, or `mongodb` when MONGODB_URI is set. */
  readonly kind: 'embedded' | 'mongodb';
  /** Sweep of the data file that this process owns; null for a MongoDB, and where another process owns the file. */
  readonly pageSweep: PageSweep | null;
  close(): Promise<void>;
}

interface StoreOptions {
  /** Every collection there is; they get their indexes. */
  models: readonly OwnedModel[];
  /** Changes of stored data; tests pass their own. */
  changes?: readonly StoreChange[];
  mongodbUri: string | undefined;
  dataDir: string;
  log: Log;
  /** Database name inside the server; tests use one each. */
  databaseName?: string;
  /** Seconds between two sweeps of the embedded database for expired documents; its own choice unless said. */
  sweepSeconds?: number;
  /** Whether an empty database is a first start; otherwise it is refused, because its data must be somewhere else. */
  mayBeEmpty: boolean;
  /** Start the embedded database with what is left when acknowledged data was lost with its log. */
  acceptDataLoss?: boolean;
  /** Serves the embedded database and stays when it is closed; one of its own, which ends with it, unless said. */
  databaseThread?: DatabaseThread;
  /** The embedded database has ended by itself, so nothing works until the process is started anew. */
  onFailure?(error: Error): void;
}

/**
 * A database that stops answering costs a caller five seconds, not a minute: a webhook has to say 503 while the
 * monitoring tool still listens. The driver asks each server every second; one that says nothing for two seconds is
 * out, and whatever waits for it fails; nobody waits longer than two seconds for another one. What the server itself
 * holds up ends with its own time limits: a write that no majority confirms, waiting for a free connection, and an
 * operation without an answer. The driver tries the last one twice, as a connection may just have been lost.
 */
const remoteOptions = {
  writeConcern: { w: 'majority', journal: true, wtimeoutMS: 5_000 },
  readPreference: 'primary',
  serverMonitoringMode: 'poll',
  heartbeatFrequencyMS: 1_000,
  connectTimeoutMS: 2_000,
  serverSelectionTimeoutMS: 2_000,
  waitQueueTimeoutMS: 5_000,
  socketTimeoutMS: 2_500,
} as const;

/**
 * Building an index takes as long as it takes, and so does waiting for its turn: all collections are asked for at once.
 * What else is long goes in steps.
 */
const patientOptions = {
  ...remoteOptions,
  socketTimeoutMS: 0,
  waitQueueTimeoutMS: 0,
  maxPoolSize: 8,
} as const;

/** At a start the database may still be starting, too. */
const startPatienceMilliseconds = 15_000;

/**
 * Connects to the configured database, starts the embedded one where none is configured, and makes all indexes.
 * @throws Error when the database is empty and must not be, or is that of a newer program, with what to do
 */
export async function openStore(options: StoreOptions): Promise<OpenStore> {
  const writes = createStoreWrites(options.log);
  const embedded = options.mongodbUri ? undefined : await openEmbedded(options, writes);
  const uri = options.mongodbUri ?? embedded?.uri ?? '';
  if (options.mongodbUri) await waitForServer(options.mongodbUri);
  const connect = (settings: ConnectOptions) =>
    mongoose.createConnection(uri, {
      ...(options.databaseName ? { dbName: options.databaseName } : {}),
      ...settings,
      autoIndex: false,
    });
  const connection = connect({
    // Written before the answer means journaled by a majority, wherever the data lives.
    ...(embedded ? {} : remoteOptions),
    minPoolSize: 2,
    maxPoolSize: 20,
  });
  const close = async () => {
    // One that is only closed is remembered by mongoose with all of its models, for as long as the process lives.
    await connection.destroy();
    await embedded?.close();
  };
  try {
    await connection.asPromise();
    if (!options.mayBeEmpty) await refuseEmpty(connection, options);
    const store: OpenStore = {
      connection,
      writes,
      time: embedded
        ? timeOfThisMachine
        : await measuredTime(() => timeOf(connection), options.log),
      kind: embedded ? 'embedded' : 'mongodb',
      pageSweep:
        embedded?.role === 'owner' ? createPageSweep(embedded.verifyPart, options.log) : null,
      mayBeExclusive: embedded?.role === 'owner',
      writeTogether: await jointWriter(connection),
      close,
    };
    await applyChanges(connection, options.changes ?? storeChanges);
    if (embedded) await createAllIndexes(connection, options.models);
    else await createIndexesPatiently(connect(patientOptions), options.models);
    return store;
  } catch (error) {
    await close();
    throw error;
  }
}

async function timeOf(connection: Connection): Promise<Date> {
  const hello = await connection.db?.admin().command({ hello: 1 });
  const { localTime } = hello ?? {};
  if (!(localTime instanceof Date)) throw new Error('The database does not say what time it is.');
  return localTime;
}

async function createIndexesPatiently(
  connection: Connection,
  models: readonly OwnedModel[],
): Promise<void> {
  try {
    await connection.asPromise();
    await createAllIndexes(connection, models);
  } finally {
    await connection.destroy();
  }
}

async function waitForServer(uri: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(uri, {
    serverSelectionTimeoutMS: startPatienceMilliseconds,
  });
  try {
    await client.connect();
  } finally {
    await client.close();
  }
}

async function openEmbedded(
  { dataDir, log, sweepSeconds, acceptDataLoss, databaseThread, onFailure }: StoreOptions,
  writes: StoreWrites,
) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  return startEmbedded({
    dir: dataDir,
    onWarning: (text) => log.warn(`embedded database: ${text}`),
    onTrouble: ({ isFull, reason }) => writes.failed(writeFailure(dataDir, isFull, reason)),
    onRecovered: () => writes.succeeded(),
    ...(sweepSeconds === undefined ? {} : { ttlSweepSeconds: sweepSeconds }),
    ...(acceptDataLoss === undefined ? {} : { acceptDataLoss }),
    ...(databaseThread ? { thread: databaseThread } : {}),
    ...(onFailure ? { onFailure } : {}),
  });
}

/** An empty database next to a key that has encrypted something is not a first start: the data is lost or elsewhere. */
async function refuseEmpty(connection: Connection, options: StoreOptions): Promise<void> {
  const collections = await connection.listCollections();
  if (collections.length > 0) return;
  const where = options.mongodbUri
    ? `the database ${connection.name} of MONGODB_URI`
    : `the database in ${options.dataDir}`;
  throw new Error(
    `${where} is empty, but ${options.dataDir} holds the secret.key of an installation. Its data is missing: restore a backup or a dump, or correct MONGODB_URI or TOCSIN_DATA_DIR. To begin a new installation here, move secret.key away, or set TOCSIN_ACCEPT_DATA_LOSS=yes for one start.`,
  );
}
