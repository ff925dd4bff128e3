import { parentPort, workerData } from 'node:worker_threads';
import { backupFile } from './backup.ts';
import { exportDump } from './export-dump.ts';
import { CommandError } from './semantics/errors.ts';

/** A thread for one copy of the data file: it reads over a connection of its own, so the engine goes on with its work. */

export type CopyTask = { dataFile: string; handle: number } & (
  | { kind: 'backup'; target: string }
  | { kind: 'dump'; dir: string; name: string }
);

export type CopyReport =
  | { ok: true; documents: number }
  | { ok: false; code: number; message: string };

async function copy(task: CopyTask): Promise<CopyReport> {
  try {
    if (task.kind === 'dump')
      return { ok: true, documents: exportDump(task.dataFile, task.dir, task.name) };
    await backupFile(task.dataFile, task.handle, task.target);
    return { ok: true, documents: 0 };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // 1: InternalError.
    return { ok: false, code: error instanceof CommandError ? error.code : 1, message };
  }
}

// The engine made this thread with a task.
parentPort?.postMessage(await copy(workerData as CopyTask));
