import { isMainThread } from 'node:worker_threads';

/** Loaded into a server by `--import`: the signal SIGUSR2 ends the threads of its embedded database. */
if (isMainThread) {
  process.on('worker', (worker) => {
    process.on('SIGUSR2', () => void worker.terminate());
  });
}
