import type { Config } from './config.ts';
import {
  type Clock,
  createSecretBox,
  type Log,
  Memory,
  saidOnce,
  systemClock,
  type World,
} from './kernel/index.ts';
import { models, modules } from './modules.ts';
import { hasSecretKey, loadSecretKey } from './secret-key.ts';
import { type DatabaseThread, isStoreFailure, type OpenStore, openStore } from './store/index.ts';

export interface WorldOptions {
  log: Log;
  /** Tests move it; the store's time where it is left out. */
  clock?: Clock | undefined;
  databaseName?: string | undefined;
  /** Time between two sweeps of the embedded database for expired documents. */
  sweepSeconds?: number | undefined;
  /** Start with what is left when the embedded database has lost acknowledged data. */
  acceptDataLoss?: boolean | undefined;
  /** Serves the embedded database, and stays when it is closed. */
  databaseThread?: DatabaseThread | undefined;
  /** The embedded database has ended by itself: nothing works until the process is started anew. */
  onStoreFailure?: ((error: Error) => void) | undefined;
}

export interface OpenWorld extends World {
  readonly store: OpenStore;
}

/** The store, the secrets and all modules: the same for the server and for every command that works on its database. */
export async function openWorld(
  { secretKey, mongodbUri, dataDir }: Pick<Config, 'secretKey' | 'mongodbUri' | 'dataDir'>,
  options: WorldOptions,
): Promise<OpenWorld> {
  const { log, clock, databaseName, sweepSeconds, databaseThread, onStoreFailure } = options;
  const { acceptDataLoss = false } = options;
  const mayBeEmpty = acceptDataLoss || !hasSecretKey(dataDir);
  const store = await openStore({
    mongodbUri,
    dataDir,
    log,
    models,
    mayBeEmpty,
    acceptDataLoss,
    ...(onStoreFailure ? { onFailure: onStoreFailure } : {}),
    ...(databaseName ? { databaseName } : {}),
    ...(sweepSeconds ? { sweepSeconds } : {}),
    ...(databaseThread ? { databaseThread } : {}),
  });
  // Only now: a key without a database means that data is missing.
  const secrets = await loadSecretKey(secretKey, dataDir)
    .then(createSecretBox)
    .catch(async (error: unknown) => {
      await store.close();
      throw error;
    });
  const isKnown = (error: unknown) => store.writes.refusal() !== null && isStoreFailure(error);
  const { now } = store.time;
  return {
    store,
    clock: clock ?? { now, elapsed: systemClock.elapsed },
    log: saidOnce(log, isKnown),
    secrets,
    memory: new Memory(),
    modules,
  };
}
