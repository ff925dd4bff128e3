import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import {
  type IncidentKey,
  loadXPath,
  type PreviousIncident,
  ProgramCache,
} from '../mapping/index.ts';
import { type Reading, type ReadingTask, readWhole } from './reading.ts';

/** The thread that reads large bodies, one after the other; `reading-thread.ts` ends it when one takes too long. */

export type ToReadingWorker =
  | { kind: 'read'; task: ReadingTask }
  | { kind: 'previous'; previous: PreviousIncident | null };

export type FromReadingWorker =
  | { kind: 'ready' }
  | { kind: 'read'; reading: Reading }
  /** A fault of ours: no body can make reading fail. */
  | { kind: 'fault'; error: Error }
  /** Asks for the incident that the payload would update. */
  | { kind: 'previous'; key: IncidentKey };

const port = parentPort;
if (port === null) throw new Error('reading-worker.ts runs in a worker thread only');

const tell = (message: FromReadingWorker) => port.postMessage(message);

const findPrevious = async (key: IncidentKey): Promise<PreviousIncident | null> => {
  tell({ kind: 'previous', key });
  const [answer]: ToReadingWorker[] = await once(port, 'message');
  return answer?.kind === 'previous' ? answer.previous : null;
};

await loadXPath();
const programs = new ProgramCache();
port.on('message', async (message: ToReadingWorker) => {
  if (message.kind !== 'read') return;
  try {
    tell({ kind: 'read', reading: await readWhole(message.task, programs, findPrevious) });
  } catch (error) {
    tell({ kind: 'fault', error: error instanceof Error ? error : new Error(String(error)) });
  }
});
tell({ kind: 'ready' });
