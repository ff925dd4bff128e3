import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../kernel/index.ts';
import {
  type IncidentKey,
  loadXPath,
  type PreviousIncident,
  ProgramCache,
} from '../mapping/index.ts';
import type { Translate } from './protocol-request.ts';
import { type ReadingResult, type ReadingTask, readWhole } from './reading.ts';

/** The thread that reads large bodies, one after the other; `reading-thread.ts` ends it when one takes too long. */

/** The address of the module that has `translate`. */
export interface ReadingWorkerData {
  translator: string;
}

export type ToReadingWorker =
  | { kind: 'read'; task: ReadingTask }
  | { kind: 'previous'; previous: PreviousIncident | null };

export type FromReadingWorker =
  | { kind: 'ready' }
  | { kind: 'read'; result: ReadingResult }
  /** The sender's mistake, as its protocol sees it. */
  | { kind: 'refused'; refusal: Pick<AppError, 'code' | 'message' | 'fields' | 'headers'> }
  /** A fault of ours: no body can make reading fail. */
  | { kind: 'fault'; error: Error }
  /** Asks for the incident that the payload would update. */
  | { kind: 'previous'; key: IncidentKey };

const port = parentPort;
if (port === null) throw new Error('reading-worker.ts runs in a worker thread only');

const tell = (message: FromReadingWorker) => port.postMessage(message);

let hearPrevious: ((previous: PreviousIncident | null) => void) | null = null;

const findPrevious = (key: IncidentKey) =>
  new Promise<PreviousIncident | null>((resolve) => {
    hearPrevious = resolve;
    tell({ kind: 'previous', key });
  });

async function read(task: ReadingTask): Promise<void> {
  try {
    tell({ kind: 'read', result: await readWhole(task, tools) });
  } catch (error) {
    if (error instanceof AppError) {
      const { code, message, fields, headers } = error;
      tell({ kind: 'refused', refusal: { code, message, fields, headers } });
    } else
      tell({ kind: 'fault', error: error instanceof Error ? error : new Error(String(error)) });
  }
}

const { translator }: ReadingWorkerData = workerData;
const [{ translate }] = await Promise.all([
  import(translator) as Promise<{ translate: Translate }>,
  loadXPath(),
]);
const tools = { programs: new ProgramCache(), findPrevious, translate };
/** The next task waits here, so that this thread need not wait for it. */
let turn = Promise.resolve();
port.on('message', (message: ToReadingWorker) => {
  if (message.kind === 'previous') hearPrevious?.(message.previous);
  else turn = turn.then(() => read(message.task));
});
tell({ kind: 'ready' });
