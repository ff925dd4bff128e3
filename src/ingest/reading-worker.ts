import { parentPort, workerData } from 'node:worker_threads';
import { AppError, ownCpuSeconds, ownThreadPath } from '../kernel/index.ts';
import {
  type IncidentKey,
  loadXPath,
  type PreviousIncident,
  ProgramCache,
} from '../mapping/index.ts';
import type { Translate } from './protocol-request.ts';
import { type ReadingResult, type ReadingTask, readWhole } from './reading.ts';

/** A thread that reads large bodies, one after the other; `reading-thread.ts` ends it when one takes too much. */

/** The address of the module that has `translate`. */
export interface ReadingWorkerData {
  translator: string;
}

export type ToReadingWorker =
  | { kind: 'read'; task: ReadingTask }
  | { kind: 'previous'; previous: PreviousIncident | null }
  /** It could not be found: the task ends with a fault. */
  | { kind: 'noPrevious' };

/** `seconds`: of processor that the task took. */
export type FromReadingWorker =
  /** `path` says where the thread can be measured from outside. */
  | { kind: 'ready'; path: string | null }
  | { kind: 'read'; result: ReadingResult; seconds: number }
  /** The sender's mistake, as its protocol sees it. */
  | {
      kind: 'refused';
      refusal: Pick<AppError, 'code' | 'said' | 'headers'>;
      seconds: number;
    }
  /** A fault of ours: no body can make reading fail. */
  | { kind: 'fault'; error: Error; seconds: number }
  /** Asks for the incident that the payload would update. */
  | { kind: 'previous'; key: IncidentKey };

const port = parentPort;
if (port === null) throw new Error('reading-worker.ts runs in a worker thread only');

const tell = (message: FromReadingWorker) => port.postMessage(message);

let asked: PromiseWithResolvers<PreviousIncident | null> | null = null;

const findPrevious = (key: IncidentKey) => {
  asked = Promise.withResolvers();
  tell({ kind: 'previous', key });
  return asked.promise;
};

async function read(task: ReadingTask): Promise<void> {
  const before = ownCpuSeconds();
  const used = () => ({ seconds: ownCpuSeconds() - before });
  try {
    const result = await readWhole(task, tools);
    tell({ kind: 'read', result, ...used() });
  } catch (error) {
    if (error instanceof AppError) {
      const { code, said, headers } = error;
      tell({ kind: 'refused', refusal: { code, said, headers }, ...used() });
    } else
      tell({
        kind: 'fault',
        error: error instanceof Error ? error : new Error(String(error)),
        ...used(),
      });
  }
}

const { translator }: ReadingWorkerData = workerData;
const [{ translate }] = await Promise.all([
  import(translator) as Promise<{ translate: Translate }>,
  loadXPath(),
]);
const tools = { programs: new ProgramCache(), findPrevious, translate };
port.on('message', (message: ToReadingWorker) => {
  if (message.kind === 'previous') asked?.resolve(message.previous);
  else if (message.kind === 'noPrevious') asked?.reject(new Error('There is no answer.'));
  else void read(message.task);
});
tell({ kind: 'ready', path: ownThreadPath() });
