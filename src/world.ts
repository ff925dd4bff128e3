import type { Config } from './config.ts';
import { type Clock, createSecretBox, type Log, systemClock, type World } from './kernel/index.ts';
import { models, modules } from './modules.ts';
import { loadSecretKey } from './secret-key.ts';
import { type OpenStore, openStore } from './store/index.ts';

export interface WorldOptions {
  log: Log;
  /** Tests move it. */
  clock?: Clock | undefined;
  databaseName?: string | undefined;
}

export interface OpenWorld extends World {
  readonly store: OpenStore;
}

/** The store, the secrets and all modules: the same for the server and for every command that works on its database. */
export async function openWorld(
  { secretKey, mongodbUri, dataDir }: Pick<Config, 'secretKey' | 'mongodbUri' | 'dataDir'>,
  { log, clock = systemClock, databaseName }: WorldOptions,
): Promise<OpenWorld> {
  const secrets = createSecretBox(await loadSecretKey(secretKey, dataDir));
  const store = await openStore({
    mongodbUri,
    dataDir,
    log,
    models,
    ...(databaseName ? { databaseName } : {}),
  });
  return { store, clock, log, secrets, modules };
}
