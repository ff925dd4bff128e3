import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { moveLog } from './log-mover.ts';

/**
 * Moves committed pages from the log into the data file, over connections of its own, so that the engine never
 * waits for those writes and their fsyncs. Each message asks for one pass; the answer says it is over.
 */
const file = String(workerData);
const db = open();
const holder = open();

function open(): DatabaseSync {
  const connection = new DatabaseSync(file, { timeout: 5000 });
  connection.exec(
    'PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -2048;',
  );
  return connection;
}

parentPort?.on('message', () => {
  try {
    moveLog({ file, db, holder });
    parentPort?.postMessage(undefined);
  } catch (error) {
    parentPort?.postMessage(error instanceof Error ? error.message : String(error));
  }
});
