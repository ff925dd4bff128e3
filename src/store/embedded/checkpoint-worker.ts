import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Moves committed pages from the log into the data file, over a connection of its own, so that the engine never
 * waits for those writes and their fsyncs. Each message asks for one pass; the answer says it is over.
 */
const db = new DatabaseSync(String(workerData), { timeout: 5000 });
db.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -2048;');
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');

parentPort?.on('message', () => {
  try {
    checkpoint.get();
    parentPort?.postMessage(undefined);
  } catch (error) {
    parentPort?.postMessage(error instanceof Error ? error.message : String(error));
  }
});
