import { Worker } from 'node:worker_threads';
import type { CopyReport, CopyTask } from './copy-worker.ts';
import { CommandError } from './semantics/errors.ts';

type Copied = Extract<CopyReport, { ok: true }>;

/** Copies the data file, or looks at a part of it, in a thread of its own. */
export function copyInThread(task: CopyTask): Promise<Copied> {
  const worker = new Worker(new URL('./copy-worker.ts', import.meta.url), {
    workerData: task,
    name: 'embedded-database-copy',
  });
  return new Promise((resolve, reject) => {
    worker.once('message', (report: CopyReport) => {
      if (report.ok) resolve(report);
      else reject(new CommandError(report.code, report.message));
    });
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new CommandError('InternalError', `the thread of the copy exited with code ${code}`)),
    );
  });
}
