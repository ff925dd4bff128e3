import { parentPort } from 'node:worker_threads';
import type { WriteTrouble } from './engine.ts';
import { type FolderOptions, type OpenedFolder, openFolder } from './open-folder.ts';

/**
 * The worker thread: owns the file and the socket of one folder after another; the application only sees the socket.
 */

export type WorkerWish = { kind: 'open'; options: FolderOptions } | { kind: 'close' };

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
let opened: OpenedFolder | undefined;

port.on('message', async (wish: WorkerWish) => {
  try {
    report(wish.kind === 'open' ? await open(wish.options) : await close());
  } catch (error) {
    report({ kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) });
  }
});

async function open(options: FolderOptions): Promise<WorkerReport> {
  opened = await openFolder(options, {
    warn: (text) => report({ kind: 'warning', text }),
    trouble: (trouble) => report({ kind: 'trouble', trouble }),
    recovered: () => report({ kind: 'recovered' }),
  });
  return opened ? { kind: 'ready', socket: opened.socket } : { kind: 'taken' };
}

async function close(): Promise<WorkerReport> {
  await opened?.close();
  opened = undefined;
  return { kind: 'closed' };
}
