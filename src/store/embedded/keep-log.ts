import { DatabaseSync } from 'node:sqlite';

/**
 * SQLite's last connection to a file removes the log when it is closed, and a thread that ends closes its connections.
 * This one cannot write, so it cannot remove anything. Closed last, it leaves the log where its record says it is.
 */
export function keepLog(file: string): DatabaseSync {
  const guard = new DatabaseSync(file, { readOnly: true });
  guard.prepare('SELECT count(*) FROM sqlite_schema').get();
  return guard;
}
