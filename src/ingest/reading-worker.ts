import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '../kernel/index.ts';
import {
  type IncidentKey,
  loadXPath,
  type PreviousIncident,
  ProgramCache,
} from '../mapping/index.ts';
import type { Translate } from './protocol-request.ts';
import { type ReadingResult, type ReadingTask, type ReadingTools, readWhole } from './reading.ts';

/**
 * The thread that reads large bodies, one after the other; `reading-thread.ts` ends it when one takes too long. It starts while a sender
 * waits, so it loads what reads bodies and nothing of the store.
 */

/** The address of the module that has `translate`. */
export interface ReadingWorkerData {
  translator: string;
}

export type ToReadingWorker =
  | { kind: 'read'; task: ReadingTask }
  | { kind: 'previous'; previous: PreviousIncident | null };

export type FromReadingWorker =
  | { kind: 'ready' }
  /** It loads code before it can go on with the body, and goes on: the time that takes is not the body's. */
  | { kind: 'loading' }
  | { kind: 'loaded' }
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
let loaded: Promise<{ translate: Translate }> | undefined;

/** What speaks other products' protocols also answers questions about stored payloads: the code of half the server. */
async function loadTranslate(): Promise<Translate> {
  if (loaded === undefined) {
    tell({ kind: 'loading' });
    loaded = import(translator);
    await loaded;
    tell({ kind: 'loaded' });
  }
  return (await loaded).translate;
}

await loadXPath();
const tools: ReadingTools = { programs: new ProgramCache(), findPrevious, loadTranslate };
/** The next task waits here, so that this thread need not wait for it. */
let turn = Promise.resolve();
port.on('message', (message: ToReadingWorker) => {
  if (message.kind === 'previous') hearPrevious?.(message.previous);
  else turn = turn.then(() => read(message.task));
});
tell({ kind: 'ready' });
