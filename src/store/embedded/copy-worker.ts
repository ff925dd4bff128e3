import { parentPort, workerData } from 'node:worker_threads';
import { backupFile } from './backup.ts';
import { exportDump } from './export-dump.ts';
import { CommandError } from './semantics/errors.ts';
import { damageText, type PartWish, verifyPages } from './verify-pages.ts';

/**
 * A thread for one copy of the data file, or one look at a part of it: it reads by itself, so the engine goes on with
 * its work.
 */

export type CopyTask = { dataFile: string; handle: number } & (
  | { kind: 'backup'; target: string }
  | { kind: 'dump'; dir: string; name: string }
  | { kind: 'verify'; part: PartWish }
);

/**
 * The report on a verified part; `text` is for an operator, where pages are damaged. Without checksums it has no
 * pages.
 */
export interface VerifiedPart {
  pages: number;
  first: number;
  last: number;
  damaged: number[];
  text: string;
}

export type CopyReport =
  | { ok: true; documents: number; verified?: VerifiedPart }
  | { ok: false; code: number; message: string };

async function copy(task: CopyTask): Promise<CopyReport> {
  try {
    if (task.kind === 'dump')
      return { ok: true, documents: exportDump(task.dataFile, task.dir, task.name) };
    if (task.kind === 'verify')
      return { ok: true, documents: 0, verified: await verifyPart(task.dataFile, task) };
    await backupFile(task.dataFile, task.handle, task.target);
    return { ok: true, documents: 0 };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // 1: InternalError.
    return { ok: false, code: error instanceof CommandError ? error.code : 1, message };
  }
}

async function verifyPart(
  file: string,
  { handle, part }: { handle: number; part: PartWish },
): Promise<VerifiedPart> {
  const verified = await verifyPages(file, { handle, part });
  if (verified === undefined) return { pages: 0, first: 1, last: 0, damaged: [], text: '' };
  const { pages, first, last, damaged } = verified;
  return {
    pages,
    first,
    last,
    damaged,
    text: damaged.length > 0 ? damageText(file, verified) : '',
  };
}

// The engine made this thread with a task.
parentPort?.postMessage(await copy(workerData as CopyTask));
