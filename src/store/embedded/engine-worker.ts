import { parentPort, workerData } from 'node:worker_threads';
import type { WriteTrouble } from './engine.ts';
import { type FolderOptions, type OpenedFolder, openFolder } from './open-folder.ts';

/** The worker thread: owns the file and the socket; the application only sees the socket. */

export type WorkerReport =
  | { kind: 'ready'; socket: string }
  | { kind: 'taken' }
  | { kind: 'failed'; error: Error }
  | { kind: 'warning'; text: string }
  | { kind: 'trouble'; trouble: WriteTrouble }
  | { kind: 'recovered' }
  | { kind: 'closed' };

const port = parentPort;
if (port === null) throw new Error('engine-worker.ts runs in a worker thread only');

const report = (message: WorkerReport) => port.postMessage(message);

try {
  const opened = await openFolder(workerData as FolderOptions, {
    warn: (text) => report({ kind: 'warning', text }),
    trouble: (trouble) => report({ kind: 'trouble', trouble }),
    recovered: () => report({ kind: 'recovered' }),
  });
  if (opened === undefined) {
    report({ kind: 'taken' });
  } else {
    listenForClose(opened);
    report({ kind: 'ready', socket: opened.socket });
  }
} catch (error) {
  report({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
}

function listenForClose(opened: OpenedFolder): void {
  port?.once('message', async () => {
    try {
      await opened.close();
      report({ kind: 'closed' });
    } catch (error) {
      report({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
    }
  });
}
