import type { Answer, Ask, AskName, Replied } from './protocol.ts';

/** Where the script of the worker is, as the bundler named it. */
declare const IMPORT_WORKER: string;

/** The worker beside the page. It is loaded when something is asked for the first time. */
export interface ImportClient {
  ask<Name extends AskName>(name: Name, ask: Ask[Name]): Promise<Answer[Name]>;
  /** Ends it, and with it everything that it has read. */
  close(): void;
}

/** A problem that the worker reports, in English. */
export class ImportProblem extends Error {}

interface Waiting {
  resolve(answer: Answer[AskName]): void;
  reject(error: Error): void;
}

export function createImportClient(): ImportClient {
  let worker: Worker | null = null;
  let latest = 0;
  const waiting = new Map<number, Waiting>();

  function failAll(problem: string): void {
    for (const one of waiting.values()) one.reject(new ImportProblem(problem));
    waiting.clear();
    worker?.terminate();
    worker = null;
  }

  function opened(): Worker {
    if (worker) return worker;
    worker = new Worker(IMPORT_WORKER, { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<Replied>) => {
      const one = waiting.get(data.id);
      waiting.delete(data.id);
      if ('problem' in data) one?.reject(new ImportProblem(data.problem));
      else one?.resolve(data.answer);
    });
    worker.addEventListener('error', ({ message }) => failAll(message || 'It did not load.'));
    return worker;
  }

  return {
    ask<Name extends AskName>(name: Name, ask: Ask[Name]) {
      latest += 1;
      const id = latest;
      return new Promise<Answer[Name]>((resolve, reject) => {
        // An answer has the type of what was asked under its number.
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
        opened().postMessage({ id, name, ask });
      });
    },
    close: () => failAll('It was closed.'),
  };
}
